import { describe, expect, it } from "vitest";
import { publishOpenApi } from "../../../../src/crd/openapi/publish.js";
import { publishOpenApi as publishOpenApiOf } from "../../../../src/index.js";
import type { Json, JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../../../src/runtime/v1/values/json/json.js";
import type { GivenCrd } from "../../../support/read-crd.js";
import { readCrds } from "../../../support/read-crd.js";

const path = "/openapi/v3/apis/stable.example.com/v1";
const model = "com.example.stable.v1.CronTab";

async function publish(...given: readonly GivenCrd[]): Promise<ReadonlyMap<string, JsonObject>> {
  return publishOpenApi(await readCrds(...given));
}

/** What stands in a document under some keys. */
function at(document: JsonObject | undefined, ...keys: readonly string[]): Json | undefined {
  let found: Json | undefined = document;
  for (const key of keys) found = isObject(found) ? found[key] : undefined;
  return found;
}

/** A field `spec.x` in both versions of OpenAPI. */
async function field(
  schema: object,
): Promise<readonly [v3: Json | undefined, v2: Json | undefined]> {
  const documents = await publish({
    schema: {
      type: "object",
      properties: { spec: { type: "object", properties: { x: schema } } },
    },
  });
  const keys = [model, "properties", "spec", "properties", "x"];
  return [
    at(documents.get(path), "components", "schemas", ...keys),
    at(documents.get("/openapi/v2"), "definitions", ...keys),
  ];
}

describe("schemas", () => {
  it("keep in v3 what is written, and leave out in v2 what it does not have", async () => {
    const written = {
      description: "A size.",
      type: "object",
      default: { m: 1 },
      required: ["m", "n"],
      properties: {
        m: { type: "integer", format: "int32", minimum: 0, exclusiveMinimum: true },
        n: { type: "array", nullable: true, items: { type: "string" } },
      },
      anyOf: [{ required: ["m"] }],
      "x-kubernetes-map-type": "granular",
    };
    const [v3, v2] = await field({ ...written, unknown: 1 });
    expect(v3).toEqual(written);
    expect(v2).toEqual({
      description: "A size.",
      type: "object",
      required: ["m"],
      properties: { m: written.properties.m, n: {} },
      "x-kubernetes-map-type": "granular",
    });
  });

  it("name lists without items in v2 by no type", async () => {
    const open = "x-kubernetes-preserve-unknown-fields";
    expect(await field({ type: "object", [open]: true })).toEqual([
      { type: "object", [open]: true },
      { [open]: true },
    ]);
    expect(await field({ type: "array", items: { type: "string" }, [open]: true })).toEqual([
      { type: "array", items: { type: "string" }, [open]: true },
      { [open]: true },
    ]);
  });

  it("say what x-kubernetes-int-or-string means, unless the CRD does", async () => {
    const either = [{ type: "integer" }, { type: "string" }];
    const flag = { "x-kubernetes-int-or-string": true };
    expect(await field(flag)).toEqual([{ ...flag, anyOf: either }, flag]);
    expect(await field({ ...flag, anyOf: either })).toEqual([{ ...flag, anyOf: either }, flag]);
    const further = [{ pattern: "a" }, { minimum: 1 }];
    expect(await field({ ...flag, anyOf: further })).toEqual([
      { ...flag, anyOf: further, allOf: [{ anyOf: either }] },
      flag,
    ]);
    const spelled = [{ anyOf: either }, { anyOf: further }];
    expect(await field({ ...flag, allOf: spelled })).toEqual([{ ...flag, allOf: spelled }, flag]);
  });

  it("give embedded objects the fields of every object", async () => {
    const [v3, v2] = await field({
      type: "object",
      "x-kubernetes-embedded-resource": true,
      "x-kubernetes-preserve-unknown-fields": true,
    });
    expect(v3).toMatchObject({
      required: ["kind", "apiVersion"],
      properties: { kind: { type: "string" }, metadata: { allOf: [{}] } },
    });
    expect(v2).not.toHaveProperty("properties");
  });

  it("have numbers as the server stores them, and all digits of large ones", async () => {
    const [resource] = await readCrds({ schema: { type: "object", default: { n: "N", m: "M" } } });
    const text = JSON.stringify(resource?.document.value).replace('"N"', "9007199254740993");
    const source = { path: "crd.json", text: text.replace('"M"', "1.0") };
    const { documents } = await publishOpenApiOf({ sources: [source], allowInvalid: true });
    expect(documents.get(path)).toContain('"default":{"n":9007199254740993,"m":1}');
  });

  it("are objects of which nothing is known where the CRD has no structural schema", async () => {
    const gvk = [{ group: "stable.example.com", version: "v1", kind: "CronTab" }];
    const schema = { properties: { spec: { type: "object" } } };
    const documents = await publish({ apiVersion: "v1beta1", schema });
    expect(at(documents.get(path), "components", "schemas", model)).toEqual({
      type: "object",
      "x-kubernetes-group-version-kind": gvk,
    });
    const structural = await publish({
      apiVersion: "v1beta1",
      schema: { type: "object", ...schema },
      spec: { preserveUnknownFields: true },
    });
    expect(at(structural.get(path), "components", "schemas", model, "properties", "spec")).toEqual({
      type: "object",
    });
    expect(at(structural.get("/openapi/v2"), "definitions", model)).toEqual({
      type: "object",
      "x-kubernetes-group-version-kind": gvk,
    });
  });
});

describe("documents", () => {
  const schema = { type: "object" };

  it("have the paths of a scope and its subresources", async () => {
    const scale = { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" };
    const documents = await publish(
      { schema, version: { subresources: { status: {}, scale } } },
      { schema, kind: "Node", plural: "nodes", scope: "Cluster" },
    );
    const root = "/apis/stable.example.com/v1";
    const paths = at(documents.get(path), "paths");
    expect(Object.keys(paths ?? {}).sort()).toEqual([
      `${root}/crontabs`,
      `${root}/namespaces/{namespace}/crontabs`,
      `${root}/namespaces/{namespace}/crontabs/{name}`,
      `${root}/namespaces/{namespace}/crontabs/{name}/scale`,
      `${root}/namespaces/{namespace}/crontabs/{name}/status`,
      `${root}/nodes`,
      `${root}/nodes/{name}`,
    ]);
    expect(at(documents.get("/openapi/v2"), "paths")).toHaveProperty([`${root}/nodes`]);
    expect(at(documents.get(path), "paths", `${root}/nodes/{name}`, "delete")).toMatchObject({
      operationId: "deleteStableExampleComV1Node",
      description: "delete a Node",
      "x-kubernetes-action": "delete",
    });
  });

  it("name operations by group and version, without k8s.io and signs", async () => {
    const given = { schema, group: "4-a.bc.k8s.io", kind: "Ips", plural: "ips" };
    const documents = await publish(given);
    const [root] = Object.keys(at(documents.get("/openapi/v2"), "paths") ?? {});
    expect(at(documents.get("/openapi/v2"), "paths", root ?? "", "get")).toMatchObject({
      operationId: "listABcV1IpsForAllNamespaces",
      tags: ["ABc_v1"],
    });
  });

  it("share parameters in v2 under the names of the server", async () => {
    const documents = await publish({ schema });
    const names = Object.keys(at(documents.get("/openapi/v2"), "parameters") ?? {});
    expect(names).toContain("watch-XNNPZGbK");
    expect(names).toContain("body-2Y1dVQaQ");
    expect(names).toContain("ignoreStoreReadErrorWithClusterBreakingPotential-QbNkfIqj");
    expect(names).toHaveLength(22);
  });

  it("leave out versions that are not served", async () => {
    const documents = await publish({ schema, version: { served: false } });
    expect([...documents.keys()]).toEqual(["/openapi/v2", "/openapi/v3"]);
    expect(documents.get("/openapi/v3")).toEqual({ paths: {} });
  });

  it("have an index whose hashes change with the documents and with nothing else", async () => {
    const other: GivenCrd = { schema, kind: "Node", plural: "nodes" };
    const hashOf = async (...given: readonly GivenCrd[]): Promise<string> => {
      const index = (await publish(...given)).get("/openapi/v3");
      const url = at(index, "paths", "apis/stable.example.com/v1", "serverRelativeURL");
      expect(url).toMatch(/^\/openapi\/v3\/apis\/stable\.example\.com\/v1\?hash=[0-9A-F]{16}$/);
      return String(url);
    };
    const url = await hashOf({ schema }, other);
    expect(await hashOf(other, { schema })).toBe(url);
    expect(await hashOf({ schema: { ...schema, description: "x" } }, other)).not.toBe(url);
  });
});
