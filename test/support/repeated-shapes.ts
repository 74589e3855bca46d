/*
 * Ways to hold values that leave defaults out, for applies that are repeated: an operator that
 * applies as it reconciles must settle, wherever the schema has defaults and however lists and maps
 * are merged.
 */

/** A field, and a value of it. */
export interface RepeatedShape {
  readonly name: string;
  readonly schema: object;
  readonly value: unknown;
  /** The real server itself makes a new version each time: so must we. */
  readonly neverSettles?: true;
}

/** What has a default, and where: in the item itself, in a part of it, or in all of that. */
const parts: Readonly<Record<string, object>> = {
  scalar: { ns: { type: "string", default: "d" } },
  number: { ns: { type: "number", default: 1.5 }, whole: { type: "integer", default: 2_000_000 } },
  nested: {
    inner: { type: "object", default: {}, properties: { a: { type: "integer", default: 1 } } },
  },
  partly: { inner: { type: "object", properties: { a: { type: "integer", default: 1 } } } },
  list: { inner: { type: "array", default: ["x"], items: { type: "string" } } },
  set: {
    inner: {
      type: "array",
      "x-kubernetes-list-type": "set",
      default: ["x", "y"],
      items: { type: "string" },
    },
  },
  map: {
    inner: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["k"],
      default: [{ k: "a" }],
      items: {
        type: "object",
        properties: { k: { type: "string", default: "z" }, v: { type: "string", default: "w" } },
      },
    },
  },
  nullable: { ns: { type: "string", nullable: true, default: "d" } },
  loose: { ns: { "x-kubernetes-preserve-unknown-fields": true, default: { any: ["thing"] } } },
  "int or string": { ns: { "x-kubernetes-int-or-string": true, default: "50%" } },
};

function itemOf(part: object): object {
  return { type: "object", required: ["name"], properties: { name: { type: "string" }, ...part } };
}

/** The ways to hold items. */
function holders(
  item: object,
): Readonly<Record<string, readonly [schema: object, value: unknown]>> {
  const atomic = { "x-kubernetes-map-type": "atomic" };
  const keyed = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] };
  const list = { type: "array", items: item };
  const [a, b] = [{ name: "a" }, { name: "b" }];
  return {
    list: [list, [a, b]],
    "atomic list": [{ ...list, "x-kubernetes-list-type": "atomic" }, [a, a]],
    "list map": [{ ...list, ...keyed }, [b, a]],
    map: [
      { type: "object", additionalProperties: item },
      { b, a },
    ],
    "atomic map": [{ type: "object", ...atomic, additionalProperties: item }, { a }],
    object: [{ ...item, "x-kubernetes-map-type": "granular" }, a],
    "atomic object": [{ ...item, ...atomic }, a],
    "list in an atomic object": [
      { type: "object", ...atomic, properties: { all: list } },
      { all: [a] },
    ],
    "list map in a list map": [
      {
        ...list,
        ...keyed,
        items: { ...item, properties: { ...propertiesOf(item), all: { ...list, ...keyed } } },
      },
      [{ name: "a", all: [b, a] }],
    ],
    "object that is absent": [{ type: "object", default: {}, properties: { at: item } }, undefined],
  };
}

function propertiesOf(item: object): object {
  return "properties" in item ? (item.properties as object) : {}; // as `itemOf` makes it
}

/** What is no holder of items. */
const others: readonly RepeatedShape[] = [
  {
    name: "default set",
    schema: {
      type: "array",
      "x-kubernetes-list-type": "set",
      items: { type: "string" },
      default: ["x"],
    },
    value: ["b", "a"],
  },
  {
    name: "null with a default",
    schema: { type: "string", default: "x", nullable: true },
    value: null,
  },
  { name: "null", schema: { type: "object", nullable: true, properties: {} }, value: null },
  {
    name: "dropped null",
    schema: { type: "object", properties: { a: { type: "string", default: "x" } } },
    value: { a: null },
  },
  { name: "empty object", schema: { type: "object", default: {}, properties: {} }, value: {} },
  {
    name: "empty list",
    schema: { type: "array", default: ["x"], items: { type: "string" } },
    value: [],
  },
  {
    name: "anything",
    schema: { "x-kubernetes-preserve-unknown-fields": true },
    value: { a: [null, { b: null }] },
  },
  { name: "float", schema: { type: "number" }, value: 1e21 },
  { name: "whole float", schema: { type: "number", default: 1 }, value: 2_000_000 },
  {
    name: "embedded",
    neverSettles: true,
    schema: {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      "x-kubernetes-preserve-unknown-fields": true,
    },
    value: {
      apiVersion: "v1",
      kind: "A",
      metadata: { name: "a", creationTimestamp: null },
      data: {},
    },
  },
];

/** All ways, each with every place for a default. */
export const repeatedShapes: readonly RepeatedShape[] = [
  ...Object.entries(parts).flatMap(([part, properties]) =>
    Object.entries(holders(itemOf(properties))).map(([holder, [schema, value]]) => ({
      name: `${holder}, ${part}`,
      schema,
      value,
    })),
  ),
  ...others,
];

/** Metadata in which clients differ. */
export const repeatedMetadata: readonly object[] = [
  {},
  { creationTimestamp: null },
  { resourceVersion: null, uid: null, selfLink: null },
  { labels: { a: "b" }, annotations: null, finalizers: [] },
];

/** The CRD of objects with all fields: `spec.f0`, `spec.f1` and so on. */
export function repeatedCrd(group: string, shapes: readonly RepeatedShape[]): object {
  const fields = shapes.map(({ schema }, index) => [`f${index}`, schema] as const);
  const openAPIV3Schema = {
    type: "object",
    properties: { spec: { type: "object", properties: Object.fromEntries(fields) } },
  };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `things.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { kind: "Thing", plural: "things", singular: "thing", listKind: "ThingList" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema } }],
    },
  };
}

/** An object with some of the fields, of which the first has this number. */
export function repeatedBody(
  group: string,
  metadata: object,
  shapes: readonly RepeatedShape[],
  first = 0,
): object {
  const fields = shapes.map(({ value }, index) => [`f${first + index}`, value] as const);
  return { apiVersion: `${group}/v1`, kind: "Thing", metadata, spec: Object.fromEntries(fields) };
}
