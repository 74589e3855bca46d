import { supportedFormat } from "../../../runtime/versions/formats.js";
import type { KubernetesMinor } from "../../../runtime/versions/kubernetes-version.js";
import type { ValueNode } from "./value-node.js";
import { typesOf, validationsOf } from "./value-node.js";

/** The numbers between two bounds; a bound that is open is not among them. */
export interface NumberRange {
  readonly min: number;
  readonly minOpen: boolean;
  readonly max: number;
  readonly maxOpen: boolean;
  /** Only integers. */
  readonly integral: boolean;
  readonly multiples: readonly number[];
}

/**
 * The numbers that a node allows, or a few more. Servers cut off the fractions of the bounds of
 * integers (kube-openapi `validation/values.go`).
 */
export function numberRangeOf(node: ValueNode, minor: KubernetesMinor): NumberRange {
  const validations = validationsOf(node);
  const multiples = validations.flatMap(({ multipleOf }) => multipleOf ?? []);
  const integral = !typesOf(node.schema).includes("number") || multiples.some(Number.isInteger);
  let range = formatRange(node, minor);
  for (const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } of validations) {
    if (minimum !== undefined) range = above(range, minimum, exclusiveMinimum);
    if (maximum !== undefined) range = below(range, maximum, exclusiveMaximum);
  }
  const all = { ...range, integral, multiples };
  return integral ? closed(all) : all;
}

type Bounds = Omit<NumberRange, "integral" | "multiples">;

function above(range: Bounds, min: number, isOpen: boolean): Bounds {
  if (min < range.min) return range;
  return { ...range, min, minOpen: isOpen || (min === range.min && range.minOpen) };
}

function below(range: Bounds, max: number, isOpen: boolean): Bounds {
  if (max > range.max) return range;
  return { ...range, max, maxOpen: isOpen || (max === range.max && range.maxOpen) };
}

/** With the first and the last integer as bounds. */
function closed(range: NumberRange): NumberRange {
  const min = Math.trunc(range.min) + (range.minOpen ? 1 : 0);
  const max = Math.trunc(range.max) - (range.maxOpen ? 1 : 0);
  return { ...range, min, max, minOpen: false, maxOpen: false };
}

/** The range of int32 counts since 1.36; other formats of numbers hold nearly all. */
function formatRange({ schema }: ValueNode, minor: KubernetesMinor): Bounds {
  const format = supportedFormat(schema.type, schema.validation.format, minor);
  const isSmall = schema.type === "integer" && format === "int32";
  const isInteger = schema.type === "integer" || schema.intOrString;
  if (isSmall) return { min: -(2 ** 31), minOpen: false, max: 2 ** 31 - 1, maxOpen: false };
  if (isInteger) return { min: -(2 ** 63), minOpen: false, max: 2 ** 63, maxOpen: false };
  return { min: -Infinity, minOpen: false, max: Infinity, maxOpen: false };
}
