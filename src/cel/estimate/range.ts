import type { Amount } from "./amount.js";
import { addAmounts, larger, multiplyAmounts, scaleAmount, smaller, unbounded } from "./amount.js";

/**
 * A cost, or the size of a value (what `size()` would say of it), of which only limits are known
 * (cel-go `checker/cost.go`, CostEstimate and SizeEstimate).
 */
export interface Range {
  readonly min: Amount;
  readonly max: Amount;
}

/**
 * What a call costs, and how large its result can be where that is known (cel-go `checker/cost.go`,
 * CallEstimate).
 */
export interface CallEstimate {
  readonly cost: Range;
  readonly resultSize: Range | undefined;
}

/** What a constant costs; where sums of costs begin. */
export const zero: Range = { min: 0, max: 0 };
/** What a variable costs, and a call without an estimate of its own; the size of a scalar. */
export const one: Range = { min: 1, max: 1 };

/** Between 0 and the largest amount. */
export const unknownRange: Range = { min: 0, max: unbounded };

/** A cost or size that is known (cel-go: FixedCostEstimate, FixedSizeEstimate). */
export function exactly(amount: Amount): Range {
  return { min: amount, max: amount };
}

/** Limit by limit, each at most 2^64 - 1. */
export function addRanges(left: Range, right: Range): Range {
  return { min: addAmounts(left.min, right.min), max: addAmounts(left.max, right.max) };
}

/** Limit by limit, each at most 2^64 - 1: the cost per element times the number of elements. */
export function multiplyRanges(left: Range, right: Range): Range {
  return { min: multiplyAmounts(left.min, right.min), max: multiplyAmounts(left.max, right.max) };
}

/** Limit by limit times a factor, rounded up (cel-go: MultiplyByCostFactor). */
export function scaleRange(range: Range, factor: number): Range {
  return { min: scaleAmount(range.min, factor), max: scaleAmount(range.max, factor) };
}

/** The smallest range with both in it. */
export function unionOf(left: Range, right: Range): Range {
  return { min: smaller(left.min, right.min), max: larger(left.max, right.max) };
}

/** Cost of going through a string once, per character (cel-go `common/cost.go`). */
const traversalFactor = 0.1;

/** Cost of matching, per character of the pattern. */
export const patternFactor = 0.25;

/** Cost of looking at all of a string of this size. */
export function traversal(size: Range, times = 1): Range {
  return scaleRange(size, times * traversalFactor);
}

/** Cost of matching a pattern; the empty text costs as much as one character. */
export function matching(text: Range, pattern: Range): Range {
  return multiplyRanges(traversal(addRanges(text, one)), scaleRange(pattern, patternFactor));
}
