import { extentOf } from "../../validation/extent.js";
import type { CelError } from "../values/error.js";
import type { Value } from "../values/value.js";
import type { CostMeter, Evaluated, LimitedExpression } from "./cost-meter.js";

/**
 * An expression that can reach a limit of cost: `costs` is what it costs at most over values of
 * each of the `extents`, `source` is that of a message as Go quotes it.
 */
export function limitedBy(costs: readonly number[], source?: string): LimitedExpression {
  const limited = { costs, run: runLimited };
  return source === undefined ? limited : { ...limited, source };
}

/**
 * The value of an expression whose cost is taken from the budget: counted where the values are so
 * large that it could reach a limit. Afterwards `isOver` of the meter tells whether the budget held
 * out.
 */
function runLimited(
  meter: CostMeter,
  limited: LimitedExpression,
  evaluated: Evaluated,
): Value | CelError {
  if (meter.counts) return runCounted(meter, evaluated);
  meter.extent ??= extentOf([evaluated.self, evaluated.oldSelf]);
  const cost = limited.costs[meter.extent] ?? Infinity;
  if (cost > meter.callLimit || cost >= meter.remaining) {
    meter.mayReachLimit = true;
    meter.end();
    return null;
  }
  meter.remaining -= cost;
  return evaluated.evaluate();
}

function runCounted(meter: CostMeter, { self, oldSelf, count }: Evaluated): Value | CelError {
  const costs = { spent: 0, limit: meter.callLimit };
  const value = count(self, oldSelf, costs);
  if (costs.spent > meter.remaining) meter.end();
  else meter.remaining -= costs.spent;
  return value;
}
