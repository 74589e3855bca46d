import type { Expr, Stmt } from "../../../emit/code.js";
import { stmt } from "../../../emit/code.js";
import type { Target } from "./target.js";

/** One way or the other. */
export function branch(
  test: Expr,
  then: readonly Stmt[],
  rest: readonly Stmt[],
  target: Target,
): readonly Stmt[] {
  if (target.ends) return [ifCode(test, then), ...rest];
  if (rest.length === 0) return [ifCode(test, then)];
  return [stmt`if (${test}) { ${then} } else { ${rest} }`];
}

/** Statements under a condition. */
export function ifCode(test: Expr, then: readonly Stmt[]): Stmt {
  return stmt`if (${test}) { ${then} }`;
}

/** The end of a round of a loop. */
export const next = stmt`continue;`;
