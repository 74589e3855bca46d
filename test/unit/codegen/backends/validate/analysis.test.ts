import { describe, expect, it } from "vitest";
import { analyse } from "../../../../../src/codegen/backends/validate/analysis/analyse.js";
import type {
  Check,
  OwnCheck,
  Test,
} from "../../../../../src/codegen/backends/validate/analysis/check.js";
import {
  all,
  always,
  call,
  compare,
  every,
  isExact,
  never,
  not,
  open,
  readsAbsent,
  some,
} from "../../../../../src/codegen/backends/validate/analysis/check.js";
import { ShapeTable } from "../../../../../src/codegen/backends/validate/shape.js";
import { SchemaTable } from "../../../../../src/crd/ir/schema-table.js";
import type { JsonObject } from "../../../../../src/runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../../../../src/runtime/v1/values/kubernetes-version.js";
import { newestMinor } from "../../../../../src/runtime/v1/values/kubernetes-version.js";

/** What is asked of values of a schema, before anything is printed. */
function checkOf(schema: JsonObject, server: KubernetesMinor = newestMinor): Check {
  const shape = new ShapeTable(server).shape(new SchemaTable().schema(schema));
  return analyse(shape, { server, prunes: true, checks: new Map() });
}

/** The function of an object or a list. */
function ownOf(schema: JsonObject): OwnCheck {
  const { by } = checkOf(schema);
  if (typeof by !== "object") throw new Error("the schema has no function of its own");
  return by;
}

function objectOf(properties: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: "object", properties, ...more };
}

/** What is asked of members. */
function membersOf(schema: JsonObject): Extract<OwnCheck["contents"], { kind: "members" }> {
  const { contents } = ownOf(schema);
  if (contents.kind !== "members") throw new Error("the schema is none of an object");
  return contents;
}

const isString: Test = { kind: "typeof", type: "string" };

describe("scalars", () => {
  it.each([
    [{ type: "string" }, "isString"],
    [{ type: "boolean" }, "isBoolean"],
    [{ type: "integer" }, "isInteger"],
    [{ type: "integer", format: "int32" }, "isInt32"],
    [{ type: "string", minLength: 1 }, undefined],
  ])("%j is left to a function of the runtime: %s", (schema, by) => {
    expect(checkOf(schema).by).toBe(by);
  });

  it("integers of servers before 1.36 are checked as they did", () => {
    expect(checkOf({ type: "integer" }, 35).by).toBe("isSafeInteger");
  });

  it("a text is one before its length is asked", () => {
    expect(checkOf({ type: "string", minLength: 2, maxLength: 5 }).tests).toEqual([
      isString,
      { kind: "atMost", limit: 5 },
      { kind: "atLeast", limit: 2 },
    ]);
  });

  it("only entries of an enum that a valid value can equal are compared", () => {
    expect(checkOf({ type: "string", enum: ["a", 1, "bcd", "a"], maxLength: 2 }).tests).toEqual([
      { kind: "among", entries: ["a"] },
    ]);
    expect(checkOf({ type: "string", enum: [1] }).tests).toEqual([never]);
  });

  it("no text matches a pattern that does not compile", () => {
    expect(checkOf({ type: "string", pattern: "(" }).tests).toEqual([never]);
  });

  it("null passes where it is allowed, unless an enum leaves it out", () => {
    expect(checkOf({ type: "string", nullable: true }).tests).toEqual([
      { kind: "nullOr", of: [isString] },
    ]);
    expect(checkOf({ type: "string", nullable: true, enum: ["a"] }).tests).toEqual([
      { kind: "among", entries: ["a"] },
    ]);
  });
});

describe("lists and maps", () => {
  it("nothing but the type is asked of those that hold anything", () => {
    const anything = { "x-kubernetes-preserve-unknown-fields": true };
    expect(checkOf({ type: "array", items: anything }).by).toBe("isArray");
    expect(checkOf({ type: "object", additionalProperties: anything }).by).toBe("isPlainObject");
  });

  it("those of plain members are left to the runtime, with the members' function", () => {
    const items = { type: "string" };
    expect(checkOf({ type: "array", items }).tests).toEqual([
      { kind: "listOf", member: "isString" },
    ]);
    expect(checkOf({ type: "object", additionalProperties: items }).tests).toEqual([
      { kind: "mapOf", member: "isString" },
    ]);
  });

  it("a default of items leaves a list open: null becomes it", () => {
    const [test] = checkOf({ type: "array", items: { type: "string", default: "a" } }).tests;
    expect(test?.open).toBe("null becomes the default of items");
  });

  it("a set asks for unique items, a list of type map for unique keys", () => {
    const set = ownOf({
      type: "array",
      items: { type: "string" },
      "x-kubernetes-list-type": "set",
    });
    expect(set.contents).toMatchObject({ kind: "items", ofType: call("isSet") });
    const map = ownOf({
      type: "array",
      items: objectOf({ name: { type: "string", default: "x" } }),
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name"],
    });
    expect(map.contents).toMatchObject({
      ofType: call("haveUniqueKeys", [["name"], { name: "x" }]),
    });
  });
});

describe("objects", () => {
  const text = { type: "string" };

  it("members that are required have a bit each", () => {
    const members = membersOf(objectOf({ a: text, b: text, c: text }, { required: ["c", "a"] }));
    expect(members.named.map(({ name, bit }) => [name, bit])).toEqual([
      ["a", 2],
      ["b", 0],
      ["c", 1],
    ]);
    expect(members.required).toBe(3);
    expect(members.filled).toBe(0);
  });

  it("what is filled in need not be sent", () => {
    const fields = { a: { ...text, default: "x" }, b: text };
    const members = membersOf(objectOf(fields, { required: ["a", "b"] }));
    expect([members.required, members.filled]).toEqual([3, 1]);
  });

  it("more members than bits are asked for by name", () => {
    const names = Array.from({ length: 32 }, (_, index) => `f${index}`);
    const fields = Object.fromEntries(names.map((name) => [name, text]));
    const members = membersOf(objectOf(fields, { required: names }));
    expect(members.required).toBe(2 ** 30 - 1);
    expect(members.counted).toMatchObject([
      { kind: "call", check: "hasKey", args: ["f30"], open: "it may be filled in" },
      { kind: "call", check: "hasKey", args: ["f31"], open: "it may be filled in" },
    ]);
  });

  it("null counts as absent where the schema does not allow it", () => {
    expect(membersOf(objectOf({ a: text })).nulls).toEqual({ kind: "all" });
    const nullable = { ...text, nullable: true };
    expect(membersOf(objectOf({ a: text, b: nullable, c: text })).nulls).toEqual({
      kind: "except",
      names: ["b"],
    });
    expect(membersOf(objectOf({ a: nullable })).nulls).toEqual({ kind: "none" });
  });

  it("limits of the number of members are open where something is filled in", () => {
    const plain = membersOf(objectOf({ a: text }, { minProperties: 1 }));
    expect(plain.counted).toEqual([compare("size", ">=", 1)]);
    const filled = membersOf(objectOf({ a: { ...text, default: "x" } }, { minProperties: 1 }));
    expect(filled.counted).toMatchObject([
      compare("size", ">=", 1),
      { kind: "stored", open: "what is filled in is counted" },
    ]);
  });

  it("is exact if all that it holds is", () => {
    expect(ownOf(objectOf({ a: text })).isExact).toBe(true);
    const inner = objectOf({ b: { type: "array", items: { ...text, default: "x" } } });
    expect(ownOf(objectOf({ a: inner })).isExact).toBe(false);
  });
});

describe("junctors", () => {
  it("branches that say nothing of a value leave nothing to ask", () => {
    expect(checkOf({ type: "string", anyOf: [{}, { minLength: 2 }] }).tests).toEqual([isString]);
  });

  it("one of several must hold", () => {
    const schema = { type: "string", anyOf: [{ minLength: 2 }, { maxLength: 1 }] };
    expect(checkOf(schema).tests).toMatchObject([isString, { kind: "some" }]);
  });
});

describe("tests put together", () => {
  it("what is known decides, or goes", () => {
    expect(all([always, isString])).toEqual([isString]);
    expect(all([isString, never])).toEqual([never]);
    expect(every([])).toBe(always);
    expect(some([])).toBe(never);
    expect(some([isString, always])).toBe(always);
    expect(some([never, isString])).toBe(isString);
    expect(not(never)).toEqual(always);
    expect(not(isString)).toEqual({ kind: "not", of: [isString] });
  });

  it("one that is open makes all inexact that contain it", () => {
    const opened = open(isString, "why");
    expect(isExact(isString)).toBe(true);
    expect(isExact(every([call("isSet"), not(opened)]))).toBe(false);
    expect(open(isString, false)).toBe(isString);
  });

  it("one that knows absent members makes all ask for them", () => {
    expect(readsAbsent(every([isString, call("hasKey", ["a"], true)]))).toBe(true);
    expect(readsAbsent(every([isString, call("hasKey", ["a"])]))).toBe(false);
    expect(readsAbsent({ kind: "string", of: [], otherwise: [{ kind: "stored" }] })).toBe(true);
  });
});
