import { describe, expect, it } from "vitest";
import { Cluster } from "../../../src/server/cluster.js";

/*
 * An operator that applies as it reconciles must settle: what is applied again makes no new
 * version, wherever the schema has defaults and however lists and maps are merged.
 */

const item = {
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string" },
    ns: { type: "string", default: "d" },
    inner: { type: "object", default: {}, properties: { a: { type: "integer", default: 1 } } },
  },
};

/** Ways to hold such items, with values that leave the defaults out. */
const shapes: readonly (readonly [name: string, schema: object, value: unknown])[] = [
  ["list", { type: "array", items: item }, [{ name: "a" }, { name: "b" }]],
  [
    "atomic list",
    { type: "array", "x-kubernetes-list-type": "atomic", items: item },
    [{ name: "a" }, { name: "a" }],
  ],
  [
    "list map",
    {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name", "ns"],
      items: item,
    },
    [{ name: "a" }, { name: "b" }],
  ],
  [
    "set",
    { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" }, default: ["x"] },
    ["b", "a"],
  ],
  ["map", { type: "object", additionalProperties: item }, { a: { name: "a" } }],
  [
    "atomic map",
    { type: "object", "x-kubernetes-map-type": "atomic", additionalProperties: item },
    { a: { name: "a" } },
  ],
  ["object", { ...item, "x-kubernetes-map-type": "granular" }, { name: "a" }],
  ["atomic object", { ...item, "x-kubernetes-map-type": "atomic" }, { name: "a" }],
  ["empty object", { ...item, required: [], default: {} }, {}],
  ["null", { type: "string", default: "x", nullable: true }, null],
];

/** Applies an object of a schema, a minute after the last time. */
async function applierOf(schema: object): Promise<(body: object) => Promise<string>> {
  const cluster = await Cluster.create({ minor: 37 });
  const openAPIV3Schema = {
    type: "object",
    properties: { spec: { type: "object", properties: { field: schema } } },
  };
  const crd = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "things.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { kind: "Thing", plural: "things" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  };
  const send = async (
    method: string,
    path: string,
    type: string,
    body: object,
  ): Promise<string> => {
    const headers: [string, string][] = [["content-type", type]];
    const sent = { method, path, headers, body: JSON.stringify(body) };
    const response = await cluster.send({ ...sent, query: "fieldManager=me&force=true" });
    const text = await response.text();
    expect([200, 201], text).toContain(response.status);
    return text;
  };
  const crds = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  await send("POST", crds, "application/json", crd);
  const thing = "/apis/example.com/v1/namespaces/default/things/a";
  return (body) => {
    cluster.server.advance(60_000);
    return send("PATCH", thing, "application/apply-patch+yaml", body);
  };
}

describe("a configuration that is applied again", () => {
  it.each(
    shapes.flatMap(([name, schema, value]) =>
      [{}, { creationTimestamp: null }, { labels: { a: "b" } }].map((metadata) => ({
        name,
        metadata,
        schema,
        value,
      })),
    ),
  )("changes nothing: $name, $metadata", async ({ metadata, schema, value }) => {
    const apply = await applierOf(schema);
    const body = {
      apiVersion: "example.com/v1",
      kind: "Thing",
      metadata: { name: "a", ...metadata },
      spec: { field: value },
    };
    const first = await apply(body);
    for (let count = 0; count < 10; count++) expect(await apply(body)).toBe(first);
  });
});
