import { isJsonInteger } from "../declared-number.js";
import { Float64, isInt64, toDouble } from "../json/json.js";

/*
 * Quick checks of numbers by servers from 1.36 on, exact for every value. What they find good
 * compares with numbers as a number does, whatever its class.
 */

/** An integer: int64, or a float64 without a fraction up to 2^53 (`1.0`). */
export function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value) || isRareInteger(value);
}

/** An integer of 32 bits, of either class. */
export function isInt32(value: unknown): value is number {
  if (typeof value === "number") return (value | 0) === value;
  return value instanceof Float64 && isInt32(value.value);
}

/** A number of any class. */
export function isFiniteNumber(value: unknown): value is number {
  if (typeof value === "number") return Number.isFinite(value);
  return value instanceof Float64 || (typeof value === "bigint" && isInt64(value));
}

/** A number that a float of 32 bits can hold, if not exactly. */
export function isFloat32(value: unknown): value is number {
  return isFiniteNumber(value) && Number.isFinite(Math.fround(toDouble(value)));
}

/**
 * An integer as the server takes it where none is declared: a fraction below 1e-9 of the number is
 * let pass.
 */
export function isNearInteger(value: unknown): value is number {
  if (isInteger(value)) return true;
  const number = value instanceof Float64 ? value.value : value;
  return typeof number === "number" && isJsonInteger(number);
}

function isRareInteger(value: unknown): boolean {
  if (value instanceof Float64) return Number.isSafeInteger(value.value);
  return isFiniteNumber(value) && isInt64(value);
}
