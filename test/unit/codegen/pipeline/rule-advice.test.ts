import { expect, it } from "vitest";
import { missingFunctions } from "../../../../src/codegen/pipeline/rule-advice.js";
import { lint } from "../../../../src/index.js";
import { boatSource } from "../../../support/boat.js";
import { cpuTime } from "../../../support/cpu-time.js";

it.each([
  ["nope == 1", "rules can use `self`, `oldSelf`"],
  ["cel.bind(x, self.s, x == x)", "write `[self.s].all(x, x == x)`"],
  ["math.greatest(1, 2) == 2", "write `[1, 2].max()`"],
  ["self.s == null", "write `!has(self.s)`"],
  ["self.s != null", "write `has(self.s)`"],
  ["quantity(self.s) > quantity('1')", "write `quantity(self.s).isGreaterThan(quantity('1'))`"],
  ["quantity(self.s) <= quantity('1')", "write `quantity(self.s).compareTo(quantity('1')) <= 0`"],
  ["self.s.length() > 1", "write `size(self.s)`"],
  ["self.s.test('a')", "write `self.s.matches('a')`"],
  ["self.s.includes('a')", "write `self.s.contains('a')`"],
  ["self.s.toLowerCase() == 'a'", "write `self.s.lowerAscii()`"],
  ["self.s.family() == 4", "write `ip(self.s).family()`"],
  ["self['s'] == 'a'", "write `self.s`"],
  ["self.s < today()", "rules cannot know the time"],
  ["base64.encode(b'a') == 'a'", "Kubernetes does not have the base64 library of CEL"],
  ["self.d / 2 > 1.0", "write constants with a dot: `2.0`"],
  ["self.in == 'x'", "write `__in__`, which stands for `in` in rules"],
  ["self.r__d == 'x'", "write `r__underscores__d`"],
  ["self.`x-y` == 'x'", "write `x__dash__y`"],
  ["has(self.x-y)", "test a field: `has(self.x__dash__y)`"],
  ["self.n.size() == 1 || sise(self.s) == 1", "write `size`"],
  ["s == 'a'", "write `self.s`"],
  ["self.n.y == 1", "select fields only from objects; other values have functions"],
  ["self.s.all(x, x == 'a')", "use macros such as `all` only on lists and maps"],
  ["self.s.matches('(?=a)')", "RE2, which has no lookaround"],
  ["duration('1 hour') > duration('1s')", "`1h30m`"],
  ["timestamp('now') == timestamp('now')", "`2030-01-31T00:00:00Z`"],
  ["has(self)", "test a field: `has(self.field)`"],
  ["self.n", "compare the value with something"],
])("%s: %s", async (rule, advice) => {
  const text = { type: "string" };
  const properties = {
    ...{ s: text, in: text, r__d: text, "x-y": text },
    ...{ n: { type: "integer" }, d: { type: "number" } },
  };
  const spec = { type: "object", properties, "x-kubernetes-validations": [{ rule }] };
  const source = boatSource({ schema: { type: "object", properties: { spec } } });
  const diagnostics = await lint({ sources: [source] });
  const help = diagnostics
    .filter(({ severity }) => severity === "error")
    .map((fault) => fault.help);
  expect(help.join("\n")).toContain(advice);
});

it.each([
  ["a list", { type: "array" }, "items"],
  ["a map", { type: "object" }, "additionalProperties"],
])("names the field of what %s holds", async (_, container, keyword) => {
  const held = {
    type: "object",
    properties: { s: { type: "string" } },
    "x-kubernetes-validations": [{ rule: "s == 'a'" }],
  };
  const properties = { f: { ...container, [keyword]: held } };
  const [fault] = await lint({ sources: [boatSource({ schema: { type: "object", properties } })] });
  expect(fault?.help).toBe("write `self.s`");
});

it("tells how a field is spelled whose name is no identifier", async () => {
  const schema = {
    type: "object",
    properties: { "a-b": { type: "integer" } },
    "x-kubernetes-validations": [{ rule: "self.a-b > 1" }],
  };
  const [fault] = await lint({ sources: [boatSource({ schema })] });
  expect(fault?.help).toBe("write `a__dash__b`, which stands for `a-b` in rules");
});

it.each([
  ["isQuantity(self.s)", "1.28", "API servers have it from 1.29 on"],
  ["[self.s].flatten() == []", "1.34", "API servers have it from 1.35 on"],
  ["[self.s].all(i, v, v == 'a')", "1.32", "use one variable: API servers have two from 1.33 on"],
  ["self.?s.hasValue()", "1.28", "API servers have it from 1.29 on"],
])("%s on %s: %s", async (rule, kubernetesVersion, help) => {
  const properties = { s: { type: "string" } };
  const spec = { type: "object", properties, "x-kubernetes-validations": [{ rule }] };
  const schema = { type: "object", properties: { spec } };
  const [fault] = await lint({ sources: [boatSource({ schema })], kubernetesVersion });
  expect(fault?.help).toBe(help);
});

it.each([
  ["the rule", { rule: "self.i < self.n" }, "no matching overload for '_<_'"],
  ["the rule", { rule: "self.i < 2.5" }, "no matching overload for '_<_'"],
  [
    "the messageExpression",
    { rule: "self.i > 0", messageExpression: "isQuantity('1') ? 'a' : 'b'" },
    "undeclared reference to 'isQuantity'",
  ],
])("warns that servers before 1.29 refuse %s of %j", async (part, rule, reason) => {
  const spec = {
    type: "object",
    properties: { i: { type: "integer" }, n: { type: "number" } },
    required: ["i", "n"],
    "x-kubernetes-validations": [rule],
  };
  const schema = { type: "object", properties: { spec } };
  const diagnostics = await lint({ sources: [boatSource({ schema })], minimumVersion: "1.28" });
  expect(diagnostics).toMatchObject([
    {
      code: "portability/newer-server",
      message: `${part} needs a server of Kubernetes 1.29 or newer`,
      help: expect.stringContaining("older servers refuse the CRD (") as string,
    },
  ]);
  expect(diagnostics[0]?.help).toContain(reason);
});

it.each(missingFunctions.filter(({ isFact }) => isFact !== true))(
  "$instead, which stands in for $names, compiles",
  async ({ instead }) => {
    const operands = [
      ["'a'", "'b'"],
      ["1", "2"],
      ["1.5", "2.5"],
      ["x", "'v'"],
    ];
    const verdicts = operands.map(async ([a = "", b = ""]) => {
      const proposed = instead.replaceAll("$a", a).replaceAll("$b", b).replaceAll("$c", "x == x");
      const rule = `[${proposed}].size() == 1`;
      const schema = { type: "object", "x-kubernetes-validations": [{ rule }] };
      return lint({ sources: [boatSource({ schema })] });
    });
    expect(await Promise.all(verdicts)).toContainEqual([]);
  },
);

const long = "a".repeat(90_000);

it.each([
  ["a name before the fault", `'${long}' == self.s && self.s.family() == 4`],
  ["a name before a function that is missing", `'${long}' == self.s && self.s.length() == 4`],
  ["a name before a key", `'${long}' == self.s && self['s'] == 'b'`],
  ["paths before null", `'${"self.".repeat(18_000)}' == self.s && self.s == null`],
  ["indexes", `'${"[a]".repeat(30_000)}' == self.s && self.s.length() == 4`],
  ["a field", `self.${long}.length() > 1`],
])("a rule as long as servers take is looked at once: %s", async (_, rule) => {
  const spec = {
    type: "object",
    properties: { s: { type: "string" } },
    "x-kubernetes-validations": [{ rule }],
  };
  const schema = { type: "object", properties: { spec } };
  const start = cpuTime();
  expect(await lint({ sources: [boatSource({ schema })] })).not.toEqual([]);
  expect(cpuTime() - start).toBeLessThan(5000);
});
