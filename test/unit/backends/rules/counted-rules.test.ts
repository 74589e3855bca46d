import { describe, expect, it } from "vitest";
import { RuleTree } from "../../../../src/backends/rules/rule-tree.js";
import { RuleFile } from "../../../../src/backends/rules/rule-file.js";
import type { Imported } from "../../../../src/emit/code.js";
import { word } from "../../../../src/emit/code.js";
import { GeneratedFile } from "../../../../src/emit/generated-file.js";
import { SchemaTable } from "../../../../src/ir/schema-table.js";
import type { CostLimits } from "../../../../src/rules/cost-limits.js";
import { serverCostLimits } from "../../../../src/rules/cost-limits.js";
import { StoredRules } from "../../../../src/rules/stored-rules.js";

const stored = new StoredRules(37);

/** The code of rules over an object with a number and a string. */
function emit(...rules: readonly string[]): string {
  return emitLimited(serverCostLimits, ...rules);
}

function emitLimited(limits: CostLimits, ...rules: readonly string[]): string {
  const file = new GeneratedFile("rules");
  const imported = (name: string, typeOnly: boolean): Imported => ({
    name,
    local: name,
    from: { kind: "package", specifier: "runtime" },
    typeOnly,
  });
  const home = new RuleFile(file, {
    runtime: (name) => imported(name, false),
    runtimeType: (name) => imported(name, true),
  });
  const schema = new SchemaTable().schema({
    type: "object",
    properties: { n: { type: "integer" }, s: { type: "string" } },
    "x-kubernetes-validations": rules.map((rule) => ({ rule })),
  });
  const root = new RuleTree(home, { localName: () => "Node" }, stored, limits).root(schema, false);
  const constant = { kind: "const", name: "rules", exported: true, doc: [] } as const;
  file.add({ ...constant, type: undefined, value: root ?? word("undefined") });
  const [printed] = file.print({ target: "ts", importExtension: ".js", banner: "" });
  return printed?.text ?? "";
}

function chain(terms: number, operator: string): string {
  const term = (index: number): string => `(self.n == ${index} && self.s == 'x${index}')`;
  return Array.from({ length: terms }, (_, index) => term(index)).join(operator);
}

describe("rules whose cost is counted", () => {
  it("match a constant pattern as it was compiled, and bring RE2 for others only", () => {
    const always: CostLimits = { call: 1, object: 1 };
    const constant = emitLimited(always, "self.s.matches('^[0-9]+$')");
    expect(constant).toContain("const pattern = /^[0-9]+$/u;");
    expect(constant).toContain("[matching(pattern)]");
    expect(constant).not.toContain("matchFunctions");
    expect(emitLimited(always, "self.s.matches(self.s)")).toContain("[matchFunctions]");
  });

  it("take a pattern that is worked out once for a constant", () => {
    const always: CostLimits = { call: 1, object: 1 };
    const folded = emitLimited(
      always,
      "self.s.matches(string('[0-9]+')) && self.s.find(self.s) == ''",
    );
    expect(folded).toMatch(/patternCall\(\s*\[matchFunctions\]/);
    expect(folded).toMatch(/[^n]call\(\s*\[regexFunctions\]/);
  });

  it.each([
    ["google.protobuf.Int64Value{value: self.n} == 5", 'isSame(intField(self["n"], self, "n"), 5)'],
    [
      "google.protobuf.Int32Value{value: self.n} == 5",
      'structLiteral("google.protobuf.Int32Value", [{ name: "value", value: ',
    ],
    ["google.protobuf.FloatValue{value: double(self.n)} == 5.0", "structLiteral("],
    ["google.protobuf.Int64Value{value: self.n, value: 1} == 5", "structLiteral("],
    ["google.protobuf.Int64Value{?value: optional.of(self.n)} == 5", "optional: true"],
  ])(
    "a literal of a message is what it holds only if that is all there is to it: %s",
    (rule, code) => {
      expect(emit(rule).replace(/\s/g, "")).toContain(code.replace(/\s/g, ""));
    },
  );

  it("have their plan at hand where the cost tracker may break them off", () => {
    const text = emit("self.s.split(',').distinct().size() < 5");
    expect(text).toContain("evaluate: /* @__PURE__ */ ruleOrPlan(nodeRule, nodeRuleCounted)");
    expect(emit("self.n == self.s.split(',').distinct().size()")).toContain(
      "evaluate: /* @__PURE__ */ ruleByPlan(nodeRuleCounted)",
    );
  });
});

describe("rules about constants", () => {
  it("compare them as values that could be equal, and ask for classes of any value", () => {
    expect(emit("'a' == 'b'")).toContain('return ("a" as string) === "b";');
    expect(emit("1 in [2, 1]")).toContain("return (1 as ");
    expect(emit("dyn('/').isLoopback()")).toContain('("/" as Value) instanceof Ip');
    expect(emit("self.s == 'b'")).toContain('isSame(stringField(self["s"], self, "s"), "b")');
  });
});

describe("rules that are too large to become statements", () => {
  it("are run by their plan, whatever they are, and stop no other", () => {
    const text = emit(chain(1500, " || "), chain(1200, " && "), "self.n > 3");
    expect(text.match(/ruleByPlan\(\w+\)/g)).toEqual([
      "ruleByPlan(nodeRuleCounted)",
      "ruleByPlan(nodeRule2Counted)",
    ]);
    expect(text).toContain("function nodeRule3(self: JsonObject)");
  }, 60_000);

  it("are larger than any that people write", () => {
    expect(emit(chain(60, " || "))).not.toContain("ruleByPlan");
  });

  it("of 10,000 negations are one", () => {
    expect(emit(`${"!".repeat(10_000)}has(self.n)`)).toContain(
      "function nodeRule(self: JsonObject)",
    );
  });
});
