import type { Call, Comprehension, Expr } from "../../../cel/syntax/ast.js";
import { operators } from "../../../cel/syntax/ast.js";
import { childrenOf } from "../../../cel/syntax/walk.js";

/**
 * Whether an expression is an error wherever a variable is one. `&&` and `||` absorb the error of
 * one operand, and of a choice one branch is evaluated (cel-go `interpreter/interpretable.go`). A
 * loop may have no round unless it runs over elements that are written down.
 */
export function needs(expr: Expr, variable: string): boolean {
  return needsAny(expr, [variable]);
}

/**
 * Whether an expression is an error wherever all of the variables are; several are one and what was
 * bound to it.
 */
function needsAny(expr: Expr, variables: readonly string[]): boolean {
  if (expr.kind === "ident") return variables.includes(expr.name);
  if (expr.kind === "call") return callNeeds(expr, variables);
  if (expr.kind === "comprehension") return comprehensionNeeds(expr, variables);
  return childrenOf(expr).some((child) => needsAny(child, variables));
}

function callNeeds(call: Call, variables: readonly string[]): boolean {
  const isNeeded = (expr: Expr | undefined): boolean =>
    expr !== undefined && needsAny(expr, variables);
  const [first, ...others] = call.args;
  switch (call.function) {
    case operators.logicalAnd:
    case operators.logicalOr:
      return call.args.every(isNeeded);
    case operators.conditional:
      return isNeeded(first) || others.every(isNeeded);
    case operators.notStrictlyFalse:
      return false;
    // Their argument is evaluated where the optional is empty.
    case "or":
    case "orValue":
      return isNeeded(call.target);
    default:
      return childrenOf(call).some(isNeeded);
  }
}

/** A binding is evaluated where it is in use. */
function comprehensionNeeds(loop: Comprehension, variables: readonly string[]): boolean {
  const { iterRange, accuVar, accuInit, result } = loop;
  const isBound = needsAny(accuInit, variables);
  return (
    needsAny(iterRange, variables) ||
    (hasRound(iterRange) && stepNeeds(loop, variables)) ||
    needsAny(result, isBound ? [...variables, accuVar] : variables)
  );
}

function hasRound(range: Expr): boolean {
  return range.kind === "list" && range.elements.length > range.optionalIndices.length;
}

/**
 * In the first round of a loop the accumulator, an operand of the step's `&&` or `||`, decides
 * nothing.
 */
function stepNeeds({ accuVar, loopStep }: Comprehension, variables: readonly string[]): boolean {
  if (loopStep.kind !== "call" || !absorbing.has(loopStep.function)) {
    return needsAny(loopStep, variables);
  }
  const isAccumulator = (arg: Expr): boolean => arg.kind === "ident" && arg.name === accuVar;
  return loopStep.args.every((arg) => isAccumulator(arg) || needsAny(arg, variables));
}

const absorbing: ReadonlySet<string> = new Set([operators.logicalAnd, operators.logicalOr]);

/**
 * Whether a variable of the root occurs in an expression; one of a macro by the same name counts as
 * well.
 */
export function mentions(expr: Expr, variable: string): boolean {
  if (expr.kind === "ident" && expr.name.replace(/^\./, "") === variable) return true;
  return childrenOf(expr).some((child) => mentions(child, variable));
}
