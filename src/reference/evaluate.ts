import type { CheckedExpression } from "../cel/checked.js";
import { CelError } from "../runtime/v1/cel/error.js";
import { CostPanic } from "./call-cost.js";
import { CostLimitExceeded, CostTracker } from "./frame.js";
import type { Activation } from "./frame.js";
import type { Result } from "./functions.js";
import { PlanFailure, plan } from "./plan.js";
import type { Step } from "./planned-step.js";

export type { Activation } from "./frame.js";

/** What an evaluation came to. */
export interface Evaluation {
  readonly value: Result;
  /** As the server counts it; with an error, what was spent until then. */
  readonly cost: number;
}

/** A program that can be evaluated any number of times. */
export interface Program {
  evaluate(activation: Activation, costLimit?: number): Evaluation;
}

/** The limit of one evaluation on the server (`apis/cel/config.go`, PerCallLimit). */
export const perCallLimit = 1_000_000;

/**
 * Evaluates checked expressions by walking them, in the plainest way: the oracle that emitted closures are compared
 * with. Gives a CelError where the server cannot make a program of an expression that checks (`program instantiation
 * failed`).
 */
export function createProgram(checked: CheckedExpression): Program | CelError {
  const step = planOrError(checked);
  if (step instanceof CelError) return step;
  return {
    evaluate: (activation, costLimit = perCallLimit) => run(step, activation, costLimit),
  };
}

/** Evaluate once; see `createProgram`. */
export function evaluate(checked: CheckedExpression, activation: Activation): Evaluation {
  const program = createProgram(checked);
  return program instanceof CelError ? { value: program, cost: 0 } : program.evaluate(activation);
}

function planOrError(checked: CheckedExpression): Step | CelError {
  try {
    return plan(checked);
  } catch (error) {
    if (error instanceof PlanFailure) return new CelError(error.message);
    throw error;
  }
}

function run(step: Step, activation: Activation, costLimit: number): Evaluation {
  const costs = new CostTracker(costLimit);
  try {
    return { value: step.evaluate({ resolve: activation, costs }), cost: costs.cost };
  } catch (error) {
    if (error instanceof CostPanic) {
      return { value: new CelError(error.message), cost: costs.cost };
    }
    if (!(error instanceof CostLimitExceeded)) throw error;
    const value = new CelError("operation cancelled: actual cost limit exceeded");
    return { value, cost: costs.cost };
  }
}
