import type { CheckedExpression } from "../../cel/check/checked.js";
import { planExpression } from "../../cel/plan/plan-expression.js";
import { findProgramFault } from "../../cel/program/program-fault.js";
import type { Activation } from "../../runtime/v1/cel/cost/cost-tracker.js";
import type { Evaluation } from "../../runtime/v1/cel/cost/counted.js";
import { runCounted } from "../../runtime/v1/cel/cost/counted.js";
import { callCostLimit } from "../../runtime/v1/cel/rules/cost-meter.js";
import { CelError } from "../../runtime/v1/cel/values/error.js";
import type { KubernetesMinor } from "../../runtime/versions/kubernetes-version.js";
import { newestMinor } from "../../runtime/versions/kubernetes-version.js";
import { makeStep } from "./make-step.js";

/** A program that can be evaluated any number of times. */
export interface Program {
  evaluate(activation: Activation, costLimit?: number): Evaluation;
}

/**
 * Evaluates checked expressions by walking them, in the plainest way: the oracle that emitted
 * closures are compared with. Gives a CelError where the server cannot make a program of an
 * expression that checks (`program instantiation failed`).
 */
export function createProgram(
  checked: CheckedExpression,
  kubernetes: KubernetesMinor = newestMinor,
): Program | CelError {
  const fault = findProgramFault(checked);
  if (fault !== undefined) return new CelError(fault);
  const step = makeStep(planExpression(checked, kubernetes));
  return {
    evaluate: (activation, costLimit = callCostLimit) => runCounted(step, activation, costLimit),
  };
}
