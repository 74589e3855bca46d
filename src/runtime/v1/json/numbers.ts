import type { Dialect } from "../dialect.js";
import type { Float64 } from "./json.js";
import { isInt64, toDouble } from "./json.js";

/** A number of either of the server's classes. */
export type JsonNumber = number | bigint | Float64;

/** What a number is declared to be, for the range it must be in. */
export interface NumberType {
  /** `""`: nothing, or several types. */
  readonly type: "integer" | "number" | "";
  /** Only int32, int64, float and double mean something. */
  readonly format: string;
}

const int64Limit = 2 ** 63;

/** A double as Go converts it to int64: cut off toward zero; beyond int64 the smallest int64 (amd64). */
export function toInt64(value: number): number {
  const integer = Math.trunc(value);
  return integer >= -int64Limit && integer < int64Limit ? integer : -int64Limit;
}

/** The digits of a number that the server holds as int64. */
export function integerText(value: JsonNumber): string {
  return typeof value === "object" ? String(value.value) : String(value);
}

/** A number beyond 2^53 with the digits that JSON has of it, which the server reads exactly. */
export function exactNumber(value: JsonNumber): JsonNumber {
  const isExact = typeof value !== "number" || Number.isSafeInteger(value) || !isInt64(value);
  return isExact ? value : BigInt(String(value));
}

/** An integral double with all its digits, as Go prints an int64. */
export function int64Text(value: number): string {
  return Number.isSafeInteger(value) ? String(value) : String(BigInt(value));
}

/**
 * Whether a float64 counts as an integer for the schema: integral up to 2^53, within a relative error of 1e-9
 * (go-openapi `swag/conv`, which from Kubernetes 1.37 on rounds instead of cutting off).
 */
export function isJsonInteger(value: number, dialect: Dialect): boolean {
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) return false;
  if (Number.isInteger(value)) return true;
  if (dialect.roundsIntegersDown) {
    const rounded = Math.sign(value) * Math.round(Math.abs(value));
    return rounded !== 0 && Math.abs(value - rounded) < 1e-9 * Math.abs(rounded);
  }
  // Cut off by way of uint64, which has no negative numbers.
  const cut = Math.trunc(value);
  return value > 0 && (value - cut) / (value + cut) < 1e-9;
}

/**
 * Whether a number can be held by its declared type and format without loss (kube-openapi `validate/values.go`,
 * from Kubernetes 1.36 on).
 */
export function isInRange(value: JsonNumber, declared: NumberType): boolean {
  if (declared.type === "integer") {
    if (declared.format !== "int32") return isInt64(value) || isIntegralInt64(toDouble(value));
    const integer = toDouble(value);
    return Number.isInteger(integer) && integer >= -(2 ** 31) && integer < 2 ** 31;
  }
  return declared.format !== "float" || Number.isFinite(Math.fround(toDouble(value)));
}

/** The server judges a float64 by its shortest decimal digits, and those of -2^63 are beyond int64. */
function isIntegralInt64(value: number): boolean {
  return Number.isInteger(value) && value > -int64Limit && value < int64Limit;
}

/** The value modulo a positive integer. */
export function remainder(value: JsonNumber, divisor: number): number | bigint {
  return typeof value === "bigint" ? value % BigInt(divisor) : toDouble(value) % divisor;
}
