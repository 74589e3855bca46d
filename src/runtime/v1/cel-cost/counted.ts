import type { ReadData } from "../cel/data/data.js";
import { optionalOfData } from "../cel/data/optional-access.js";
import { CelError, CelPanic } from "../cel/values/error.js";
import type { Json } from "../json/json.js";
import type { Costs, CountedExpression } from "../rules/cost-meter.js";
import { callLimitExceeded } from "../rules/cost-meter.js";
import type { Activation, Step } from "./cost-tracker.js";
import { CostLimitExceeded, CostTracker } from "./cost-tracker.js";
import type { Outcome } from "./outcome.js";

/** What an evaluation came to. */
export interface Evaluation {
  readonly value: Outcome;
  /** As the server counts it; with an error, what was spent until then. */
  readonly cost: number;
}

/** Evaluates an expression whose cost is counted. Past the limit it ends with an error. */
export function runCounted(step: Step, activation: Activation, limit: number): Evaluation {
  const costs = new CostTracker(limit);
  const resolve: Activation = (name) => activation(name.startsWith(".") ? name.slice(1) : name);
  try {
    return { value: step.evaluate({ resolve, costs }), cost: costs.cost };
  } catch (error) {
    if (error instanceof CelPanic) {
      return { value: new CelError(error.message), cost: costs.cost };
    }
    if (!(error instanceof CostLimitExceeded)) throw error;
    const value = new CelError(callLimitExceeded);
    return { value, cost: costs.cost };
  }
}

/**
 * An expression of a rule, run with its cost counted: much slower than the function that the rule
 * is otherwise, so it serves only values so large that a limit is in reach. `optional`: oldSelf is
 * an optional value, read as `self` is or in another way.
 */
export function countCost(
  read: ReadData,
  optional: boolean | ReadData,
  plan: () => Step,
): CountedExpression {
  return (self: Json, oldSelf: Json | undefined, costs: Costs) => {
    const value = read(self);
    const old = oldOutcome(oldSelf, read, optional);
    const activation: Activation = (name) =>
      name === "self" ? value : name === "oldSelf" ? old : undefined;
    const evaluation = runCounted(plan(), activation, costs.limit);
    costs.spent = evaluation.cost;
    return evaluation.value;
  };
}

function oldOutcome(
  data: Json | undefined,
  read: ReadData,
  optional: boolean | ReadData,
): Outcome | undefined {
  if (optional !== false) return optionalOfData(data, optional === true ? read : optional);
  return data === undefined ? undefined : read(data);
}

/** A rule that has no function of its own; what is no bool fails it. */
export function ruleByPlan(
  count: CountedExpression,
): (self: Json, oldSelf?: Json) => boolean | CelError {
  return (self, oldSelf) => {
    const value = count(self, oldSelf, { spent: 0, limit: Infinity });
    return value instanceof CelError ? value : value === true;
  };
}

/** A message that has no function of its own. */
export function messageByPlan(count: CountedExpression): (self: Json, oldSelf?: Json) => Outcome {
  return (self, oldSelf) => count(self, oldSelf, { spent: 0, limit: Infinity });
}
