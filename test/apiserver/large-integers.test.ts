import { beforeAll, expect, it } from "vitest";
import { defineResource } from "../../src/runtime/v1/client/define-resource.js";
import { ResourceClient } from "../../src/runtime/v1/client/resource-client.js";
import { boatCrd } from "../support/boat.js";
import type { CrdObject } from "./server.js";
import { describeApiServer, installCrd } from "./server.js";

interface Big {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: { [key: string]: string } };
  spec: { id?: number; mode?: string; items?: { name: string; id: number }[] };
}

const definition = defineResource<Big>({
  group: "bugs.example.com",
  version: "v1",
  kind: "Big",
  plural: "bigs",
  scope: "Namespaced",
});

const int64 = { type: "integer", format: "int64" };
const item = { type: "object", properties: { name: { type: "string" }, id: int64 } };
const properties = { id: int64, mode: { type: "string" }, items: { type: "array", items: item } };
const crd = boatCrd({
  metadata: { name: "bigs.bugs.example.com" },
  spec: { group: "bugs.example.com", names: { kind: "Big", plural: "bigs" } },
  schema: { type: "object", properties: { spec: { type: "object", properties } } },
}) as unknown as CrdObject; // as `boatCrd` makes it

describeApiServer("integers beyond 2^53 and a real API server", (server) => {
  const path = "/apis/bugs.example.com/v1/namespaces/default/bigs";
  const bigs = (): ResourceClient<NonNullable<(typeof definition)["types"]>> =>
    new ResourceClient(definition, server().transport, { namespace: "default" });

  beforeAll(async () => {
    await installCrd(server(), crd);
  });

  async function store(name: string, spec: string): Promise<void> {
    const head = '"apiVersion":"bugs.example.com/v1","kind":"Big"';
    const body = `{${head},"metadata":{"name":"${name}"},"spec":${spec}}`;
    expect((await server().request("POST", path, body)).code).toBe(201);
  }

  async function storedSpec(name: string): Promise<string> {
    const headers: [string, string][] = [["accept", "application/json"]];
    const request = { method: "GET", path: `${path}/${name}`, headers };
    const text = await (await server().transport.send(request)).text();
    return /"spec":(.*)\}\s*$/s.exec(text)?.[1] ?? text;
  }

  it("modify keeps those that it does not change", async () => {
    await store("a", '{"id":9223372036854775807,"mode":"a"}');
    await bigs().modify("a", ({ spec }) => void (spec.mode = "b"));
    expect(await storedSpec("a")).toBe('{"id":9223372036854775807,"mode":"b"}');
    await bigs().modify("a", ({ apiVersion, kind, spec }) => ({
      ...{ apiVersion, kind, metadata: { name: "a", labels: { a: "b" } } },
      spec,
    }));
    expect((await bigs().get("a")).metadata.labels).toEqual({ a: "b" });
    expect(await storedSpec("a")).toBe('{"id":9223372036854775807,"mode":"b"}');
  });

  it("modify keeps those of the items of lists", async () => {
    const items = [1, 2, 3].map((n) => `{"id":900719925474099${n},"name":"${n}"}`);
    await store("b", `{"items":[${items.join(",")}]}`);
    await bigs().modify("b", ({ spec }) => {
      spec.items = spec.items?.filter(({ name }) => name !== "2") ?? [];
      Object.assign(spec.items[1] ?? {}, { name: "three" });
    });
    expect(await storedSpec("b")).toBe(
      '{"items":[{"id":9007199254740991,"name":"1"},{"id":9007199254740993,"name":"three"}]}',
    );
  });

  it("modify begins anew on conflict", async () => {
    await store("c", '{"id":9007199254740993,"mode":"a"}');
    let calls = 0;
    await bigs().modify("c", async ({ spec }) => {
      if (calls++ === 0) await bigs().patch("c", { merge: { metadata: { labels: { a: "b" } } } });
      spec.mode = "b";
    });
    expect(calls).toBe(2);
    expect(await storedSpec("c")).toBe('{"id":9007199254740993,"mode":"b"}');
  });
});
