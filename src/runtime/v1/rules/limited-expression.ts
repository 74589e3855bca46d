import { extentOf } from "../validation/extent.js";
import type { CountedExpression, LimitedExpression } from "./cost-meter.js";

/**
 * An expression that can reach a limit of cost: `costs` is what it costs at most over values of
 * each of the `extents`, `count` evaluates it and counts, `source` is that of a message as Go
 * quotes it.
 */
export function limitedBy(
  costs: readonly number[],
  count: CountedExpression,
  source?: string,
): LimitedExpression {
  return source === undefined ? { costs, count, extentOf } : { costs, count, extentOf, source };
}
