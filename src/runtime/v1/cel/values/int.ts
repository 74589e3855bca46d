import { CelError } from "./error.js";
import type { Int } from "./value.js";

/** The int of a bigint within int64; beyond, `undefined`. */
export function toInt(value: bigint): Int | undefined {
  const short = Number(value);
  if (Number.isSafeInteger(short)) return short;
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

/** `left + right`, or the error of overflow. */
export function addInts(left: Int, right: Int): Int | CelError {
  if (typeof left === "number" && typeof right === "number") {
    const sum = left + right;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return checkedInt(toBigInt(left) + toBigInt(right));
}

/** `left - right`, or the error of overflow. */
export function subtractInts(left: Int, right: Int): Int | CelError {
  if (typeof left === "number" && typeof right === "number") {
    const difference = left - right;
    if (Number.isSafeInteger(difference)) return difference;
  }
  return checkedInt(toBigInt(left) - toBigInt(right));
}

/** `left * right`, or the error of overflow. */
export function multiplyInts(left: Int, right: Int): Int | CelError {
  if (typeof left === "number" && typeof right === "number") {
    const product = left * right;
    if (Number.isSafeInteger(product)) return product + 0; // no negative zero
  }
  return checkedInt(toBigInt(left) * toBigInt(right));
}

/** `left / right`, truncated toward zero. */
export function divideInts(left: Int, right: Int): Int | CelError {
  if (right === 0) return new CelError("division by zero");
  // The quotient of two safe integers, truncated, is exact.
  if (typeof left === "number" && typeof right === "number") return Math.trunc(left / right) + 0;
  return checkedInt(toBigInt(left) / toBigInt(right));
}

/** `left % right`, with the sign of `left`. */
export function moduloInts(left: Int, right: Int): Int | CelError {
  if (right === 0) return new CelError("modulus by zero");
  if (typeof left === "number" && typeof right === "number") return (left % right) + 0;
  // Go's checked operation takes -2^63 % -1 for an overflow.
  if (right === -1 && BigInt.asIntN(64, -BigInt(left)) === BigInt(left)) return intOverflow();
  return checkedInt(toBigInt(left) % toBigInt(right));
}

/** `-value`. */
export function negateInt(value: Int): Int | CelError {
  return typeof value === "number" ? 0 - value : checkedInt(-value);
}

/** Data of the wrong type may come as far as here; it must not throw. */
function toBigInt(value: Int): bigint {
  return typeof value === "bigint" ? value : BigInt(Math.trunc(value));
}

/** The error of a result beyond int64. */
export function intOverflow(): CelError {
  return new CelError("integer overflow");
}

/** A result within int64, or the error of overflow. */
export function checkedInt(value: bigint): Int | CelError {
  return toInt(value) ?? intOverflow();
}

/** Text as Go's `strconv.ParseInt` of base 10 reads it; `undefined` where it does not. */
export function parseInt64(text: string): Int | undefined {
  return parseDigits(text) ?? parseLong(text);
}

/** The number of a few digits, as nearly all are. */
function parseDigits(text: string): number | undefined {
  const { length } = text;
  if (length === 0 || length > maxShortDigits) return undefined;
  let value = 0;
  for (let at = 0; at < length; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return undefined;
    value = value * 10 + digit;
  }
  return value;
}

function parseLong(text: string): Int | undefined {
  if (!/^[+-]?[0-9]+$/.test(text)) return undefined;
  return text.length <= maxShortDigits ? Number(text) + 0 : toInt(BigInt(text.replace("+", "")));
}

/** A number of so many characters is a safe integer. */
const maxShortDigits = 15;
