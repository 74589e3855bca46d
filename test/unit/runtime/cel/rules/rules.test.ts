import { describe, expect, it } from "vitest";
import type {
  CountedExpression,
  NodeRule,
  RuleNode,
} from "../../../../../src/runtime/v1/cel/rules/rule-node.js";
import { callLimitExceeded, listRules } from "../../../../../src/runtime/v1/cel/rules/rule-node.js";
import {
  checkRules,
  limitedBy,
  ruleMessage,
  runResourceRules,
  runRules,
} from "../../../../../src/runtime/v1/cel/rules/rules.js";
import { CelError } from "../../../../../src/runtime/v1/cel/values/error.js";
import type { Value } from "../../../../../src/runtime/v1/cel/values/value.js";
import type { ValueSchema } from "../../../../../src/runtime/v1/validation/value-schema.js";
import type { FieldError } from "../../../../../src/runtime/v1/values/field-error.js";
import { fieldErrorText } from "../../../../../src/runtime/v1/values/field-error.js";
import type { Json, JsonObject } from "../../../../../src/runtime/v1/values/json/json.js";
import { Float64 } from "../../../../../src/runtime/v1/values/json/json.js";

/*
 * The walk over an object with rules made by hand, each with a cost of its own (apiextensions
 * `apiserver/schema/cel/validation.go`).
 */

type Outcome = boolean | CelError;

/** A rule that costs so much, whatever the value. */
function rule(cost: number, holds: Outcome = false, more: Partial<NodeRule> = {}): NodeRule {
  return { rule: " r ", cost, count: costing(cost, holds), limited: limitedBy([cost]), ...more };
}

/** Gives a value at a cost, unless that is too much. */
function costing(cost: number, value: Value | CelError): CountedExpression {
  return (_self, _old, costs) => {
    costs.spent = cost;
    return cost > costs.limit ? new CelError(callLimitExceeded) : value;
  };
}

/** A rule without limits. */
function fails(more: Partial<NodeRule> = {}): NodeRule {
  return { rule: " r ", cost: 0, quick: () => false, ...more };
}

function integer(...rules: NodeRule[]): RuleNode {
  return { type: "integer", rules };
}

function texts(errors: readonly FieldError[]): string[] {
  return errors.map(fieldErrorText);
}

const list = (items: RuleNode): RuleNode => ({ type: "array", items });
const failed = "Invalid value: failed rule: r";
const over =
  "validation failed due to running out of cost budget, no further validation rules will be run";
const cut = `Invalid value: "integer": ${over}`;
const cancelled = `'${callLimitExceeded}': no further validation rules will be run due to call cost exceeds limit for rule: r`;

describe("budgets", () => {
  const four = integer(rule(4));
  it.each<[string, RuleNode, Json, number, readonly string[], number]>([
    ["is spent to the last", list(four), [1, 2], 8, ["x[0]", "x[1]"], 0],
    ["is empty at the next node", list(four), [1, 2, 3, 4], 8, ["x[0]", "x[1]", "over x[2]"], -1],
    ["is exceeded by a rule", list(four), [1, 2, 3, 4], 9, ["x[0]", "x[1]", "over x[2]"], -1],
    ["has one left", list(four), [1, 2], 9, ["x[0]", "x[1]"], 1],
    ["counts rules that hold", list(integer(rule(4, true))), [1, 2, 3], 8, ["over x[2]"], -1],
    ["is no matter at nulls", list(four), [1, null, null], 4, ["x[0]"], 0],
    ["is no matter without rules", list({ type: "integer" }), [1, 2], 0, [], 0],
    ["ends the second rule", integer(rule(4), rule(1), rule(0)), 1, 4, ["x", "over x"], -1],
    ["takes what costs nothing", integer(rule(4), rule(0)), 1, 4, ["x", "x"], 0],
    [
      "ends among the fields",
      { type: "object", fields: { a: four, b: four, c: four } },
      { a: 1, b: 1, c: 1 },
      4,
      ["x.a", "over x.b"],
      -1,
    ],
    [
      "ends among the values",
      { type: "object", values: four },
      { a: 1, b: 1, c: 1 },
      4,
      ["x[a]", "over x[b]"],
      -1,
    ],
    [
      "ends above the members",
      { type: "object", rules: [rule(5)], fields: { a: four } },
      { a: 1 },
      4,
      ["over x"],
      -1,
    ],
    [
      "skips transition rules",
      integer(rule(4, false, { transition: "required" })),
      1,
      0.5,
      [],
      0.5,
    ],
  ])("%s", (_, node, value, budget, places, remaining) => {
    const told = places.map((place) =>
      place.startsWith("over ")
        ? `${place.slice(5)}: ${place === "over x" && node.type === "object" ? cut.replace("integer", "object") : cut}`
        : `${place}: ${failed}`,
    );
    const counted = runRules({ node, path: "x", budget, counts: true }, value, undefined);
    expect([texts(counted.errors), counted.remaining]).toEqual([told, remaining]);
    const quick = runRules({ node, path: "x", budget }, value, undefined);
    expect(texts(quick.errors)).toEqual(told);
  });

  it.each([
    [6, 6, ["x[0]: Invalid value: failed rule: r", "x[1]: Invalid value: failed rule: r"]],
    [7, 6, [`x[0]: Invalid value: "integer": ${cancelled}`]],
  ])("a rule of %d where one may cost %d", (cost, callLimit, told) => {
    for (const counts of [true, false]) {
      const run = { node: list(integer(rule(cost))), path: "x", callLimit, counts };
      expect(texts(runRules(run, [1, 2], undefined).errors)).toEqual(told);
    }
  });

  it.each([
    [1_000_000, 10, 0],
    [1_000_001, 1, -1],
    [1_000_000, 11, -1],
  ])("%d are spent %d times", (cost, times, remaining) => {
    const node = list(integer(rule(cost)));
    const { errors, ...rest } = runRules(
      { node, path: "x", counts: true },
      Array.from({ length: times }, () => 1),
      undefined,
    );
    expect([errors.length, rest.remaining]).toEqual([times, remaining]);
  });

  it("are by the extent of each value, old ones too", () => {
    const counted: Json[] = [];
    const limited = limitedBy([1]);
    const count: CountedExpression = (self, _old, costs) => {
      counted.push(self);
      costs.spent = 1;
      return true;
    };
    const node = list({ type: "string", rules: [fails({ limited, count, quick: () => true })] });
    const run = { node: { ...node, keys: [] }, path: "x" };
    runRules(run, ["a", "b"], undefined);
    expect(counted).toEqual([]);
    runRules(run, ["a", "b".repeat(65)], undefined);
    expect(counted).toEqual(["a", "b".repeat(65)]);
    counted.length = 0;
    const root = {
      node: { type: "string", rules: [fails({ limited, count, transition: "required" })] },
    };
    runRules({ ...root, path: "x" }, "a", "b".repeat(65));
    expect(counted).toEqual(["a"]);
  });
});

describe("outcomes", () => {
  const error = (text: string): Outcome => new CelError(text);
  it.each<[string, NodeRule, string]>([
    ["message", fails({ message: " m " }), "x: Invalid value: m"],
    ["place", fails({ fieldPath: "a.b" }), "x.a.b: Invalid value: failed rule: r"],
    ["Forbidden", fails({ reason: "FieldValueForbidden" }), "x: Forbidden: failed rule: r"],
    ["Required", fails({ reason: "FieldValueRequired" }), "x: Required value: failed rule: r"],
    ["Duplicate", fails({ reason: "FieldValueDuplicate" }), "x: Duplicate value"],
    ["fault", fails({ fault: "f" }), `x: Invalid value: "integer": rule compile error: f`],
    [
      "error",
      rule(0, error("no such key: k"), { message: " m ", fieldPath: "a" }),
      `x: Invalid value: "integer": no such key: k evaluating rule: m`,
    ],
    [
      "overload",
      rule(0, error("no such overload: f(int)")),
      `x: Invalid value: "integer": 'no such overload: f(int)': call arguments did not match a supported operator, function or macro signature for rule: r`,
    ],
  ])("%s", (_, tested, told) => {
    const { errors } = runRules({ node: integer(tested, fails()), path: "x" }, 1, undefined);
    expect(texts(errors)).toEqual([told, `x: ${failed}`]);
  });

  it("a node whose rules cannot run says so, and those below run", () => {
    const node = { type: "array", fault: "f", items: integer(fails()) };
    expect(texts(runRules({ node, path: "x" }, [1], undefined).errors)).toEqual([
      `x: Invalid value: "array": rule compiler initialization error: f`,
      `x[0]: ${failed}`,
    ]);
  });

  it("rules of objects are checked on objects alone", () => {
    const node = { type: "object", rules: [fails(), fails({ transition: "required" as const })] };
    const count = (object: unknown, old: unknown): number => checkRules(node, object, old).length;
    expect([count({}, {}), count({}, [])]).toEqual([2, 1]);
    expect([count({}, null), count([], {}), count(1, {})]).toEqual([1, 0, 0]);
  });
});

describe("messages", () => {
  const say = (says: string | number | CelError, cost = 0): NodeRule =>
    fails({
      message: "m",
      reason: "FieldValueForbidden",
      fieldPath: "a",
      messageText: ruleMessage,
      countMessage: costing(cost, says),
      limitedMessage: limitedBy([cost], `"source"`),
    });
  it.each<[string, string | number | CelError, string]>([
    ["good", "good", "good"],
    ["white space around it", " good\n\u00a0", "good"],
    ["a return", "a\rb", "a\rb"],
    ["a new line", "a\nb", "m"],
    ["nothing", "", "m"],
    ["white space", " \n ", "m"],
    ["5120 bytes", "é".repeat(2560), "é".repeat(2560)],
    ["5121 bytes", `${"é".repeat(2560)}a`, "m"],
    ["a number", 5, "m"],
    ["an error", new CelError("e"), "m"],
  ])("%s", (_, says, told) => {
    for (const counts of [true, false]) {
      const run = { node: integer(say(says)), path: "x", counts };
      expect(texts(runRules(run, 1, undefined).errors)).toEqual([`x.a: Forbidden: ${told}`]);
    }
  });

  it.each([
    [5, ["x[0].a: Forbidden: s", `x[1]: ${cut}`], -1],
    [6, [`x[0].a: Invalid value: "integer": messageExpression evaluation ${over.slice(11)}`], -1],
    [
      8,
      [
        'x[0].a: Invalid value: "integer": no further validation rules will be run due to call cost exceeds limit for messageExpression: "source"',
      ],
      -1,
    ],
  ])("an expression that costs %d of 5, at most 7", (cost, told, remaining) => {
    const budget = cost === 8 ? 20 : 5;
    for (const counts of [true, false]) {
      const run = { node: list(integer(say("s", cost))), path: "x", budget, callLimit: 7, counts };
      const outcome = runRules(run, [1, 2], undefined);
      expect([texts(outcome.errors), outcome.remaining]).toEqual([told, remaining]);
    }
  });
});

describe("what an update leaves as it is", () => {
  const fields: Record<string, ValueSchema> = {
    apiVersion: { type: "string" },
    kind: { type: "string" },
    set: { type: "array", items: { type: "integer" } },
    map: {
      type: "array",
      listType: "map",
      listMapKeys: ["k"],
      items: { type: "object", fields: { k: { type: "integer" }, v: { type: "integer" } } },
    },
  };
  const schema: ValueSchema = {
    type: "object",
    fields: { ...fields, in: { type: "object", fields } },
  };
  const item = { type: "object", fields: { k: integer(fails()), v: integer(fails()) } };
  const below = {
    apiVersion: integer(fails()),
    kind: integer(fails()),
    set: { type: "array", items: integer(fails()) },
    map: { type: "array", items: item },
  };
  const node = { type: "object", fields: { ...below, in: { type: "object", fields: below } } };

  it.each<[JsonObject, JsonObject, readonly string[], readonly string[]]>([
    [{ kind: "a", apiVersion: "b" }, {}, ["kind", "apiVersion"], []],
    [{ kind: "a", apiVersion: "b" }, { kind: "a", apiVersion: "b" }, ["kind", "apiVersion"], []],
    [{ in: { kind: "a", apiVersion: "b" } }, { in: { kind: "a" } }, ["in.apiVersion"], ["in.kind"]],
    [{ in: { apiVersion: "a" } }, { in: { apiVersion: "a" } }, [], ["in.apiVersion"]],
    [{ set: [1, 2] }, { set: [1, 2] }, [], ["set[0]", "set[1]"]],
    [{ set: [1, 2] }, { set: [1, 3] }, ["set[0]", "set[1]"], []],
    [{ set: [1] }, {}, ["set[0]"], []],
    [
      {
        map: [
          { k: 1, v: 1 },
          { k: 2, v: 2 },
        ],
      },
      {
        map: [
          { k: 2, v: 3 },
          { k: 1, v: 1 },
          { k: 2, v: 2 },
        ],
      },
      ["map[1].v"],
      ["map[0].k", "map[0].v", "map[1].k"],
    ],
  ])("%j for %j", (object, old, errors, warnings) => {
    const correlation = { value: object, old, schema };
    const outcome = runResourceRules(node, object, old, correlation);
    expect(outcome.errors.map(({ field }) => field)).toEqual(errors);
    expect(outcome.warnings.map(({ field }) => field)).toEqual(warnings);
  });

  it("is no excuse for transition rules, nor for rules that cannot be evaluated", () => {
    const rules = [fails({ transition: "required" }), rule(0, new CelError("e")), fails()];
    const ruled = { type: "object", fields: { set: { type: "array", rules } } };
    const correlation = { value: { set: [1] }, old: { set: [1] }, schema };
    const outcome = runResourceRules(ruled, { set: [1] }, { set: [1] }, correlation);
    expect([outcome.errors.length, outcome.warnings.length]).toEqual([2, 1]);
    expect(runResourceRules(ruled, { set: [1] }, { set: [1] }, undefined).warnings).toEqual([]);
  });
});

it("oldSelf is the old value at the same place, by keys in map lists; an old null is none", () => {
  const seen: (Json | undefined)[] = [];
  const watch = (transition?: "optional"): NodeRule => ({
    rule: "r",
    cost: 0,
    quick: (_self, old) => seen.push(old) > 0,
    ...(transition && { transition }),
  });
  const run = (node: RuleNode, value: Json, old: Json): (Json | undefined)[] => {
    seen.length = 0;
    runRules({ node, path: "" }, value, old);
    return [...seen];
  };
  const optional = integer(watch("optional"));
  const keyed = { type: "array", items: { ...optional, type: "object" }, keys: ["k"] };
  expect(run(optional, 1, 2)).toEqual([2]);
  expect(run(optional, 1, null)).toEqual([undefined]);
  expect(run(integer(watch()), 1, 2)).toEqual([undefined]);
  expect(run(integer(watch(), watch("optional")), 1, 2)).toEqual([2, 2]);
  expect(run({ type: "object", fields: { toString: optional } }, { toString: 1 }, {})).toEqual([
    undefined,
  ]);
  expect(run({ type: "object", values: optional }, { a: 1 }, [2])).toEqual([undefined]);
  expect(run(list(optional), [1, { k: 1 }], [{ k: 1 }])).toEqual([undefined, undefined]);
  expect(run(keyed, [{ k: "1" }, { k: 1 }, { k: [] }, {}, 5], { length: 1 })).toEqual(
    Array.from({ length: 5 }, () => undefined),
  );
  const old = [{ v: 0 }, null, { k: [] }, { k: 1, v: 1 }, { k: 1, v: 2 }, { k: "1", v: 3 }];
  expect(run(keyed, [{ k: "1" }, { k: 1 }, { k: [] }, {}, 5], old)).toEqual([
    { k: "1", v: 3 },
    { k: 1, v: 1 },
    undefined,
    undefined,
    undefined,
  ]);
  const floats = [{ k: 1 }, { k: new Float64(1), v: 1 }];
  expect(run(keyed, [{ k: new Float64(1) }, { k: new Float64(2) }], floats)).toEqual([
    { k: new Float64(1), v: 1 },
    undefined,
  ]);
  expect(run({ ...keyed, keys: ["valueOf"] }, [{}], [{}])).toEqual([undefined]);
});

it("rules are listed with the paths of their nodes, and take any data", () => {
  const says = fails({ countMessage: (self) => JSON.stringify([self]) });
  const leaf = { type: "integer", rules: [says] };
  const node = {
    type: "object",
    rules: [fails({ message: "m" })],
    fields: { a: { type: "object", fields: { b: leaf }, values: leaf }, c: list(leaf) },
  };
  const rules = listRules(node);
  expect(rules.map(({ path }) => path)).toEqual(["", "a.b", "a[*]", "c[*]"]);
  expect(rules.map(({ message }) => message)).toEqual(["m", "", "", ""]);
  expect(rules.map((listed) => listed.describe?.(1))).toEqual([undefined, "[1]", "[1]", "[1]"]);
});
