import { expect, it } from "vitest";
import { lint } from "../../../src/index.js";
import { boatSource } from "../../support/boat.js";

it.each([
  ["nope == 1", "write `optional.none`"],
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
  const properties = { s: { type: "string" }, n: { type: "integer" } };
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
