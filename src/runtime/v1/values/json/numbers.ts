import type { Float64 } from "./json.js";
import { isInt64, toDouble } from "./json.js";

/** A number of either of the server's classes. */
export type JsonNumber = number | bigint | Float64;

const int64Limit = 2 ** 63;

/**
 * A double as Go converts it to int64: cut off toward zero; beyond int64 the smallest int64
 * (amd64).
 */
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

/** The value modulo a positive integer. */
export function remainder(value: JsonNumber, divisor: number): number | bigint {
  return typeof value === "bigint" ? value % BigInt(divisor) : toDouble(value) % divisor;
}

/** The first number of a JSON text that is the wanted one, as it is written there. */
export function writtenNumber(
  text: string,
  isWanted: (literal: string) => boolean,
): string | undefined {
  return (text.match(/-?\d[\d.eE+-]*/g) ?? []).find(isWanted);
}
