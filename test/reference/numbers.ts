import type { ValueValidation } from "../../src/crd/ir/schema.js";
import { formatFloat } from "../../src/runtime/v1/values/go/float.js";
import type { JsonNumber } from "../../src/runtime/v1/values/json/json-object.js";
import { Float64, isInt64, toDouble } from "../../src/runtime/v1/values/json/json.js";
import type { Errors } from "./errors.js";

/*
 * Numbers as Go has them once they are decoded: an int64, here always a bigint, or a float64, here
 * always a number (kube-openapi `validation/validate/values.go`).
 */

type GoNumber = bigint | number;

/** A decoded number: of an integer the digits that JSON has of it. */
export function goNumber(value: JsonNumber): GoNumber {
  if (value instanceof Float64) return value.value;
  return isInt64(value) ? BigInt(String(value)) : toDouble(value);
}

/**
 * The conversion `int64(float64)` of amd64: cut off toward zero, and the smallest int64 beyond the
 * range.
 */
export function toInt(value: number): bigint {
  const smallest = -(2n ** 63n);
  if (!Number.isFinite(value)) return smallest;
  const cut = BigInt(Math.trunc(value));
  return BigInt.asIntN(64, cut) === cut ? cut : smallest;
}

/** What a number is declared as, where that is one type. */
export interface Declared {
  readonly type: "integer" | "number" | "";
  readonly format: string;
}

/** The errors of a number's range, `multipleOf`, `minimum` and `maximum`, in the server's order. */
export function checkNumber(
  sent: JsonNumber,
  declared: Declared,
  checks: ValueValidation,
  path: string,
  errors: Errors,
): void {
  const value = goNumber(sent);
  holds(declared, value, "Checked", path, errors);
  const { multipleOf, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = checks;
  /**
   * The number and a bound in one class: that of the number, unless the declared type does not hold
   * the bound.
   */
  const pair = (bound: number, what: string): readonly [GoNumber, GoNumber] => {
    const fits = holds(declared, bound, what, path, errors);
    if (typeof value === "bigint" && fits) return [value, toInt(bound)];
    return [Number(value), bound];
  };
  const tell = (number: GoNumber, relation: string, bound: GoNumber): void => {
    const detail = `${path} in body should be ${relation} ${text(bound)}`;
    errors.invalid(path, jsonNumber(number), detail);
  };
  if (multipleOf !== undefined) {
    const [number, factor] = pair(multipleOf, "MultipleOf");
    if (factor <= 0) {
      const detail = `factor MultipleOf declared for ${path} must be positive: ${text(factor)}`;
      errors.invalid(path, jsonNumber(factor), detail);
    } else if (!isMultiple(number, factor, errors)) {
      tell(number, "a multiple of", factor);
    }
  }
  if (minimum !== undefined) {
    const [number, bound] = pair(minimum, "Minimum boundary");
    const isTooSmall = exclusiveMinimum ? number <= bound : number < bound;
    if (isTooSmall) tell(number, `greater than${exclusiveMinimum ? "" : " or equal to"}`, bound);
  }
  if (maximum !== undefined) {
    const [number, bound] = pair(maximum, "Maximum boundary");
    const isTooBig = exclusiveMaximum ? number >= bound : number > bound;
    if (isTooBig) tell(number, `less than${exclusiveMaximum ? "" : " or equal to"}`, bound);
  }
}

/** Reports a number that its declared type cannot hold; servers before 1.36 do not look. */
function holds(
  { type, format }: Declared,
  value: GoNumber,
  what: string,
  path: string,
  errors: Errors,
): boolean {
  if (errors.dialect.checksNumberRanges === false || isHeld(type, format, value)) return true;
  const told = format === "" ? "(default format)" : `with format ${format}`;
  errors.general(`${what} value must be of type ${type} ${told} in ${path}`);
  return false;
}

function isHeld(type: string, format: string, value: GoNumber): boolean {
  if (type === "integer") {
    const bits = format === "int32" ? 32 : 64;
    const integer = typeof value === "bigint" ? value : integerOf(value);
    return integer !== undefined && BigInt.asIntN(bits, integer) === integer;
  }
  return format !== "float" || Number.isFinite(Math.fround(Number(value)));
}

/** A float64 is judged by its shortest decimal digits. */
function integerOf(value: number): bigint | undefined {
  if (!Number.isInteger(value) || Math.abs(value) >= 1e21) return undefined;
  return BigInt(String(value));
}

function isMultiple(number: GoNumber, factor: GoNumber, { dialect }: Errors): boolean {
  if (typeof number === "bigint" && typeof factor === "bigint") return number % factor === 0n;
  const [value, by] = [Number(number), Number(factor)];
  return isIntegral(by < 1 ? (1 / by) * value : value / by, dialect.roundsIntegersDown !== false);
}

/** `IsFloat64AJSONInteger` of go-openapi `swag`; up to Kubernetes 1.36 it goes by way of uint64. */
export function isIntegral(value: number, rounds: boolean): boolean {
  if (!Number.isFinite(value) || Math.abs(value) > 2 ** 53 - 1) return false;
  if (Number.isInteger(value)) return true;
  if (!rounds) return value > 0 && difference(value, Math.floor(value)) < 1e-9;
  const nearest = Math.sign(value) * Math.floor(Math.abs(value) + 0.5);
  return nearest !== 0 && Math.abs(value - nearest) < 1e-9 * Math.abs(nearest);
}

function difference(value: number, cut: number): number {
  return (value - cut) / (value + cut);
}

function text(number: GoNumber): string {
  return typeof number === "bigint" ? String(number) : formatFloat(number);
}

/** In the form in which field errors show it. */
function jsonNumber(number: GoNumber): JsonNumber {
  return typeof number === "bigint" ? number : new Float64(number);
}
