import { describe, expect, it } from "vitest";
import { SchemaTable } from "../../../../src/crd/ir/schema-table.js";
import type { Schema } from "../../../../src/crd/ir/schema.js";
import { isCompileFault } from "../../../../src/crd/rules/compile-rules.js";
import { CostBounds } from "../../../../src/crd/rules/cost-limits.js";
import { StoredRules } from "../../../../src/crd/rules/ruled-nodes.js";
import type { Json } from "../../../../src/runtime/v1/values/json/json.js";

const rules = new StoredRules(37);

/** Whether the first rule of a schema counts its cost. */
function counts(raw: Json): boolean {
  const schema = new SchemaTable().schema(raw);
  const bounds = new CostBounds(rules);
  begin(bounds, schema);
  return bounds.isLimited(firstExpression(schema), schema, false);
}

function begin(bounds: CostBounds, schema: Schema): void {
  const root = rules.root(schema, false);
  if (root === undefined) throw new Error("no rule runs");
  bounds.begin(root);
}

function firstExpression(schema: Schema) {
  const declared = rules.declaredType(schema, false);
  const [first] = declared === undefined ? [] : rules.compile(schema, declared);
  const expression = first?.expression;
  if (expression === undefined || isCompileFault(expression)) throw new Error("does not compile");
  return expression;
}

function listOfTexts(limits: Record<string, number>, length: Record<string, number>, rule: string) {
  const items = { type: "string", ...length };
  return { type: "array", items, ...limits, "x-kubernetes-validations": [{ rule }] };
}

const unique = "self.all(a, self.exists_one(b, a == b))";

describe("cost is counted only where a limit can be reached", () => {
  it.each([
    ["a list and strings without limits", listOfTexts({}, {}, unique), true],
    ["a short list of long strings", listOfTexts({ maxItems: 4 }, {}, unique), true],
    [
      "a short list of short strings",
      listOfTexts({ maxItems: 64 }, { maxLength: 63 }, unique),
      false,
    ],
    ["a long list, looked at once", listOfTexts({}, {}, "self.size() < 10"), false],
    [
      "the text of a number, whose length is known",
      {
        type: "integer",
        "x-kubernetes-validations": [{ rule: "('number ' + string(self)).startsWith('number')" }],
      },
      false,
    ],
    [
      "one string",
      { type: "string", "x-kubernetes-validations": [{ rule: "self == 'a'" }] },
      false,
    ],
  ] as const)("%s", (_name, schema, expected) => {
    expect(counts(schema as Json)).toBe(expected); // a literal
  });

  it("all rules count where they can use up what an object may cost", () => {
    const item = {
      type: "string",
      "x-kubernetes-validations": [{ rule: "self.contains('secret')" }],
    };
    const list = { type: "array", items: item };
    const schema = new SchemaTable().schema({
      type: "object",
      properties: { list },
      "x-kubernetes-validations": [{ rule: "has(self.list)" }],
    });
    const bounds = new CostBounds(rules);
    begin(bounds, schema);
    expect(bounds.isLimited(firstExpression(schema), schema, false)).toBe(true);
  });
});
