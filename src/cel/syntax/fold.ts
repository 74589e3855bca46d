import type { Comprehension, Expr } from "./ast.js";
import { operators } from "./ast.js";

/** The computation of a comprehension, found in its step. */
export type Fold =
  | { readonly kind: "all" | "exists" | "existsOne"; readonly predicate: Expr }
  | { readonly kind: "map"; readonly predicate: Expr | undefined; readonly element: Expr }
  | {
      readonly kind: "transform";
      readonly predicate: Expr | undefined;
      /** A key and a value, or a map literal. */
      readonly entry: readonly Expr[];
    };

/** A variable bound to a value: a comprehension over nothing. */
export function isBinding(expr: Comprehension): boolean {
  return (
    expr.iterRange.kind === "list" &&
    expr.iterRange.elements.length === 0 &&
    expr.loopCondition.kind === "literal" &&
    expr.loopCondition.value.type === "bool" &&
    !expr.loopCondition.value.value
  );
}

/**
 * Reads a comprehension as one of the macros that it comes from; nothing else makes comprehensions.
 */
export function foldOf(expr: Comprehension): Fold {
  const { loopStep: step } = expr;
  if (step.kind !== "call") throw noMacro();
  const [first, second] = step.args;
  if (first === undefined || second === undefined) throw noMacro();
  switch (step.function) {
    case operators.logicalAnd:
      return { kind: "all", predicate: second };
    case operators.logicalOr:
      return { kind: "exists", predicate: second };
    case operators.conditional:
      return gatherOf(second, first);
    default:
      return gatherOf(step, undefined);
  }
}

function gatherOf(step: Expr, predicate: Expr | undefined): Fold {
  if (step.kind !== "call") throw noMacro();
  const [, added, ...more] = step.args;
  if (added === undefined) throw noMacro();
  if (step.function === "cel.@mapInsert") {
    return { kind: "transform", predicate, entry: [added, ...more] };
  }
  if (added.kind === "list") {
    const [element] = added.elements;
    if (element === undefined) throw noMacro();
    return { kind: "map", predicate, element };
  }
  if (predicate === undefined) throw noMacro();
  return { kind: "existsOne", predicate };
}

function noMacro(): Error {
  return new Error("a comprehension that comes from no macro");
}
