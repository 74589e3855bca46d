import { describe, expect, it } from "vitest";
import {
  differForSure,
  haveUniqueKeys,
} from "../../../../../src/runtime/v1/validation/list-types.js";
import { isDateTime } from "../../../../../src/runtime/v1/values/formats/times.js";
import { isPlainTime } from "../../../../../src/runtime/v1/values/go/time.js";
import {
  isListOf,
  isMapOf,
  isString,
  jsonType,
  jsonTypeOf,
} from "../../../../../src/runtime/v1/values/json/json-object.js";
import { Float64 } from "../../../../../src/runtime/v1/values/json/json.js";
import { labelKeyFaults, subdomainFaults } from "../../../../../src/runtime/v1/values/names.js";
import { isLabelKey, isSubdomain } from "../../../../../src/runtime/v1/values/quick/names.js";

const long = "x".repeat(63);

describe("label keys", () => {
  it.each([
    "a", "A.b_c", "a/b", "example.com/MyName", `${long}.a/${long}`, `${long}x`, "", "/a", "a/", "a/b/c", "-a", "a-",
    "a..b/c", "a.-b/c", "A.com/c", "a_b/c", "é", `a/${long}x`,
    `${"a.".repeat(126)}a/b`, `${"a.".repeat(127)}a/b`,
  ])("judges %s as the rules do, the first time and again", (key) => {
    const isGood = labelKeyFaults(key).length === 0;
    expect([isLabelKey(key), isLabelKey(key)]).toEqual([isGood, isGood]);
  }); // prettier-ignore
});

describe("subdomains", () => {
  it.each(["a", "a.b", "a-b", "a--b", "", ".", "a.", ".a", "a..b", "a-.b", "a.-b", "-", "A", "a b", "é"])(
    "judges %s as the rules do",
    (text) => {
      expect(isSubdomain(text)).toBe(subdomainFaults(text).length === 0);
    },
  ); // prettier-ignore
});

describe("times", () => {
  it.each([
    "2024-05-01T12:34:56Z", "2024-02-28T00:00:00Z", "0000-01-01T23:59:59Z", "2024-02-30T00:00:00Z", "2024-13-01T00:00:00Z",
    "2024-05-01T24:00:00Z", "2024-05-01T12:60:00Z", "2024-05-01T12:34:60Z", "2024-05-01 12:34:56Z", "2024-05-01T12:34:56z",
    "2024-05-01T1a:34:56Z", "2024-05-01T12:34:5/Z", "2024-00-01T12:34:56Z", "2024-05-00T12:34:56Z", "x",
  ])("takes %s for plain only if it is a time", (text) => {
    if (isPlainTime(text)) expect(isDateTime(text)).toBe(true);
  }); // prettier-ignore
  it("takes the server's own spelling for plain", () => {
    expect(isPlainTime("2024-05-01T12:34:56Z")).toBe(true);
  });
});

describe("map lists", () => {
  it("knows different keys", () => {
    expect(differForSure([{ a: "x" }, { a: "y" }, { a: 1 }, {}], ["a"])).toBe(true);
    const ports = [{ a: 80, b: "TCP" }, { a: 80, b: "UDP" }, { a: 80 }];
    expect(differForSure(ports, ["a", "b"])).toBe(true);
  });
  it("says no to equal keys, in short lists and in long ones", () => {
    expect(haveUniqueKeys([{ a: "x" }, { a: "x" }], ["a"])).toBe(false);
    const many = Array.from({ length: 100 }, (_, index) => ({ a: index % 99 }));
    expect(haveUniqueKeys(many, ["a"])).toBe(false);
    expect(haveUniqueKeys(many.slice(0, 99), ["a"])).toBe(true);
  });
  it("leaves numbers of the other class, and what is inherited, to a closer look", () => {
    const numbers = [
      { a: 1, b: "x" },
      { a: new Float64(1), b: "x" },
    ];
    expect(differForSure(numbers, ["a", "b"])).toBe(false);
    expect(differForSure([{}, { constructor: "x" }], ["constructor"])).toBe(false);
  });
});

describe("types of JSON", () => {
  it.each<[unknown, string]>([
    [() => 1, "a function"],
    [Symbol("x"), "a symbol"],
    [new Date(0), "a Date"],
    [new Map(), "a Map"],
    [undefined, "undefined"],
  ])("%# is none", (value, what) => {
    expect(() => jsonType(value, "spec.x")).toThrow(`${what} at 'spec.x' is not a JSON value`);
  });
  it("are those of what JSON.stringify sends, of numbers too", () => {
    expect([NaN, Infinity, -Infinity, 1].map((value) => jsonType(value, ""))).toEqual(["null", "null", "null", "integer"]);
  });
  it("are those of classes, unless they are sent as something else", () => {
    class Point { x = 1; }
    expect(jsonType(new Point(), "")).toBe("object");
    expect(jsonTypeOf(Object.assign(new Point(), { toJSON: 5 }))).toBe("object");
    expect(jsonTypeOf(Object.assign(new Point(), { toJSON: () => 5 }))).toBeUndefined();
  });
}); // prettier-ignore

describe("plain collections", () => {
  it("looks at every member that has a value", () => {
    expect(isListOf(["a", "b"], isString)).toBe(true);
    expect(isListOf(["a", undefined], isString)).toBe(false);
    expect(isListOf({ length: 0 }, isString)).toBe(false);
    expect(isMapOf({ a: "x", b: undefined }, isString)).toBe(true);
    expect(isMapOf({ a: 1 }, isString)).toBe(false);
    expect(isMapOf(["a"], isString)).toBe(false);
    expect(isMapOf(Object.create({ a: "x" }), isString)).toBe(false);
  });
});
