import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import { supportedFormat } from "../../runtime/versions/formats.js";
import type { ValueValidation } from "../ir/schema.js";
import type { ValueNode } from "./value-node.js";
import { typesOf, validationsOf } from "./value-node.js";

/** The numbers between two bounds; a bound that is open is not among them. */
export interface Bounds {
  readonly min: number;
  readonly minOpen: boolean;
  readonly max: number;
  readonly maxOpen: boolean;
}

/** Those numbers between two bounds that multiples and the type allow. */
export interface NumberRange extends Bounds {
  /** Only integers. */
  readonly integral: boolean;
  readonly multiples: readonly number[];
}

const unbounded: Bounds = { min: -Infinity, minOpen: false, max: Infinity, maxOpen: false };

/** The numbers among those of `range` that constraints allow. */
export function boundsOf(validations: readonly ValueValidation[], range = unbounded): Bounds {
  let bounds = range;
  for (const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } of validations) {
    if (minimum !== undefined) bounds = above(bounds, minimum, exclusiveMinimum);
    if (maximum !== undefined) bounds = below(bounds, maximum, exclusiveMaximum);
  }
  return bounds;
}

function above(range: Bounds, min: number, isOpen: boolean): Bounds {
  if (min < range.min) return range;
  return { ...range, min, minOpen: isOpen || (min === range.min && range.minOpen) };
}

function below(range: Bounds, max: number, isOpen: boolean): Bounds {
  if (max > range.max) return range;
  return { ...range, max, maxOpen: isOpen || (max === range.max && range.maxOpen) };
}

/**
 * The numbers that a node allows, or a few more. Servers cut off the fractions of the bounds of
 * integers (kube-openapi `validation/values.go`).
 */
export function numberRangeOf(node: ValueNode, minor: KubernetesMinor): NumberRange {
  const validations = validationsOf(node);
  const multiples = validations.flatMap(({ multipleOf }) => multipleOf ?? []);
  const integral = !typesOf(node.schema).includes("number") || multiples.some(Number.isInteger);
  const range = boundsOf(validations, formatRange(node, minor));
  return { ...(integral ? closed(range) : range), integral, multiples };
}

/** With the first and the last integer as bounds. */
function closed(range: Bounds): Bounds {
  const min = Math.trunc(range.min) + (range.minOpen ? 1 : 0);
  const max = Math.trunc(range.max) - (range.maxOpen ? 1 : 0);
  return { min, max, minOpen: false, maxOpen: false };
}

/** The range of int32 counts since 1.36; other formats of numbers hold nearly all. */
function formatRange({ schema }: ValueNode, minor: KubernetesMinor): Bounds {
  const format = supportedFormat(schema.type, schema.validation.format, minor);
  const isSmall = schema.type === "integer" && format === "int32";
  const isInteger = schema.type === "integer" || schema.intOrString;
  if (isSmall) return { ...unbounded, min: -(2 ** 31), max: 2 ** 31 - 1 };
  return isInteger ? { ...unbounded, min: -(2 ** 63), max: 2 ** 63 } : unbounded;
}

/** Numbers that constraints may take, the likely ones first; each has to be judged. */
export function* numberCandidates(
  validations: readonly ValueValidation[],
  kind: "integer" | "number",
  variant: number,
): Generator<number> {
  const { min, minOpen, max, maxOpen } = boundsOf(validations);
  const small = kind === "integer" ? 1 : 0.5;
  const [lowest, highest] = [minOpen ? min + small : min, maxOpen ? max - small : max];
  const step = stepOf(validations, kind);
  const base = 1 >= lowest && 1 <= highest ? 1 : lowest > 1 ? lowest : highest;
  const candidates = [base, lowest, highest, 0, (lowest + highest) / 2];
  for (const candidate of candidates.filter(Number.isFinite)) {
    const up = Math.ceil(candidate / step) * step;
    const down = Math.floor(candidate / step) * step;
    for (const number of [up + variant * step, up, down - variant * step, down]) {
      yield kind === "integer" ? Math.round(number) : cleaned(number);
    }
  }
  for (const number of validations.flatMap(nearBounds)) yield cleaned(number);
}

function stepOf(validations: readonly ValueValidation[], kind: "integer" | "number"): number {
  const steps = validations.map(({ multipleOf = 0 }) => multipleOf).filter((step) => step > 0);
  return steps.reduce(leastCommonMultiple, kind === "integer" ? 1 : (steps[0] ?? 1));
}

function leastCommonMultiple(left: number, right: number): number {
  if (!Number.isInteger(left) || !Number.isInteger(right)) return Math.max(left, right);
  return (left / greatestCommonDivisor(left, right)) * right;
}

function greatestCommonDivisor(left: number, right: number): number {
  return right === 0 ? left : greatestCommonDivisor(right, left % right);
}

/** Numbers right at and between the bounds, where these are close. */
function nearBounds({ minimum, maximum }: ValueValidation): readonly number[] {
  const bounds = [minimum, maximum].filter((bound) => bound !== undefined);
  const [low, high] = [minimum ?? 0, maximum ?? 0];
  return [...bounds, (low + high) / 2, low + (high - low) / 1024];
}

/** Without the last digits, which only come from counting in binary. */
function cleaned(number: number): number {
  return Number(number.toPrecision(12));
}

/** Numbers around the bounds of a node, and such that its multiples allow. */
export function numbersAround(node: ValueNode, minor: KubernetesMinor): readonly number[] {
  const { min, max, integral, multiples } = numberRangeOf(node, minor);
  const bounds = [min, max].filter(Number.isFinite).filter((bound) => Math.abs(bound) < 2 ** 53);
  const near = bounds.flatMap((bound) => [bound, bound + 1, bound - 1, bound + 0.5, bound - 0.5]);
  const steps = multiples.flatMap((step) =>
    [0, 1, 2, 3, -1, ...bounds.map((bound) => Math.ceil(bound / step))].map(
      (times) => times * step,
    ),
  );
  const all = [0, 1, -1, 2, 5, 10, 100, 1000, 2 ** 31, -(2 ** 31) - 1, ...near, ...steps];
  const fractions = integral ? [] : [0.5, 1.5, -0.25, 1e21];
  return [...new Set([...all, ...fractions])].filter(
    (value) => !integral || Number.isInteger(value),
  );
}
