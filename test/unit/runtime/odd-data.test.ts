import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/runtime/v1/values/json/json.js";
import { Float64 } from "../../../src/runtime/v1/values/json/json.js";
import { compileBoat } from "../../support/boat.js";

/*
 * Rules over data of the wrong type, which they see where a wrong kind keeps the errors of the
 * schema from being told. What is expected here, a server of 1.37 answers.
 */

interface Case {
  readonly rule: string;
  readonly data: object;
  /** What the rule has to say; none: it holds. */
  readonly says?: string;
}

const noMap = "invalid data, expected a map for the provided schema with type=object";
const noArray = "invalid data, expected an array for the provided schema with type=array";
const noString = "invalid data, expected string, got int64";

async function answer(schema: JsonObject, { rule, data }: Case, old?: object): Promise<string[]> {
  const spec = { ...schema, "x-kubernetes-validations": [{ rule }] };
  const version = await compileBoat({ schema: { type: "object", properties: { spec } } });
  const object = { apiVersion: "sea.example.com/v1", kind: "Ship", metadata: { name: "a" } };
  const errors = version.validate({ ...object, ...data }, old && { oldObject: old });
  return errors.filter(({ field }) => field !== "kind").map(({ message }) => message);
}

describe("has() of a field with data of the wrong type", () => {
  const schema = {
    type: "object",
    properties: {
      x: { type: "object" },
      l: { type: "array", items: { type: "string" } },
      y: { type: "string" },
      o: { type: "object", properties: { n: { type: "integer" } } },
    },
  };
  it.each<Case>([
    { rule: "has(self.x)", data: { spec: { x: [] } }, says: noMap },
    { rule: "!has(self.l)", data: { spec: { l: {} } }, says: noArray },
    { rule: "has(self.y)", data: { spec: { y: 5 } }, says: noString },
    { rule: "has(self.o.n)", data: { spec: { o: [] } }, says: noMap },
    { rule: "has(self.x) && has(self.l)", data: { spec: { x: [], l: [] } }, says: noMap },
    { rule: "has(self.x) || has(self.l)", data: { spec: { x: [], l: {} } }, says: noMap },
    { rule: "has(self.x) || has(self.l)", data: { spec: { x: [], l: [] } } },
    { rule: "!has(self.x) || self.y == 'a'", data: { spec: { x: [], y: "a" } } },
    { rule: "!has(self.x) || has(self.y)", data: { spec: { x: [], y: 5 } }, says: noMap },
    { rule: "has(self.x) ? self.y == 'a' : true", data: { spec: { x: [], y: "a" } }, says: noMap },
    {
      rule: "(has(self.x) ? 1 : 0) + (has(self.l) ? 1 : 0) <= 1",
      data: { spec: { x: [] } },
      says: noMap,
    },
    { rule: "self.y == 'a' || has(self.x) == has(self.l)", data: { spec: { x: [], y: "a" } } },
    { rule: "!has(self.x)", data: { spec: 0 }, says: noMap },
    { rule: "!has(self.x)", data: { spec: new Float64(-0) }, says: noMap },
    { rule: "!has(self.o.n)", data: { spec: { o: new Float64(1) } }, says: noMap },
    { rule: "!has(self.x) || self.o.n > 0", data: { spec: new Float64(-0) }, says: noMap },
  ])("$rule, $data: $says", async (given) => {
    const says = given.says === undefined ? [] : [expect.stringContaining(given.says)];
    expect(await answer(schema, given)).toEqual(says);
  });
});

it("has() of a number that is nearly an integer is an error of items, too", async () => {
  const item = {
    type: "object",
    properties: { n: { type: "integer" }, e: { type: "string", maxLength: 10 } },
  };
  const rule = "self.all(x, has(x.n) ? x.e == 'a' : true)";
  const schema = { type: "array", maxItems: 10, items: item };
  const data = { spec: [{ e: "b", n: 2.9999999999999996 }] };
  const says = "invalid data, expected int, got float64";
  expect(await answer(schema, { rule, data })).toEqual([expect.stringContaining(says)]);
});

// Where there may be many items, costs are counted.
describe.each([10, 800_000])("of %d items", (maxItems) => {
  it.each([
    { data: { n: new Float64(2), l: ["a"] } },
    { data: { n: new Float64(2), l: [] } },
    { data: { n: new Float64(2) } },
  ])("an error beside what absorbs none is one: $data", async ({ data }) => {
    const words = { type: "array", maxItems: maxItems / 10, items: { type: "string" } };
    const item = {
      type: "object",
      properties: { n: { type: "integer" }, l: words },
      "x-kubernetes-validations": [
        { rule: "!has(self.n) || (has(self.n) && size(self.l) > 0)" },
        { rule: "!has(self.l) || (size(self.l) < 10 && size(self.l) != 9)" },
      ],
    };
    const given = { rule: "true", data: { spec: [data] } };
    const says = "invalid data, expected int, got float64";
    expect(await answer({ type: "array", maxItems, items: item }, given)).toEqual([
      expect.stringContaining(says),
    ]);
  });
});

describe("data of the wrong type where a rule stands", () => {
  const schema = { type: "string", maxLength: 20 };
  const old = {
    apiVersion: "sea.example.com/v1",
    kind: "Boat",
    metadata: { name: "a", namespace: "default", uid: "1", resourceVersion: "1" },
    spec: "k",
  };
  it.each<Case>([
    { rule: "self != 'a'", data: { spec: 5 }, says: noString },
    { rule: "self == oldSelf || oldSelf != 'on'", data: { spec: 5 } },
    { rule: "self == oldSelf || oldSelf == 'on'", data: { spec: 5 }, says: noString },
    { rule: "oldSelf == 'k'", data: { spec: 5 } },
    { rule: "oldSelf == 'k' ? true : self == 'k'", data: { spec: 5 } },
    { rule: "oldSelf == 'k' && self == 'k'", data: { spec: 5 }, says: noString },
    { rule: "oldSelf != 'k' && self == 'k'", data: { spec: 5 }, says: "failed rule" },
    { rule: "!(self.size() > 3 && oldSelf != 'k')", data: { spec: 5 } },
  ])("$rule, $data: $says", async (given) => {
    const { metadata } = old;
    const says = given.says === undefined ? [] : [expect.stringContaining(given.says)];
    const data = { ...given.data, metadata };
    expect(await answer(schema, { ...given, data }, old)).toEqual(says);
  });
});

describe("old data of the wrong type where a rule stands", () => {
  const parts = {
    type: "object",
    properties: {
      a: { type: "number" },
      o: { type: "object", properties: { y: { type: "string" } } },
    },
  };
  const whole = { type: "object", properties: { n: { type: "integer" } } };
  const texts = { type: "object", additionalProperties: { type: "string" } };
  it.each<[type: JsonObject, rule: string, old: unknown, data: unknown, says?: string]>([
    [{ type: "boolean" }, "self || !oldSelf", "x", true],
    [{ type: "boolean" }, "self ? true : oldSelf", {}, true],
    [{ type: "boolean" }, "!self || oldSelf", "x", true, "expected bool, got string"],
    [{ type: "integer" }, "self > 2 || oldSelf > 2", "x", 5],
    [{ type: "integer" }, "(self > 2 || oldSelf > 2) == true", "x", 5],
    [{ type: "integer" }, "self > oldSelf", "x", 5, "expected int, got string"],
    [{ type: "integer" }, "true || self > 2 || oldSelf > 2", "x", "x"],
    [{ type: "string" }, "self == 'x' || oldSelf == 'a'", 5, "x"],
    [{ type: "string" }, "self == oldSelf", 5, "x", noString],
    [{ type: "array", items: { type: "string" } }, "true || self == oldSelf", "x", ["a"]],
    [{ type: "array", items: { type: "string" } }, "self == oldSelf", "x", ["a"], noArray],
    [{ type: "array", items: { type: "string" } }, "self.all(x, x in oldSelf)", "x", []],
    [
      { type: "array", items: { type: "string" } },
      "self.all(x, x in oldSelf)",
      "x",
      ["a"],
      noArray,
    ],
    [{ type: "array", items: { type: "string" } }, "!oldSelf.exists(x, !(x in self))", [], "x"],
    [
      { type: "array", items: { type: "string" } },
      "oldSelf.all(x, x in self)",
      ["a"],
      "x",
      noArray,
    ],
    [{ type: "string" }, "oldSelf == 'k' || ['a'].all(x, x == self)", "x", 5, noString],
    [whole, "self.n > 2 || oldSelf.n > 2", "x", { n: 5 }],
    [whole, "self.n > 2 || has(oldSelf.n)", [], { n: 5 }],
    [whole, "self.n > 2 && oldSelf.n > 2", "x", { n: 5 }, noMap],
    [whole, "true || self == oldSelf", "x", { n: 5 }],
    [{ type: "object", additionalProperties: whole }, "true || self == oldSelf", "x", {}],
    // What the old object holds is another value, unless a list or an object is compared to it.
    [texts, "self == oldSelf", { a: 7 }, { a: "x" }, "failed rule"],
    [texts, "!(self == oldSelf)", { a: 7 }, { a: "x" }],
    [texts, "!([self] == [oldSelf])", { a: 7 }, { a: "x" }],
    [{ type: "array", items: { type: "string" } }, "!(self == oldSelf)", [7], ["x"]],
    [
      { type: "object", additionalProperties: texts },
      "self == oldSelf",
      { a: 7 },
      { a: {} },
      noMap,
    ],
    [parts, "has(oldSelf.a)", { a: 1 }, {}],
    [parts, "has(oldSelf.a)", { a: {} }, { a: 7 }, "expected float, got map[string]interface {}"],
    [parts, "has(self.a) == has(oldSelf.a)", { a: "x" }, { a: 7 }, "expected float, got string"],
    [parts, "has(oldSelf.o)", { o: [] }, {}, noMap],
    [parts, "has(oldSelf.o.y)", { o: { y: 5 } }, {}, noString],
    [parts, "!has(oldSelf.o) || has(self.a)", { o: "x" }, { a: 7 }],
  ])("%j, %s: %j -> %j", async (type, rule, old, spec, says) => {
    const metadata = { name: "a", namespace: "default", uid: "1", resourceVersion: "1" };
    const before = { apiVersion: "sea.example.com/v1", kind: "Boat", metadata, spec: old };
    const given = { rule, data: { metadata, spec } };
    const said = await answer(
      { maxItems: 5, maxLength: 9, maxProperties: 5, ...type },
      given,
      before,
    );
    expect(said).toEqual(says === undefined ? [] : [expect.stringContaining(says)]);
  });
});

describe("messages about data of the wrong type", () => {
  it.each<[messageExpression: string, says: string]>([
    ["'it is ' + 'wrong'", "it is wrong"],
    ["'it is ' + self", "plain"],
    ["true ? 'wrong' : self", "wrong"],
    ["'%s'.format([[].map(x, self)])", "[]"],
    ["'%s'.format([[].map(x, oldSelf)])", "[]"],
    ["'%s'.format([[1].map(x, oldSelf)])", "plain"],
  ])("%s: %s", async (messageExpression, says) => {
    const rule = { rule: "1 > 2", message: "plain", messageExpression };
    const spec = { type: "string", maxLength: 9, "x-kubernetes-validations": [rule] };
    const version = await compileBoat({ schema: { type: "object", properties: { spec } } });
    const object = { apiVersion: "sea.example.com/v1", kind: "Ship", metadata: { name: "a" } };
    const errors = version.validate({ ...object, spec: 5 });
    const told = errors.filter(({ field }) => field === "spec").map(({ message }) => message);
    expect(told).toEqual([`Invalid value: 5: ${says}`]);
  });
});
