import type { CelError } from "../cel/values/error.js";
import type { Value } from "../cel/values/value.js";
import type { Json } from "../json/json.js";
import { extentOf } from "../validation/extent.js";
import type { CostMeter, CountedExpression, LimitedExpression } from "./cost-meter.js";

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
  const limited = { costs, count, run: runLimited };
  return source === undefined ? limited : { ...limited, source };
}

/**
 * The value of an expression whose cost is taken from the budget: counted where the values are so
 * large that it could reach a limit.
 */
function runLimited(
  meter: CostMeter,
  limited: LimitedExpression,
  evaluate: () => Value | CelError,
  values: readonly [self: Json, oldSelf: Json | undefined],
  counts: boolean,
): Value | CelError {
  if (counts || meter.counts) return runCounted(meter, limited, values);
  meter.extent ??= extentOf(values);
  const cost = limited.costs[meter.extent] ?? Infinity;
  if (cost > meter.callLimit || cost >= meter.remaining) {
    meter.mayReachLimit = true;
    meter.end();
    return null;
  }
  meter.remaining -= cost;
  return evaluate();
}

function runCounted(
  meter: CostMeter,
  limited: LimitedExpression,
  [self, oldSelf]: readonly [self: Json, oldSelf: Json | undefined],
): Value | CelError {
  const costs = { spent: 0, limit: meter.callLimit };
  const value = limited.count(self, oldSelf, costs);
  if (costs.spent > meter.remaining) meter.end();
  else meter.remaining -= costs.spent;
  return value;
}
