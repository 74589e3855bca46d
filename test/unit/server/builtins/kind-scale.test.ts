import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { selectKinds } from "../../../../src/builtin/select-kinds.js";
import { kindTable } from "../../../../src/runtime/v1/built-in/table/kind-table.js";
import type { JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import { Cluster } from "../../../../src/server/cluster.js";

/* As kube-apiserver 1.37.2 answers. */

const deployments = "/apis/apps/v1/namespaces/default/deployments";
const template = {
  metadata: { labels: { app: "a" } },
  spec: { containers: [{ name: "a", image: "a" }] },
};

let cluster: Cluster;

interface Answer {
  readonly status: number;
  readonly body: JsonObject & { readonly message?: string; readonly metadata: JsonObject };
}

async function send(
  method: string,
  path: string,
  body?: object,
  { type = "application/json", query = "fieldManager=m" } = {},
): Promise<Answer> {
  const response = await cluster.send({
    method,
    path,
    query,
    headers: [["content-type", type]],
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: JSON.parse(await response.text()) as Answer["body"] }; // of the server
}

const scale = `${deployments}/a/scale`;

function apply(scaled: object, query = "fieldManager=m"): Promise<Answer> {
  const configuration = { apiVersion: "autoscaling/v1", kind: "Scale", ...scaled };
  return send("PATCH", scale, configuration, { type: "application/apply-patch+yaml", query });
}

function merge(scaled: object): Promise<Answer> {
  return send("PATCH", scale, scaled, { type: "application/merge-patch+json" });
}

beforeEach(async () => {
  const builtIns = selectKinds(kindTable(37), ["apps/v1/Deployment"]).resources;
  cluster = await Cluster.create({ minor: 37, builtIns, namespaces: true });
  const spec = { replicas: 2, selector: { matchLabels: { app: "a" } }, template };
  const query = "fieldManager=creator";
  const created = await send("POST", deployments, { metadata: { name: "a" }, spec }, { query });
  expect(created.status).toBe(201);
});

afterEach(() => {
  cluster.close();
});

describe("the scale of a built-in kind", () => {
  it("is applied, unlike that of a custom resource", async () => {
    expect((await apply({ spec: { replicas: 3 } })).body.message).toBe(
      'Apply failed with 1 conflict: conflict with "creator" using autoscaling/v1: .spec.replicas',
    );
    const forced = await apply({ spec: { replicas: 3 } }, "fieldManager=m&force=true");
    expect(forced).toMatchObject({ status: 200, body: { kind: "Scale", spec: { replicas: 3 } } });
    const { body } = await send("GET", `${deployments}/a`);
    expect(body["spec"]).toMatchObject({ replicas: 3 });
    expect(body.metadata["managedFields"]).toContainEqual(
      expect.objectContaining({
        manager: "m",
        operation: "Apply",
        apiVersion: "apps/v1",
        subresource: "scale",
        fieldsV1: { "f:spec": { "f:replicas": {} } },
      }),
    );
  });

  it("has a version and a uid, by which a write says what it means", async () => {
    const { body } = await send("GET", `${deployments}/a`);
    const fault = `Precondition failed: UID in precondition: x, UID in object meta: ${String(body.metadata["uid"])}`;
    const conflict = `Operation cannot be fulfilled on deployments/scale.apps "a": ${fault}`;
    const patch = { metadata: { uid: "x" }, spec: { replicas: 4 } };
    expect((await merge(patch)).body.message).toBe(conflict);
    expect((await apply(patch, "fieldManager=m&force=true")).body.message).toBe(conflict);
    const old = { metadata: { resourceVersion: "1" }, spec: { replicas: 4 } };
    expect((await merge(old)).status).toBe(409);
    expect((await apply(old, "fieldManager=m&force=true")).status).toBe(409);
    const stored = (await send("PUT", scale, { metadata: { name: "a", uid: "x" } })).body.message;
    expect(stored).toContain("Key: /deployments/default/a, ");
    expect((await send("GET", `${deployments}/a`)).body.metadata).toEqual(body.metadata);
  });

  it("is checked before the object is", async () => {
    const invalid = {
      status: 422,
      body: {
        message:
          'Scale.autoscaling "a" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
      },
    };
    expect(await merge({ spec: { replicas: -1 } })).toMatchObject(invalid);
    const sent = { metadata: { name: "a" }, spec: { replicas: -1 } };
    expect(await send("PUT", scale, sent)).toMatchObject(invalid);
  });

  it("is read by its type", async () => {
    const { body } = await send("PUT", scale, { spec: { replicas: "x" } });
    expect(body.message).toBe(
      'Scale in version "v1" cannot be handled as a Scale: json: cannot unmarshal string into Go struct field ScaleSpec.spec.replicas of type int32',
    );
    const query = "fieldValidation=Strict";
    const strict = await send("PUT", scale, { metadata: { name: "a" }, other: 1 }, { query });
    expect(strict.body.message).toContain('strict decoding error: unknown field "other"');
  });
});
