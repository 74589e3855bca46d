import type { CelIssues, CheckedExpression } from "../../src/cel/check/checked.js";
import { isCelIssues } from "../../src/cel/check/checked.js";
import { renderIssues } from "../../src/cel/issue.js";
import type { Expr } from "../../src/cel/syntax/ast.js";
import { formatType } from "../../src/cel/type.js";

/** A tree as text: calls as `name(…)`, macros as what they expand to. */
export function printExpr(expr: Expr): string {
  switch (expr.kind) {
    case "literal":
      return printLiteral(expr);
    case "ident":
      return expr.name;
    case "select":
      return `${printExpr(expr.operand)}.${expr.field}${expr.testOnly ? "~test" : ""}`;
    case "call": {
      const target = expr.target === undefined ? "" : `${printExpr(expr.target)}.`;
      return `${target}${expr.function}(${expr.args.map(printExpr).join(", ")})`;
    }
    case "list": {
      const isOptional = (index: number): boolean => expr.optionalIndices.includes(index);
      return `[${expr.elements.map((e, i) => (isOptional(i) ? "?" : "") + printExpr(e)).join(", ")}]`;
    }
    case "map":
      return `{${expr.entries
        .map((e) => `${e.optional ? "?" : ""}${printExpr(e.key)}: ${printExpr(e.value)}`)
        .join(", ")}}`;
    case "struct":
      return `${expr.name}{${expr.fields.map((f) => `${f.name}: ${printExpr(f.value)}`).join(", ")}}`;
    case "comprehension": {
      const variables = [expr.iterVar, expr.iterVar2]
        .filter((name) => name !== undefined)
        .join(",");
      const parts = [expr.accuInit, expr.loopCondition, expr.loopStep, expr.result].map(printExpr);
      return `fold(${printExpr(expr.iterRange)}, ${variables}, ${expr.accuVar}, ${parts.join(", ")})`;
    }
  }
}

function printLiteral(expr: Extract<Expr, { kind: "literal" }>): string {
  switch (expr.value.type) {
    case "null":
      return "null";
    case "string":
      return JSON.stringify(expr.value.value);
    case "bytes":
      return `b[${expr.value.value.join(",")}]`;
    case "uint":
      return `${String(expr.value.value)}u`;
    case "double":
      return Number.isInteger(expr.value.value)
        ? expr.value.value.toFixed(1)
        : String(expr.value.value);
    default:
      return String(expr.value.value);
  }
}

/** What checking said: the type of the expression, or the server's text. */
export function printOutcome(outcome: CheckedExpression | CelIssues): string {
  if (isCelIssues(outcome)) return renderIssues(outcome.text, outcome.issues, outcome.omitted);
  const type = outcome.types.get(outcome.ast.id);
  return type === undefined ? "no type" : formatType(type);
}

/** Recorded texts name protobuf types where messages of the checker use short names. */
export function shortTypeNames(text: string): string {
  return text
    .replaceAll("google.protobuf.Timestamp", "timestamp")
    .replaceAll("google.protobuf.Duration", "duration")
    .replaceAll("null_type", "null");
}

/** The random digits of type names, which nobody can depend on. */
export function normalizeSelfType(text: string): string {
  return text.replaceAll(/selfType[N\d]+/g, "selfTypeN");
}
