import { has } from "../runtime/versions/changes.js";
import type { Expr } from "./syntax/ast.js";
import type { CelType } from "./type.js";

/** How large the values of a declared type can be. */
export interface SizedType {
  /** Most characters, bytes or elements; 0 for what has no size. */
  readonly maxElements: number;
  /** Elements of a list, values of a map. */
  readonly element: SizedType | undefined;
  /** Keys of a map. */
  readonly key: SizedType | undefined;
  readonly field: (name: string) => SizedType | undefined;
}

/** The facts that the estimate of an expression depends on, besides the expression. */
export interface CostModel {
  /** Minor version of the server whose estimate it is. */
  readonly kubernetesVersion: number;
  /** The type of `self` and `oldSelf`; `undefined` when nothing is known of the variables. */
  readonly sizes: SizedType | undefined;
  /** The types of variables that are neither; `undefined` in it: nothing is known of one. */
  readonly variables?: ReadonlyMap<string, SizedType | undefined>;
  /**
   * How large the result of a macro is taken to be: nothing is known of it (up to 1.29), as large
   * as its range whatever it is (up to 1.32), or as large as its range if it is a list or map, with
   * its entries as large as they are known.
   */
  readonly comprehensions: "unknown" | "as range" | "tracked";
  /**
   * The size of an optional of a value of one size: one as well, or any (up to 1.32: cel-go 0.22).
   */
  readonly optionals: "unknown" | "as value";
  /**
   * The cost of `has(e.f)` beyond that of `e`. cel-go counts 1 unless told otherwise, which servers
   * do from 1.29 on (Kubernetes `cel/environment/base.go`, PresenceTestHasCost).
   */
  readonly presenceTest: Range;
  /**
   * True if the texts of numbers, times and bools are taken to be as long as they can be. To a
   * server they are of any length.
   */
  readonly knowsTexts?: boolean;
}

/** The model of a server. */
export function costModel(kubernetesVersion: number, sizes: SizedType | undefined): CostModel {
  const presenceTest = has(kubernetesVersion, "freePresenceTests") ? zero : one;
  const optionals = has(kubernetesVersion, "sizedOptionals") ? "as value" : "unknown";
  const comprehensions = comprehensionsOf(kubernetesVersion);
  return { kubernetesVersion, sizes, comprehensions, optionals, presenceTest };
}

function comprehensionsOf(kubernetesVersion: number): CostModel["comprehensions"] {
  if (has(kubernetesVersion, "trackedEntries")) return "tracked";
  return has(kubernetesVersion, "sizedMacros") ? "as range" : "unknown";
}

/** A place within the declared types; `type` is `undefined` where nothing is declared. */
export interface SizePath {
  readonly type: SizedType | undefined;
}

/**
 * One step further: a field, or `@items`, `@keys`, `@values`, `@indices`. Without a path to start
 * from, the step is the first of a new one, and the server skips first steps, as they are always
 * `self`.
 */
export function step(
  root: SizedType | undefined,
  path: SizePath | undefined,
  name: string,
): SizePath {
  if (path === undefined) return { type: root };
  switch (name) {
    case "@items":
    case "@values":
      return { type: path.type?.element };
    case "@keys":
      return { type: path.type?.key };
    default:
      return { type: path.type?.field(name) };
  }
}

/** An operand of a call with what is known of its size. */
export interface SizedNode {
  readonly expr: Expr;
  readonly type: CelType;
  readonly size: Range | undefined;
  readonly path: SizePath | undefined;
}

/**
 * The size of an operand; any at all where nothing is known of it, or it is not there (cel-go:
 * sizeOrUnknown).
 */
export function sizeOf(node: SizedNode | undefined): Range {
  return node?.size ?? unknownRange;
}

/** A call of one overload. */
export interface SizedCall {
  readonly function: string;
  readonly overload: string;
  readonly target: SizedNode | undefined;
  readonly args: readonly SizedNode[];
  readonly argCosts: readonly Range[];
}

/**
 * An unsigned 64-bit number that stays at its maximum instead of overflowing, as costs and sizes do
 * in Go (cel-go `checker/cost.go`): a `number` up to 2^53, a `bigint` beyond.
 */
export type Amount = number | bigint;

const maximum = 2n ** 64n - 1n;

/** 2^64 - 1, the cost and size of what has no bound. */
export const unbounded: Amount = maximum;

/** The amount of a number that is known to be a whole one, 0 to 2^64 - 1. */
export function amountOf(value: bigint): Amount {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
}

/** The sum, at most 2^64 - 1 (cel-go `checker/cost.go`, addUint64NoOverflow). */
export function addAmounts(left: Amount, right: Amount): Amount {
  if (typeof left === "number" && typeof right === "number") {
    const sum = left + right;
    if (sum <= Number.MAX_SAFE_INTEGER) return sum;
  }
  return saturated(BigInt(left) + BigInt(right));
}

/** The product, at most 2^64 - 1 (cel-go `checker/cost.go`, multiplyUint64NoOverflow). */
export function multiplyAmounts(left: Amount, right: Amount): Amount {
  if (typeof left === "number" && typeof right === "number") {
    const product = left * right;
    if (product <= Number.MAX_SAFE_INTEGER) return product;
  }
  return saturated(BigInt(left) * BigInt(right));
}

/** The product with a factor, computed in doubles and rounded up. */
function scaleAmount(amount: Amount, factor: number): Amount {
  const value = Number(amount);
  if (value > 0 && factor > 0 && value > 2 ** 64 / factor) return unbounded;
  const scaled = Math.ceil(value * factor);
  if (scaled >= 2 ** 64) return unbounded;
  return scaled <= Number.MAX_SAFE_INTEGER ? scaled : BigInt(scaled);
}

/** Arithmetic that wraps around at 2^64, for the places where Go forgets to saturate. */
export function wrapped(value: bigint): Amount {
  return amountOf(BigInt.asUintN(64, value));
}

/**
 * The lesser of two amounts, whichever form each has: `<` compares a number with a bigint by value.
 */
export function smaller(left: Amount, right: Amount): Amount {
  return left < right ? left : right;
}

/** The greater of two amounts, compared as in `smaller`. */
function larger(left: Amount, right: Amount): Amount {
  return left > right ? left : right;
}

function saturated(value: bigint): Amount {
  return value > maximum ? maximum : value;
}

/**
 * A cost, or the size of a value (what `size()` would say of it), of which only limits are known
 * (cel-go `checker/cost.go`, CostEstimate and SizeEstimate).
 */
export interface Range {
  readonly min: Amount;
  readonly max: Amount;
}

/**
 * The cost of a call, and the size of its result where that is known (cel-go `checker/cost.go`,
 * CallEstimate).
 */
export interface CallEstimate {
  readonly cost: Range;
  readonly resultSize: Range | undefined;
}

/** The cost of a constant, and the start of sums of costs. */
export const zero: Range = { min: 0, max: 0 };
/** The cost of a variable, and of a call without an estimate of its own; the size of a scalar. */
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
