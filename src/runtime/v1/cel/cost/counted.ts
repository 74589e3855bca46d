import type { Json } from "../../values/json/json.js";
import type { ReadData } from "../data/data.js";
import { optionalOfData } from "../data/data.js";
import type { Costs, CountedExpression } from "../rules/rule-node.js";
import { callLimitExceeded } from "../rules/rule-node.js";
import { CelError, CelPanic } from "../values/error.js";
import type { Activation, Step } from "./cost-tracker.js";
import { CostLimitExceeded, CostTracker } from "./cost-tracker.js";
import type { Outcome } from "./function-table.js";

/** The result of an evaluation, and its cost. */
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
 * An expression of a rule, run step by step with its cost counted: exact whatever the data is, and
 * much slower than the quick function beside it. `optional`: oldSelf is an optional value, read as
 * `self` is or in another way. The steps are made when they are first asked for.
 */
export function countCost(
  read: ReadData,
  plan: () => Step,
  optional: boolean | ReadData = false,
): CountedExpression {
  let step: Step | undefined;
  return (self: Json, oldSelf: Json | undefined, costs: Costs) => {
    const value = read(self);
    const old = oldOutcome(oldSelf, read, optional);
    const activation: Activation = (name) =>
      name === "self" ? value : name === "oldSelf" ? old : undefined;
    step ??= plan();
    const evaluation = runCounted(step, activation, costs.limit);
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
