import { smaller, wrapped } from "../estimate/amount.js";
import type { CostModel, SizedCall } from "../estimate/cost-model.js";
import { sizeOf } from "../estimate/cost-model.js";
import type { CallEstimate, Range } from "../estimate/range.js";
import {
  addRanges,
  matching,
  multiplyRanges,
  one,
  scaleRange,
  traversal,
  unionOf,
  zero,
} from "../estimate/range.js";
import { estimateExtension } from "./extension-cost.js";
import { estimateKubernetesFunction } from "./kubernetes-cost.js";

/**
 * The cost of a call of one overload, its arguments included, its receiver not (cel-go `checker/cost.go`, functionCost).
 * Estimators of cel-go's extensions come first, then those of Kubernetes, then the language's own.
 */
export function estimateFunction(model: CostModel, call: SizedCall): CallEstimate {
  const estimate = estimateExtension(call) ?? estimateKubernetesFunction(model, call);
  if (estimate !== undefined) return withArguments(estimate.cost, call, estimate.resultSize);
  const since = firstVersions.get(call.overload) ?? 0;
  const core = model.kubernetesVersion < since ? undefined : coreEstimators.get(call.overload);
  return core?.(call) ?? withArguments(one, call);
}

/** Overloads of the language that cost 1 before a server version: `matches(text, pattern)`, unlike `text.matches(pattern)`. */
const firstVersions: ReadonlyMap<string, number> = new Map([["matches", 37]]);

function withArguments(cost: Range, call: SizedCall, resultSize?: Range): CallEstimate {
  return { cost: addRanges(cost, call.argCosts.reduce(addRanges, zero)), resultSize };
}

type Estimator = (call: SizedCall) => CallEstimate;

const coreEstimators: ReadonlyMap<string, Estimator> = new Map<string, Estimator>([
  ["string_format", (call) => withArguments(traversal(sizeOf(call.target)), call)],
  ["string_to_bytes", estimateStringToBytes],
  ["bytes_to_string", estimateBytesToString],
  ["strings_quote", estimateQuote],
  ["starts_with_string", estimateAffix],
  ["ends_with_string", estimateAffix],
  ["in_list", (call) => withArguments(scaleRange(sizeOf(call.args[1]), 1), call)],
  ["matches", estimateMatches],
  ["matches_string", estimateMatches],
  ["contains_string", estimateContains],
  ["logical_and", estimateLogic],
  ["logical_or", estimateLogic],
  ["conditional", estimateConditional],
  ["add_string", (call) => estimateConcatenation(call, traversal)],
  ["add_bytes", (call) => estimateConcatenation(call, traversal)],
  ["add_list", (call) => estimateConcatenation(call, () => one)],
  ...[
    ...["less_string", "less_equals_string", "greater_string", "greater_equals_string"],
    ...["less_bytes", "less_equals_bytes", "greater_bytes", "greater_equals_bytes"],
    ...["equals", "not_equals"],
  ].map((overload) => [overload, estimateComparison] as const),
]);

/** A character becomes up to four bytes; the product may wrap around, as in Go. */
function estimateStringToBytes(call: SizedCall): CallEstimate {
  const size = sizeOf(call.args[0]);
  const resultSize = { min: size.min, max: wrapped(BigInt(size.max) * 4n) };
  return withArguments(traversal(size), call, resultSize);
}

function estimateBytesToString(call: SizedCall): CallEstimate {
  const size = sizeOf(call.args[0]);
  const resultSize = { min: wrapped(BigInt(size.min) / 4n), max: size.max };
  return withArguments(traversal(size), call, resultSize);
}

/** Two quotes, and every character may need a backslash. */
function estimateQuote(call: SizedCall): CallEstimate {
  const size = sizeOf(call.args[0]);
  const resultSize = {
    min: wrapped(BigInt(size.min) + 2n),
    max: wrapped(BigInt(size.max) * 2n + 2n),
  };
  return withArguments(traversal(size), call, resultSize);
}

function estimateAffix(call: SizedCall): CallEstimate {
  return withArguments(traversal(sizeOf(call.args[0])), call);
}

function estimateMatches(call: SizedCall): CallEstimate {
  const [text, pattern] = call.target === undefined ? call.args : [call.target, call.args[0]];
  return withArguments(matching(sizeOf(text), sizeOf(pattern)), call);
}

function estimateContains(call: SizedCall): CallEstimate {
  const text = traversal(sizeOf(call.target));
  return withArguments(multiplyRanges(text, traversal(sizeOf(call.args[0]))), call);
}

/** The right side may not be needed. */
function estimateLogic(call: SizedCall): CallEstimate {
  const [left = zero, right = zero] = call.argCosts;
  return { cost: { min: left.min, max: addRanges(left, right).max }, resultSize: undefined };
}

function estimateConditional(call: SizedCall): CallEstimate {
  const [condition = zero, whenTrue = zero, whenFalse = zero] = call.argCosts;
  const resultSize = unionOf(sizeOf(call.args[1]), sizeOf(call.args[2]));
  return { cost: addRanges(condition, unionOf(whenTrue, whenFalse)), resultSize };
}

function estimateConcatenation(call: SizedCall, costOf: (size: Range) => Range): CallEstimate {
  const size = addRanges(sizeOf(call.args[0]), sizeOf(call.args[1]));
  return withArguments(costOf(size), call, size);
}

/** A comparison ends with the shorter side. */
function estimateComparison(call: SizedCall): CallEstimate {
  const shorter = smaller(sizeOf(call.args[0]).max, sizeOf(call.args[1]).max);
  return withArguments(traversal({ min: shorter > 0 ? 1 : 0, max: shorter }), call);
}
