import { CelError } from "./error.js";
import type { Int, Value } from "./value.js";
import { CelObject, isInt } from "./value.js";

/**
 * A number that is no int: see `Double` and `Uint`. Numbers of all types are equal, and ordered, by
 * their value.
 */
export abstract class BoxedNumber extends CelObject {
  abstract readonly value: number | bigint;

  equals(other: Value): boolean {
    return compareNumbers(this, other) === 0;
  }

  override compareTo(other: Value): number | CelError | undefined {
    return compareNumbers(this, other);
  }

  override get isZero(): boolean {
    return Number(this.value) === 0;
  }
}

/**
 * The order of two numbers of any types, as a sign; `undefined` when one is no number. NaN is an
 * error here; `==` takes it for unequal.
 */
export function compareNumbers(left: Value, right: Value): number | CelError | undefined {
  let a = numericValue(left);
  let b = numericValue(right);
  if (a === undefined) return undefined;
  if (Number.isNaN(a) || Number.isNaN(b)) return new CelError("NaN values cannot be ordered");
  if (b === undefined) return undefined;
  // Beside a double an integer counts as the double next to it (cel-go `types/compare.go`).
  if (left instanceof BoxedNumber && typeof left.value === "number") b = Number(b);
  else if (right instanceof BoxedNumber && typeof right.value === "number") a = Number(a);
  return a < b ? -1 : a > b ? 1 : 0;
}

function numericValue(value: Value): number | bigint | undefined {
  if (isInt(value)) return value;
  return value instanceof BoxedNumber ? value.value : undefined;
}

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

/** A uint64. */
export class Uint extends BoxedNumber {
  readonly typeName: string = "uint";
  readonly value: bigint;

  constructor(value: bigint) {
    super();
    this.value = value;
  }
}

/** The uint of a result, or the error of overflow. */
export function checkedUint(value: bigint): Uint | CelError {
  return BigInt.asUintN(64, value) === value ? new Uint(value) : uintOverflow();
}

/** The error of a result beyond uint64. */
export function uintOverflow(): CelError {
  return new CelError("unsigned integer overflow");
}

/** `left + right`, or the error of overflow. */
export function addUints(left: Uint, right: Uint): Uint | CelError {
  return checkedUint(left.value + right.value);
}

/** `left - right`, or the error of overflow. */
export function subtractUints(left: Uint, right: Uint): Uint | CelError {
  return checkedUint(left.value - right.value);
}

/** `left * right`, or the error of overflow. */
export function multiplyUints(left: Uint, right: Uint): Uint | CelError {
  return checkedUint(left.value * right.value);
}

/** `left / right`, truncated. */
export function divideUints(left: Uint, right: Uint): Uint | CelError {
  if (right.value === 0n) return new CelError("division by zero");
  return new Uint(left.value / right.value);
}

/** `left % right`. */
export function moduloUints(left: Uint, right: Uint): Uint | CelError {
  if (right.value === 0n) return new CelError("modulus by zero");
  return new Uint(left.value % right.value);
}

/** Text as Go's `strconv.ParseUint` of base 10 reads it; `undefined` where it does not. */
export function parseUint64(text: string): Uint | undefined {
  if (!/^[0-9]+$/.test(text)) return undefined;
  const value = BigInt(text);
  return BigInt.asUintN(64, value) === value ? new Uint(value) : undefined;
}

/** A double among values of other types. */
export class Double extends BoxedNumber {
  readonly typeName: string = "double";
  readonly value: number;

  constructor(value: number) {
    super();
    this.value = value;
  }
}

const decimalFloat = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
const hexFloat = /^([+-]?)0[xX]([0-9a-fA-F]*)\.?([0-9a-fA-F]*)[pP]([+-]?[0-9]+)$/;
const infinity = /^([+-]?)inf(?:inity)?$/i;

/**
 * Text as Go's `strconv.ParseFloat` reads it; `undefined` where it does not, or where it overflows.
 */
export function parseDouble(written: string): number | undefined {
  const text = withoutUnderscores(written);
  if (decimalFloat.test(text)) {
    const value = Number(text);
    return Number.isFinite(value) ? value : undefined;
  }
  const infinite = infinity.exec(text);
  if (infinite !== null) return infinite[1] === "-" ? -Infinity : Infinity;
  if (/^nan$/i.test(text)) return NaN;
  return parseHexFloat(text);
}

/** Underscores may stand between digits, and behind `0x`. */
function withoutUnderscores(text: string): string {
  if (!text.includes("_") || /(?:^|[^0-9a-fx])_|_(?:[^0-9a-f]|$)/i.test(text)) return text;
  return text.replaceAll("_", "");
}

function parseHexFloat(text: string): number | undefined {
  const match = hexFloat.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = "", fraction = "", exponent = ""] = match;
  if (whole === "" && fraction === "") return undefined;
  const value = scaleByPowerOfTwo(
    BigInt(`0x${whole}${fraction}`),
    Number(exponent) - 4 * fraction.length,
  );
  if (!Number.isFinite(value)) return undefined;
  return sign === "-" ? -value : value;
}

function scaleByPowerOfTwo(mantissa: bigint, exponent: number): number {
  if (mantissa === 0n) return 0;
  let bits = mantissa.toString(2).length;
  let shifted = mantissa;
  let power = exponent;
  // Keep 64 bits and a sticky bit, so that the one rounding to come is right.
  if (bits > 64) {
    const drop = BigInt(bits - 64);
    const sticky = (shifted & ((1n << drop) - 1n)) === 0n ? 0n : 1n;
    shifted = (shifted >> drop) | sticky;
    power += Number(drop);
    bits = 64;
  }
  if (power + bits > 1100) return Infinity;
  if (power + bits < -1100) return 0;
  // Two steps: 2 ** power alone may be out of range.
  const half = Math.trunc(power / 2);
  return Number(shifted) * 2 ** half * 2 ** (power - half);
}
