import type { Expr } from "../../emit/code.js";

/** Makes of a schema one that checks more: a call of one of its methods. */
export type Check = (schema: Expr) => Expr;

/** A schema with further checks, in their order. */
export function withChecks(schema: Expr, ...checks: readonly Check[]): Expr {
  return checks.reduce((checked, check) => check(checked), schema);
}
