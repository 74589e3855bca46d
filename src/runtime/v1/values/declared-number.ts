import type { JsonNumber } from "./json/json-object.js";
import { isInt64, toDouble } from "./json/json.js";

/** The declared type and format of a number, for the range it must be in. */
export interface NumberType {
  /** `""`: nothing, or several types. */
  readonly type: "integer" | "number" | "";
  /** Only int32, int64, float and double mean something. */
  readonly format: string;
}

/**
 * Tells whether a float64 counts as an integer for the schema: integral up to 2^53, within a
 * relative error of 1e-9 (go-openapi `swag/conv`, which from Kubernetes 1.37 on rounds instead of
 * cutting off).
 */
export function isJsonInteger(value: number, rounds = true): boolean {
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) return false;
  if (Number.isInteger(value)) return true;
  if (rounds) {
    const rounded = Math.sign(value) * Math.round(Math.abs(value));
    return rounded !== 0 && Math.abs(value - rounded) < 1e-9 * Math.abs(rounded);
  }
  // Cut off by way of uint64, which has no negative numbers.
  const cut = Math.trunc(value);
  return value > 0 && (value - cut) / (value + cut) < 1e-9;
}

/**
 * Tells whether a number can be held by its declared type and format without loss (kube-openapi
 * `validate/values.go`, from Kubernetes 1.36 on).
 */
export function isInRange(value: JsonNumber, declared: NumberType): boolean {
  if (declared.type === "integer") {
    // A `1.0` too: the server judges a float64 by its shortest decimal digits.
    if (declared.format !== "int32") return isInt64(value) || isInt64(toDouble(value));
    const integer = toDouble(value);
    return Number.isInteger(integer) && integer >= -(2 ** 31) && integer < 2 ** 31;
  }
  return declared.format !== "float" || Number.isFinite(Math.fround(toDouble(value)));
}
