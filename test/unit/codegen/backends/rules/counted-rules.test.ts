import { describe, expect, it } from "vitest";
import { RuleFile } from "../../../../../src/codegen/backends/rules/rule-file.js";
import { RuleTree } from "../../../../../src/codegen/backends/rules/rule-tree.js";
import type { Imported } from "../../../../../src/codegen/emit/code.js";
import { word } from "../../../../../src/codegen/emit/code.js";
import { GeneratedFile } from "../../../../../src/codegen/emit/generated-file.js";
import { SchemaTable } from "../../../../../src/crd/ir/schema-table.js";
import type { CostLimits } from "../../../../../src/crd/rules/cost-limits.js";
import { serverCostLimits } from "../../../../../src/crd/rules/cost-limits.js";
import { StoredRules } from "../../../../../src/crd/rules/ruled-nodes.js";

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
    "google.protobuf.Int64Value{value: self.n} == 5",
    "google.protobuf.FloatValue{value: double(self.n)} == 5.0",
    "google.protobuf.Int64Value{value: self.n, value: 1} == 5",
    "google.protobuf.Int64Value{?value: optional.of(self.n)} == 5",
    "{'a': self.n} == {'a': 1}",
    "self.n > 9007199254740993",
  ])("what quick code does not hold is evaluated by steps alone: %s", (rule) => {
    expect(emit(rule)).not.toContain("quick:");
    expect(emit(rule)).toContain("count: ");
  });
});

describe("large rules", () => {
  it("have quick functions as others have", () => {
    const text = emit(chain(1500, " || "), "self.n > 3");
    expect(text).toContain("function nodeRule(self: AnyData)");
    expect(text).toContain("function nodeRule2(self: AnyData)");
  }, 60_000);

  it("say each operand once", () => {
    const lists = Array.from({ length: 60 }, () => "[self.s]").join(" + ");
    const times = Array.from({ length: 60 }, () => "duration(self.s)").join(" + ");
    const text = emit(`size(${lists}) > 0`, `${times} > duration('1s')`);
    const functions = text.match(/^function [^]*?^\}/gm) ?? [];
    expect(functions).toHaveLength(2);
    expect(functions.join("").replaceAll(" ", "").length).toBeLessThan(10_000);
  });

  it("of 10,000 negations are one", () => {
    expect(emit(`${"!".repeat(10_000)}has(self.n)`)).toContain("function nodeRule(self: AnyData)");
  });
});
