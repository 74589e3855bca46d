import type { CheckedExpression } from "../../../cel/check/checked.js";
import type { Call, Expr } from "../../../cel/syntax/ast.js";
import { operators } from "../../../cel/syntax/ast.js";
import { childrenOf } from "../../../cel/syntax/walk.js";

/**
 * Whether the server's cost tracker can break off an expression: see the runtime's
 * `trackedOperand`.
 */
export function isTracked(expr: Expr): boolean {
  if (expr.kind === "call" && (tracked.has(expr.function) || isDepth(expr))) return true;
  return childrenOf(expr).some(isTracked);
}

/**
 * Whether it can do so in an operand behind one that may be an error: both are worked out there,
 * where code stops at the first error.
 */
export function tracksLate({ ast }: CheckedExpression): boolean {
  return isLate(ast);
}

/**
 * Whether it asks for an operand of a call, by the call's overload: a list, the keys that sort one,
 * a depth.
 */
export function isTrackedOperand(overload: string, index: number): boolean {
  if (overload === "list_flatten_int") return index === 1;
  // The keys of a list that is an error are one as well.
  if (overload.endsWith("_sortByAssociatedKeys")) return true;
  return index === 0 && (overload === "list_distinct" || overload.endsWith("_sort"));
}

function isLate(expr: Expr): boolean {
  if (expr.kind === "call" && !lazy.has(expr.function)) {
    const [first, ...others] = childrenOf(expr);
    if (first?.kind !== "literal" && others.some(isTracked)) return true;
    if (isDepth(expr)) return true;
  }
  return childrenOf(expr).some(isLate);
}

/** `flatten` to a depth that has to be worked out. */
function isDepth(expr: Call): boolean {
  const depth = childrenOf(expr)[1];
  return expr.function === "flatten" && depth !== undefined && depth.kind !== "literal";
}

const tracked: ReadonlySet<string> = new Set(["distinct", "sort", "@sortByAssociatedKeys"]);

/** What leaves operands out, or goes on behind an error. */
const lazy: ReadonlySet<string> = new Set([
  operators.logicalAnd,
  operators.logicalOr,
  operators.conditional,
  "or",
  "orValue",
]);
