import { beforeAll, expect, it } from "vitest";
import { compile } from "../../../../src/index.js";
import type { MemoryApiServer } from "../../../../src/runtime/v1/testing.js";
import { memoryApiServer } from "../../../../src/runtime/v1/testing.js";

const newVersion = { type: "object", properties: { color: { type: "string" } } };
const oldVersion = { type: "object", properties: { paint: { type: "string" } } };
const status = {
  type: "object",
  default: {},
  properties: { phase: { type: "string", default: "New" } },
};

const crd = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "wheels.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { plural: "wheels", singular: "wheel", kind: "Wheel", listKind: "WheelList" },
    versions: [
      { name: "v1", storage: true, spec: newVersion },
      { name: "v1beta1", storage: false, spec: oldVersion },
    ].map(({ spec, ...version }) => ({
      ...version,
      served: true,
      subresources: { status: {} },
      schema: { openAPIV3Schema: { type: "object", properties: { spec, status } } },
    })),
  },
};

interface Wheel {
  readonly metadata: { readonly resourceVersion: string };
  readonly spec: object;
  readonly status?: unknown;
}

let server: MemoryApiServer;
beforeAll(async () => {
  const sources = [{ path: "crd.json", text: JSON.stringify(crd) }];
  const [wheels] = (await compile({ sources })).resources;
  server = memoryApiServer(Object.values(wheels?.versions ?? {}).map(({ served }) => served));
});

async function ask(method: string, path: string, body?: object): Promise<Wheel> {
  const response = await server.send({
    method,
    path: `/apis/example.com/${path}`,
    headers: [["content-type", "application/json"]],
    body: body && JSON.stringify(body),
  });
  return JSON.parse(await response.text()) as Wheel; // what the server answers with
}

function wheel(name: string, version: string, spec: object, metadata: object = {}): object {
  return {
    apiVersion: `example.com/${version}`,
    kind: "Wheel",
    metadata: { name, ...metadata },
    spec,
  };
}

it("stores defaults of the status with the first write after the create", async () => {
  const path = "v1/namespaces/default/wheels";
  const object = wheel("one", "v1", { color: "red" });
  const created = await ask("POST", path, object);
  expect(created.status).toEqual({ phase: "New" });
  const { resourceVersion } = created.metadata;
  const sent = wheel("one", "v1", { color: "red" }, { resourceVersion });
  const first = await ask("PUT", `${path}/one`, sent);
  expect(Number(first.metadata.resourceVersion)).toBeGreaterThan(Number(resourceVersion));
  const second = await ask("PUT", `${path}/one`, wheel("one", "v1", first.spec, first.metadata));
  expect(second.metadata.resourceVersion).toBe(first.metadata.resourceVersion);
});

it("answers a write that ends a deleted object with what was to be written", async () => {
  const path = "v1beta1/namespaces/default/wheels";
  const finalizers = ["example.com/hold"];
  const created = await ask(
    "POST",
    path,
    wheel("two", "v1beta1", { paint: "red" }, { finalizers }),
  );
  expect(created.spec).toEqual({});
  const { metadata } = await ask("DELETE", `${path}/two`);
  const { resourceVersion } = metadata;
  const sent = wheel("two", "v1beta1", { paint: "red" }, { resourceVersion });
  const ended = await ask("PUT", `${path}/two`, sent);
  expect(ended.spec).toEqual({ paint: "red" });
});
