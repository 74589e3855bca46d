import { beforeEach, describe, expect, it } from "vitest";
import { isGoodAsSent } from "../../../../../src/runtime/v1/validation/as-sent.js";
import type { MemberCheck } from "../../../../../src/runtime/v1/validation/value-schema.js";
import { copyJson, isParsedJson } from "../../../../../src/runtime/v1/values/json/copy-json.js";
import { Float64 } from "../../../../../src/runtime/v1/values/json/json.js";

/** A value inside of as many lists. */
function nested(value: unknown, levels: number): unknown {
  let outer = value;
  for (let level = 0; level < levels; level++) outer = [outer];
  return outer;
}

describe("what JSON.parse makes", () => {
  it.each([
    "null", "true", "1", "-0", "1e300", '"a"', '"\u{1F600}"', '"\\ud83d\\ude00"', "[]", "{}", "[null, 1, [2]]",
    '{ "a": { "b": [{ "c": null }] } }', '{ "__proto__": { "a": 1 } }',
  ])("is told of %s", (text) => {
    expect(isParsedJson(JSON.parse(text))).toBe(true);
  }); // prettier-ignore

  const cycle: unknown[] = [];
  cycle.push(cycle);
  it.each([
    ["nothing", undefined],
    ["a member that is undefined", { a: undefined }],
    ["a missing item", Array.from({ length: 2 }).concat(1)],
    // eslint-disable-next-line no-sparse-arrays -- what is tested
    ["a hole", [1, , 2]],
    ["a large hole", new Array(2 ** 32 - 1)],
    ["NaN", { a: Number.NaN }],
    ["Infinity", [Number.POSITIVE_INFINITY]],
    ["a bigint", 1n],
    ["a float64 of integral value", { a: new Float64(1) }],
    ["a date", new Date(0)],
    ["a map", new Map()],
    ["an object without a prototype", { a: Object.create(null) as object }],
    [
      "an instance of a class",
      [
        new (class {
          readonly a = 1;
        })(),
      ],
    ],
    ["a function", { a: () => 1 }],
    ["a cycle", cycle],
    ["what is nested deeply", nested(1, 200)],
    ["half of a character", "\ud800"],
    ["half of a character in a member", { a: ["\udc00x"] }],
    ["half of a character in a name", { "a\ud83d": 1 }],
  ])("is not told of %s", (_name, value) => {
    expect(isParsedJson(value)).toBe(false);
  });

  it("is told of what holds no null, if asked", () => {
    expect(isParsedJson({ a: [1, "x"] }, "without nulls")).toBe(true);
    expect(isParsedJson({ a: [1, null] }, "without nulls")).toBe(false);
  });

  it("is its own copy", () => {
    const value: unknown = JSON.parse('{ "a": [1, "x", null, { "b": {} }], "__proto__": 1 }');
    expect(isParsedJson(value)).toBe(true);
    expect(copyJson(value)).toEqual(value);
  });
});

describe("a quick check that says no", () => {
  const seen = new Set<unknown>();
  const refuse: MemberCheck = (value, _absent, wrong) => {
    if (Object.hasOwn(value as object, "a")) {
      seen.add(value);
      wrong?.add("a");
    }
    return false;
  };
  beforeEach(() => {
    seen.clear();
  });

  it("is believed where one wrong member would be sent as it is", () => {
    const value = { a: { b: 1 }, other: new Date(0) };
    expect(isGoodAsSent(refuse, value)).toBe(false);
    expect([...seen]).toEqual([value]);
  });

  it("is asked again about a copy of what would be sent otherwise", () => {
    const value = { a: Object.assign(Object.create(null) as object, { b: 1 }) };
    expect(isGoodAsSent(refuse, value)).toBe(false);
    expect(seen.size).toBe(2);
    expect([...seen].map((given) => JSON.stringify(given))).toEqual(
      Array<string>(2).fill('{"a":{"b":1}}'),
    );
  });

  it("leaves it to the copy to name what JSON cannot hold", () => {
    expect(() => isGoodAsSent(refuse, { a: [new Date(0)] })).toThrow("a[0]");
    expect(() => isGoodAsSent(refuse, { a: nested(1, 20_000) })).toThrow("nested too deeply");
  });
});
