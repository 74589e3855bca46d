import { describe, expect, it } from "vitest";
import type { PruneSchema } from "../../../../src/runtime/v1/validation/prune.js";
import { pruneValue, resourcePruner } from "../../../../src/runtime/v1/validation/prune.js";
import { Float64 } from "../../../../src/runtime/v1/values/json/json.js";

const schema: PruneSchema = {
  fields: {
    a: {},
    list: { items: { fields: { b: {} } } },
    map: { values: { fields: { c: {} } } },
    open: { preserveUnknownFields: true, items: { fields: { d: { fields: { e: {} } } } } },
  },
};

describe("pruning by the schema as data", () => {
  it("keeps the order of what stays, whatever the order of the object before was", () => {
    const first = { list: [], x: 1, a: "a" };
    const second = { a: "a", y: 2, map: {}, list: [{ b: 1, z: 3 }] };
    expect(pruneValue(schema, first)).toEqual([".x"]);
    expect(pruneValue(schema, second)).toEqual([".list[0].z", ".y"]);
    expect(pruneValue(schema, { a: 1, list: [], map: {} })).toBeUndefined();
    expect(JSON.stringify([first, second])).toBe(
      '[{"list":[],"a":"a"},{"a":"a","map":{},"list":[{"b":1}]}]',
    );
  });

  it("finds fields in objects and lists that stand in the place of others", () => {
    expect(pruneValue(schema, [{ a: 1 }])).toEqual(["[0].a"]);
    const list = { map: [{ c: 1 }] };
    expect(pruneValue(schema, list)).toEqual([".map[0].c"]);
    expect(list).toEqual({ map: [{}] });
  });

  it("knows what belongs to an object from what it inherits", () => {
    const object = JSON.parse('{"__proto__": {"x": 1}, "constructor": 1, "a": 1}') as object;
    expect(pruneValue(schema, object)).toEqual([".__proto__", ".constructor"]);
    expect(Object.keys(object)).toEqual(["a"]);
    const named = JSON.parse('{"fields": {"__proto__": {"fields": {"b": {}}}}}') as PruneSchema;
    const value: unknown = JSON.parse('{"__proto__": {"b": 1, "c": 2}}');
    expect(pruneValue(named, value)).toEqual([".__proto__.c"]);
    expect(JSON.stringify(value)).toBe('{"__proto__":{"b":1}}');
  });

  it("names what is undefined in nothing, and removes it all the same", () => {
    const object = { a: 1, x: undefined };
    expect(pruneValue(schema, object)).toBeUndefined();
    expect(Object.keys(object)).toEqual(["a"]);
  });

  it("leaves numbers of a class of their own as they are", () => {
    const object = { a: new Float64(1), list: new Float64(2), map: { k: new Float64(3) } };
    expect(pruneValue(schema, object)).toBeUndefined();
    expect(object.list.value).toBe(2);
  });

  it("names what is removed from a value in two places at the first one", () => {
    const shared = { b: 1, x: 2 };
    expect(pruneValue(schema, { list: [shared, shared] })).toEqual([".list[0].x"]);
    const cycle: unknown[] = [];
    cycle.push(cycle, { z: 1 });
    expect(pruneValue(schema, { a: cycle })).toEqual([".a[1].z"]);
  });

  it("keeps what is unknown in the items of a list that does so itself", () => {
    expect(pruneValue(schema, { open: [{ f: 1, d: { e: 1, g: 2 } }] })).toEqual([".open[0].d.g"]);
    // The same schema elsewhere keeps nothing.
    const items = schema.fields?.["open"]?.items ?? {};
    expect(pruneValue(items, { f: 1 })).toEqual([".f"]);
  });

  it("sorts the paths, and passes over the metadata of a resource", () => {
    const prune = resourcePruner(() => schema);
    expect(prune({ kind: "A", z: 1, metadata: { x: 1 }, b: 1 })).toEqual(["b", "z"]);
    expect(prune({ kind: "A" })).toEqual([]);
    expect(prune(undefined)).toEqual([]);
  });
});
