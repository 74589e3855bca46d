import { expect, it } from "vitest";
import type { JsonObject } from "../../../src/runtime/v1/values/json/json.js";
import { newestMinor } from "../../../src/runtime/v1/values/kubernetes-version.js";
import { Cluster, definitionsName } from "../../../src/server/cluster.js";

const name = "things.example.com";
const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}`;

/** A definition that an old server has stored. */
function storedDefinition(spec: JsonObject): JsonObject {
  const names = { plural: "things", singular: "thing", kind: "Thing", listKind: "ThingList" };
  return {
    apiVersion: "apiextensions.k8s.io/v1beta1",
    kind: "CustomResourceDefinition",
    metadata: { name, uid: "u", resourceVersion: "7", creationTimestamp: "2019-01-01T00:00:00Z" },
    spec: { group: "example.com", version: "v1", names, scope: "Namespaced", ...spec },
  };
}

async function clusterWith(stored: JsonObject): Promise<Cluster> {
  const cluster = await Cluster.create({ minor: newestMinor });
  const objects = { [definitionsName]: [[name, JSON.stringify(stored)] as const] };
  await cluster.restore({ resourceVersion: 7, objects });
  return cluster;
}

async function ask(cluster: Cluster, method: string, at: string, body?: object): Promise<Answer> {
  const headers: [string, string][] = [["content-type", "application/json"]];
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await cluster.send({ method, path: at, headers, ...sent });
  return JSON.parse(await response.text()) as Answer; // of the server
}

interface Answer {
  readonly apiVersion: string;
  readonly code?: number;
  readonly spec: { readonly versions: JsonObject[]; readonly preserveUnknownFields?: boolean };
  readonly status: { readonly conditions: readonly Condition[] };
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

const wrong = {
  openAPIV3Schema: { type: "object", properties: { a: {} } },
};

it("a definition of v1beta1 is served as v1, with what today's rules say of it", async () => {
  const cluster = await clusterWith(storedDefinition({ validation: wrong }));
  const definition = await ask(cluster, "GET", path);
  expect(definition.apiVersion).toBe("apiextensions.k8s.io/v1");
  expect(definition.spec).toMatchObject({
    preserveUnknownFields: true,
    versions: [{ name: "v1", served: true, storage: true, schema: wrong }],
  });
  expect(definition.status.conditions).toContainEqual(
    expect.objectContaining({
      type: "NonStructuralSchema",
      status: "True",
      reason: "Violations",
      message:
        "[spec.preserveUnknownFields: Invalid value: true: must be false, spec.versions[0].schema.openAPIV3Schema.properties[a].type: Required value: must not be empty for specified object fields]",
    }),
  );
  const things = "/apis/example.com/v1/namespaces/default/things";
  const thing = { apiVersion: "example.com/v1", kind: "Thing", metadata: { name: "a" }, b: 1 };
  expect(await ask(cluster, "POST", things, thing)).toMatchObject({ b: 1 });
  const [version] = definition.spec.versions;
  const schema = { openAPIV3Schema: { type: "object" } };
  const versions = [{ ...version, schema }];
  const mended = {
    ...definition,
    spec: { ...definition.spec, versions, preserveUnknownFields: false },
  };
  await ask(cluster, "PUT", path, mended);
  const { status } = await ask(cluster, "GET", path);
  expect(status.conditions.map(({ type }) => type)).toEqual(["NamesAccepted", "Established"]);
});

it("a definition whose schema has no structural form says so", async () => {
  const openAPIV3Schema = { type: "object", patternProperties: { a: { type: "string" } } };
  const cluster = await clusterWith(storedDefinition({ validation: { openAPIV3Schema } }));
  const { status } = await ask(cluster, "GET", path);
  expect(status.conditions).toContainEqual(
    expect.objectContaining({
      type: "NonStructuralSchema",
      status: "Unknown",
      reason: "StructuralError",
      message:
        "failed to check validation schema for version v1: OpenAPIV3Schema 'patternProperties' is not supported",
    }),
  );
});

it("a definition that its controllers cannot write keeps nobody waiting", async () => {
  const stored = storedDefinition({});
  const cluster = await clusterWith({ ...stored, apiVersion: "apiextensions.k8s.io/v9" });
  expect(await ask(cluster, "GET", "/api/v1/namespaces")).toMatchObject({ kind: "NamespaceList" });
});
