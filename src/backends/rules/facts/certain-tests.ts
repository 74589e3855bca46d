import type { Call, Comprehension, Expr } from "../../../cel/syntax/ast.js";
import { operators } from "../../../cel/syntax/ast.js";
import { childrenOf } from "../../../cel/syntax/walk.js";

/** A path from `self` on as text, to be told from others. */
export type PathKey = string;

/**
 * The paths from `self` on for which an expression asks by `has` whatever it finds elsewhere, in
 * the order of evaluation: where one of these tests is an error, so is the expression. `&&` and
 * `||` absorb the error of one operand, and of a choice one branch is evaluated (cel-go
 * `interpreter/interpretable.go`).
 */
export function certainTests(expr: Expr): readonly PathKey[] {
  if (expr.kind === "call") return testsOfCall(expr);
  if (expr.kind === "comprehension") return testsOfComprehension(expr);
  const below = testsOfAll(childrenOf(expr));
  if (expr.kind !== "select" || !expr.testOnly) return below;
  const path = pathFromSelf(expr);
  return path === undefined ? below : [...below, keyOf(path)];
}

function testsOfCall(call: Call): readonly PathKey[] {
  const [first, second, third] = call.args;
  switch (call.function) {
    case operators.logicalAnd:
    case operators.logicalOr:
      return testsOfBoth(first, second);
    case operators.conditional:
      return [...testsOf(first), ...testsOfBoth(second, third)];
    case operators.notStrictlyFalse:
      return [];
    // Their argument is evaluated where the optional is empty.
    case "or":
    case "orValue":
      return testsOf(call.target);
    default:
      return testsOfAll(childrenOf(call));
  }
}

/** A binding is evaluated where it is in use, the rest of a loop as often as there are elements. */
function testsOfComprehension({ iterRange, accuVar, result }: Comprehension): readonly PathKey[] {
  const range = certainTests(iterRange);
  return accuVar === "self" ? range : [...range, ...certainTests(result)];
}

function testsOfBoth(left: Expr | undefined, right: Expr | undefined): readonly PathKey[] {
  const others = new Set(testsOf(right));
  return testsOf(left).filter((path) => others.has(path));
}

function testsOfAll(list: readonly Expr[]): readonly PathKey[] {
  return list.flatMap(certainTests);
}

function testsOf(expr: Expr | undefined): readonly PathKey[] {
  return expr === undefined ? [] : certainTests(expr);
}

/** The fields from `self` on: none for `self` alone, undefined for what does not begin there. */
export function pathFromSelf(expr: Expr): readonly string[] | undefined {
  if (expr.kind === "ident") return expr.name === "self" ? [] : undefined;
  if (expr.kind !== "select") return undefined;
  const path = pathFromSelf(expr.operand);
  return path && [...path, expr.field];
}

/** The path as one text, so that sets hold paths by what they say. */
export function keyOf(path: readonly string[]): PathKey {
  return JSON.stringify(path);
}
