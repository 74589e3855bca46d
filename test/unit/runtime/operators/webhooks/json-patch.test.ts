import fc from "fast-check";
import { expect, it } from "vitest";
import type { JsonPatchOperation } from "../../../../../src/runtime/v1/client/exact-changes.js";
import { jsonPatch } from "../../../../../src/runtime/v1/operators/webhooks/json-patch.js";
import { hasKey } from "../../../../../src/runtime/v1/values/json/json-object.js";
import type { Json } from "../../../../../src/runtime/v1/values/json/json.js";
import { isObject, setKey } from "../../../../../src/runtime/v1/values/json/json.js";

it.each<[string, unknown, unknown, JsonPatchOperation[]]>([
  ["nothing", { a: [1, { b: null }] }, { a: [1, { b: null }] }, []],
  ["a nested member", { a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, [
    { op: "replace", path: "/a/c", value: 3 },
  ]],
  ["a null that comes and one that goes", { a: null }, { b: null }, [
    { op: "remove", path: "/a" },
    { op: "add", path: "/b", value: null },
  ]],
  ["a null that stays, beside one that was absent", { a: null }, { a: null, b: 1 }, [
    { op: "add", path: "/b", value: 1 },
  ]],
  ["undefined, which is absent", { a: 1, b: undefined }, { a: undefined }, [
    { op: "remove", path: "/a" },
  ]],
  ["escapes", { "a/b": 1, "c~d": 1, "": 1 }, { "a/b": 2, "c~d": 2, "": 2 }, [
    { op: "replace", path: "/", value: 2 },
    { op: "replace", path: "/c~0d", value: 2 },
    { op: "replace", path: "/a~1b", value: 2 },
  ]],
  ["an item that was put first", { a: [{ n: 1 }, { n: 2 }] }, { a: [{ n: 0 }, { n: 1 }, { n: 2 }] }, [
    { op: "add", path: "/a/0", value: { n: 0 } },
  ]],
  ["items that were taken out", [1, 2, 3, 4, 5], [1, 4, 5], [
    { op: "remove", path: "/2" },
    { op: "remove", path: "/1" },
  ]],
  ["an item that changed", { a: [{ n: 1, v: 1 }, 2] }, { a: [{ n: 1, v: 2 }, 2] }, [
    { op: "replace", path: "/a/0/v", value: 2 },
  ]],
  ["a list that became an object", { a: [1] }, { a: { 0: 1 } }, [
    { op: "replace", path: "/a", value: { 0: 1 } },
  ]],
])("JSON patch: %s", (_, before, after, expected) => {
  expect(jsonPatch(before, after)).toEqual(expected);
}); // prettier-ignore

it("JSON patch: __proto__ is a key like others", () => {
  const after = JSON.parse('{"spec": {"__proto__": {"a": 1}}}') as Json; // it is JSON
  const operations = jsonPatch({ spec: {} }, after);
  expect(JSON.stringify(operations)).toBe(
    '[{"op":"add","path":"/spec/__proto__","value":{"a":1}}]',
  );
  expect(jsonPatch(after, { spec: {} })).toEqual([{ op: "remove", path: "/spec/__proto__" }]);
  expect(jsonPatch({ spec: {} }, { spec: {} })).toEqual([]);
});

it("JSON patch: values of any depth", () => {
  const deep = (leaf: unknown): unknown => {
    let value = leaf;
    for (let depth = 0; depth < 5000; depth++) value = depth % 2 === 0 ? [value] : { a: value };
    return value;
  };
  const [operation, ...others] = jsonPatch(deep(1), deep(2));
  expect(others).toEqual([]);
  expect(operation?.path.split("/")).toHaveLength(5001);
});

it("JSON patch: says what JSON cannot hold", () => {
  expect(() => jsonPatch({}, { spec: { f: () => 1 } })).toThrow("a function at 'spec.f'");
});

const key = fc.constantFrom("a", "b", "__proto__", "constructor", "", "/", "~", "~1", "0", "é");
const { tree } = fc.letrec<{ tree: Json }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<Json>(null, true, false, 0, 1, -1.5, "", "a", "🦄"),
    fc.array(tie("tree"), { maxLength: 5 }),
    fc.array(fc.tuple(key, tie("tree")), { maxLength: 4 }).map((entries) => {
      const object: { [key: string]: Json } = {};
      for (const [name, value] of entries) setKey(object, name, value);
      return object;
    }),
  ),
}));

it("JSON patch: applied to the one value it gives the other", () => {
  fc.assert(
    fc.property(tree, tree, (before, after) => {
      const patched = applyAll(before, jsonPatch({ root: before }, { root: after }));
      // With sorted keys: their order does not count. As texts: they show keys such as __proto__.
      expect(sortedText(patched)).toBe(sortedText(after));
      expect(jsonPatch(before, before)).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});

it("JSON patch: a small change makes a small patch", () => {
  fc.assert(
    fc.property(fc.array(tree, { maxLength: 6 }), tree, fc.nat(6), (items, item, place) => {
      const at = Math.min(place, items.length);
      const operations = jsonPatch(items, items.toSpliced(at, 0, item));
      expect(operations).toHaveLength(1);
      expect(jsonPatch(items.toSpliced(at, 0, item), items)).toHaveLength(1);
    }),
    { numRuns: 500 },
  );
});

function applyAll(before: Json, operations: readonly JsonPatchOperation[]): Json {
  const document = { root: structuredClone(before) };
  for (const operation of operations) applyOne(document, operation);
  return document.root;
}

/** To the letter of RFC 6902: what is replaced or removed must be there, indexes must fit. */
function applyOne(document: Json, operation: JsonPatchOperation): void {
  const steps = operation.path.split("/").slice(1);
  const keys = steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = keys.pop() ?? "";
  let parent = document;
  for (const step of keys) parent = memberOf(parent, step);
  if (operation.op !== "add") memberOf(parent, last);
  const value = "value" in operation ? (operation.value as Json) : null; // it was JSON
  if (Array.isArray(parent)) {
    const index = Number(last);
    if (index > parent.length) throw new Error(`no such index: ${operation.path}`);
    const added = operation.op === "remove" ? [] : [value];
    parent.splice(index, operation.op === "add" ? 0 : 1, ...added);
  } else if (isObject(parent)) {
    if (operation.op === "remove") Reflect.deleteProperty(parent, last);
    else setKey(parent, last, value);
  }
}

function memberOf(parent: Json, step: string): Json {
  const holder = parent as { [key: string]: Json }; // lists have their indexes
  if (typeof parent !== "object" || parent === null || !hasKey(holder, step)) {
    throw new Error(`nothing at ${step}`);
  }
  return holder[step] ?? null;
}

function sortedText(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(sortedText).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const entries = Object.keys(value).sort();
  return `{${entries.map((name) => `${JSON.stringify(name)}:${sortedText(value[name] ?? null)}`).join()}}`;
}
