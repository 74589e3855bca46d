import { describe, expect, it } from "vitest";
import { checkExpression } from "../../../src/cel/check-expression.js";
import { isCelIssues } from "../../../src/cel/check/checked.js";
import { createEnvironment } from "../../../src/cel/check/environment.js";
import { planExpression } from "../../../src/cel/plan/plan-expression.js";
import type { PlannedMacro, PlannedStep } from "../../../src/cel/plan/planned-step.js";
import type { CelType } from "../../../src/cel/type.js";
import { dynType, stringType } from "../../../src/cel/type.js";
import type { KubernetesMinor } from "../../../src/runtime/v1/values/kubernetes-version.js";

/** The steps of an expression over a variable `x` and a string `s`, as text. */
function planned(text: string, kubernetesVersion: KubernetesMinor = 37): string {
  const variables = new Map<string, CelType>([
    ["x", dynType],
    ["s", stringType],
  ]);
  const environment = createEnvironment({ kubernetesVersion, stored: true, variables });
  const checked = checkExpression(environment, text);
  if (isCelIssues(checked)) throw new Error(checked.issues[0]?.message);
  return print(planExpression(checked, kubernetesVersion));
}

function print(step: PlannedStep): string {
  switch (step.kind) {
    case "constant":
      return step.value.type === "type" ? step.value.name : printConstant(step.value);
    case "folded":
      return `folded(${print(step.step)})`;
    case "path":
      return [step.variable, ...step.fields].join(".");
    case "select":
      return `select(${print(step.operand)}, ${step.field})`;
    case "presence":
      return `has(${print(step.operand)}, ${step.field}${step.costs ? ", costs" : ""})`;
    case "operator":
      return `${step.maker}(${step.operands.map(print).join(", ")})`;
    case "call":
      return `${step.name}[${step.tables.join()}](${step.operands.map(print).join(", ")})${
        step.cost === undefined ? "" : ` for ${step.cost}`
      }${step.pattern === undefined ? "" : " compiled once"}`;
    case "list":
      return `[${step.elements.map(print).join(", ")}]`;
    case "map":
      return `{${step.entries.map(({ key, value }) => `${print(key)}: ${print(value)}`).join(", ")}}`;
    case "struct":
      return `${step.name}{}`;
    case "bound":
      return `bound(${step.name}, ${print(step.value)}, ${print(step.body)})`;
    case "macro":
      return `${print(step.range)}.${step.macro.kind}(${step.variables.join()}: ${partsOf(step.macro).map(print).join(", ")})`;
  }
}

function printConstant(value: object): string {
  return "value" in value ? String(value.value) : "null";
}

function partsOf(macro: PlannedMacro): readonly PlannedStep[] {
  switch (macro.kind) {
    case "mapped":
      return macro.predicate === undefined ? [macro.element] : [macro.element, macro.predicate];
    case "transformed":
      return macro.entry;
    default:
      return [macro.predicate];
  }
}

describe("plans of counted expressions", () => {
  it.each([
    ["x.a.b == 1", "equal(x.a.b, 1)"],
    ["has(x.a.b)", "has(x.a, b)"],
    ["x[0].a", "select(index(x, 0), a)"],
    ["type(x) == int", "equal(type[sizeFunctions](x), int)"],
    // What is worked out once.
    ["duration('1h')", "folded(duration[durationConversion](1h))"],
    ["[1, 2]", "folded([1, 2])"],
    ["[x, x]", "[x, x]"],
    // Look-ups: of primitive constants, whatever their types say.
    ["x in [1, 2]", "among(x, folded([1, 2]))"],
    [
      "x in [dyn(1), dyn('a')]",
      "among(x, folded([folded(dyn[sizeFunctions](1)), folded(dyn[sizeFunctions](a))]))",
    ],
    [
      "x in [duration('1h')]",
      "@in[membershipFunctions](x, folded([folded(duration[durationConversion](1h))])) for memberCost",
    ],
    ["x in []", "false"],
    // Where types leave several overloads, a call costs what its function does.
    ["x + x", "_+_[operatorFunctions](x, x)"],
    ["size(s) + 1", "_+_[intFunctions](size[sizeFunctions](s), 1)"],
    ["s + 'a'", "_+_[textFunctions](s, a) for concatCost"],
    ["x.indexOf('a')", "indexOf[stringFunctions,listFunctions](x, a) for readDeepCost"],
    ["s.matches('a')", "matches[matchFunctions](s, a) for matchCost compiled once"],
    ["x.all(y, y == 1)", "x.all(y: equal(y, 1))"],
    ["x.map(y, y > 1, y)", "x.mapped(y: y, _>_[comparisonFunctions](y, 1))"],
  ])("%s", (text, plan) => {
    expect(planned(text)).toBe(plan);
  });

  it.each([
    ["has(x.a)", 28, "has(x, a, costs)"],
    ["s.startsWith('a')", 36, "startsWith[textFunctions](s, a) for readFirstCost"],
    ["s.startsWith('a')", 37, "startsWith[textFunctions](s, a) for readSecondCost"],
    ["matches(s, 'a')", 36, "matches[matchFunctions](s, a) compiled once"],
    [
      "s.indexOf('a')",
      31,
      "indexOf[stringFunctionsBefore32,stringFunctions](s, a) for readDeepCost",
    ],
    // The runtime calls every accumulator `@result`.
    ["x.all(y, __result__)", 32, "x.all(y: @result)"],
  ] as const)("%s on 1.%i", (text, server, plan) => {
    expect(planned(text, server)).toBe(plan);
  });
});
