import { CelError, noSuchOverload } from "../values/error.js";
import { toInt } from "../values/numbers.js";
import type { Int, Value } from "../values/value.js";
import { CelObject } from "../values/value.js";

/**
 * In which suffixes a quantity is printed: `k`, `M`, `G` …; `Ki`, `Mi`, `Gi` …; or `e3`, `e6` ….
 */
type QuantityFormat = "decimalSI" | "binarySI" | "decimalExponent";

/**
 * A Kubernetes quantity (apimachinery `api/resource/quantity.go`): `unscaled * 10^exponent`.
 *
 * Go holds most quantities as an int64 with a scale and the others as decimals of any size. The
 * difference shows (`isInteger`), so it is kept: `fast`.
 */
export class Quantity extends CelObject {
  readonly typeName: string = "kubernetes.Quantity";
  readonly unscaled: bigint;
  readonly exponent: number;
  readonly fast: boolean;
  readonly format: QuantityFormat;
  /**
   * True for the result of `add` or `sub`: the server knows it on the left of `==` only, and has no
   * answer for the right.
   */
  readonly isResult: boolean;

  constructor(
    unscaled: bigint,
    exponent: number,
    fast: boolean,
    format: QuantityFormat,
    isResult = false,
  ) {
    super();
    this.unscaled = unscaled;
    this.exponent = exponent;
    this.fast = fast;
    this.format = format;
    this.isResult = isResult;
  }

  equals(other: Value): boolean | CelError {
    if (!(other instanceof Quantity) || other.isResult) return noSuchOverload();
    return compareQuantities(this, other) === 0;
  }
}

/** `quantity(text)`. Values are rounded away from zero to billionths. */
export function parseQuantity(text: string): Quantity | CelError {
  const match = quantityPattern.exec(text);
  if (match === null || text === "") return new CelError(formatFault);
  const [, sign = "", zeros = "", digits = "", fraction = "", suffix = ""] = match;
  const unit = interpretSuffix(suffix);
  if (unit === undefined) return new CelError("unable to parse quantity's suffix");
  const whole = digits === "" ? "0" : digits;
  const fast = parseFast(sign, whole, fraction, unit);
  if (fast !== undefined) return fast;
  if (zeros + digits + fraction === "")
    return new CelError("unable to parse numeric part of quantity");
  return parseBig(sign, BigInt(whole + fraction), fraction.length, unit);
}

/** `isQuantity(text)`. */
export function isQuantity(text: string): boolean {
  return parseQuantity(text) instanceof Quantity;
}

/** `left.compareTo(right)`: -1, 0 or 1. */
export function compareQuantities(left: Quantity, right: Quantity): number {
  const sign = quantitySign(left);
  if (sign !== quantitySign(right)) return sign < quantitySign(right) ? -1 : 1;
  if (sign === 0) return 0;
  // Magnitudes decide first, so that no exponent makes a number of a million digits.
  const magnitude = magnitudeOf(left) - magnitudeOf(right);
  if (magnitude !== 0) return magnitude < 0 ? -sign : sign;
  const exponent = Math.min(left.exponent, right.exponent);
  const difference = scaleTo(left, exponent) - scaleTo(right, exponent);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** `left.add(right)`. */
export function addQuantities(left: Quantity, right: Quantity): Quantity {
  const format = left.unscaled === 0n ? right.format : left.format;
  if (left.fast && right.fast) {
    if (right.unscaled === 0n)
      return new Quantity(left.unscaled, left.exponent, true, format, true);
    if (left.unscaled === 0n)
      return new Quantity(right.unscaled, right.exponent, true, format, true);
  }
  const exponent = Math.min(left.exponent, right.exponent);
  const sum = scaleTo(left, exponent) + scaleTo(right, exponent);
  const fast =
    left.fast &&
    right.fast &&
    toInt(sum) !== undefined &&
    toInt(scaleTo(left, exponent)) !== undefined &&
    toInt(scaleTo(right, exponent)) !== undefined;
  return new Quantity(sum, exponent, fast, format, true);
}

/** `left.sub(right)`. */
export function subtractQuantities(left: Quantity, right: Quantity): Quantity {
  const { unscaled, exponent, fast, format } = right;
  if (left.fast && fast) {
    // Go negates an int64, which leaves the smallest one as it is.
    const negated = new Quantity(BigInt.asIntN(64, -unscaled), exponent, true, format);
    const difference = addQuantities(left, negated);
    if (difference.fast) return difference;
  }
  return addQuantities(left, new Quantity(-unscaled, exponent, false, format));
}

/** `left.add(right)` of an int. */
export function addIntToQuantity(left: Quantity, right: Int): Quantity {
  return addQuantities(left, quantityOfInt(right));
}

/** `left.sub(right)` of an int. */
export function subtractIntFromQuantity(left: Quantity, right: Int): Quantity {
  return subtractQuantities(left, quantityOfInt(right));
}

/** `left.isLessThan(right)`. */
export function isLessQuantity(left: Quantity, right: Quantity): boolean {
  return compareQuantities(left, right) < 0;
}

/** `left.isGreaterThan(right)`. */
export function isGreaterQuantity(left: Quantity, right: Quantity): boolean {
  return compareQuantities(left, right) > 0;
}

/** The quantity of an int, for `add` and `sub`. */
function quantityOfInt(value: Int): Quantity {
  return new Quantity(BigInt(value), 0, true, "decimalExponent");
}

/** `sign(quantity)`: -1, 0 or 1. */
export function quantitySign(quantity: Quantity): number {
  return quantity.unscaled < 0n ? -1 : quantity.unscaled > 0n ? 1 : 0;
}

/** `quantity.isInteger()`: only true of quantities that Go holds as int64. */
export function isIntegerQuantity(quantity: Quantity): boolean {
  return integerOf(quantity) !== undefined;
}

/** `quantity.asInteger()`. */
export function quantityAsInteger(quantity: Quantity): Int | CelError {
  return integerOf(quantity) ?? new CelError("cannot convert value to integer");
}

/** `quantity.asApproximateFloat()`, with Go's rounding in two steps. */
export function quantityAsFloat(quantity: Quantity): number {
  const base = Number(quantity.unscaled);
  const { exponent } = quantity;
  if (exponent === 0) return base;
  if (exponent < -323) return base * 0;
  return base * (exponent > 308 ? Infinity : powerOfTen(exponent));
}

const formatFault =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

const quantityPattern = /^([+-]?)(0*)([0-9]*)(?:\.([0-9]*))?([eEinumkKMGTP]*[-+]?[0-9]*)$/;

interface Unit {
  readonly base: 2 | 10;
  readonly exponent: number;
  readonly format: QuantityFormat;
}

const decimalUnits = "n u m _ k M G T P E";
const binaryUnits = "Ki Mi Gi Ti Pi Ei";
const maxInt64Digits = 18;
/** Beyond this a server would compute for minutes; nothing real comes near. */
const maxExponent = 100_000;

function interpretSuffix(suffix: string): Unit | undefined {
  const decimal = decimalUnits.split(" ").indexOf(suffix === "" ? "_" : suffix);
  if (decimal >= 0) return { base: 10, exponent: 3 * decimal - 9, format: "decimalSI" };
  const binary = binaryUnits.split(" ").indexOf(suffix);
  if (binary >= 0) return { base: 2, exponent: 10 * binary + 10, format: "binarySI" };
  if (!/^[eE][+-]?[0-9]+$/.test(suffix)) return undefined;
  const parsed = toInt(BigInt(suffix.slice(1).replace("+", "")));
  if (parsed === undefined) return undefined;
  const exponent = Number(BigInt.asIntN(32, BigInt(parsed)));
  const bounded = Math.max(-maxExponent, Math.min(maxExponent, exponent));
  return { base: 10, exponent: bounded, format: "decimalExponent" };
}

/** Go's way for short numbers: an int64 and a scale. */
function parseFast(
  sign: string,
  whole: string,
  fraction: string,
  unit: Unit,
): Quantity | undefined {
  const { base, exponent, format } = unit;
  if (base === 2 && fraction !== "") return undefined;
  const precision =
    base === 10
      ? maxInt64Digits - whole.length - fraction.length
      : 15 - whole.length - Math.trunc((exponent * 3) / 10) - 1;
  const scale = (base === 10 ? exponent : 0) - fraction.length;
  if (precision < 0 || scale < -9) return undefined;
  const value = BigInt(whole + fraction) * (base === 2 ? 2n ** BigInt(exponent) : 1n);
  return new Quantity(sign === "-" ? -value : value, scale, true, format);
}

function parseBig(sign: string, digits: bigint, decimals: number, unit: Unit): Quantity {
  const { base, exponent } = unit;
  let { format } = unit;
  let unscaled = base === 2 ? digits * 2n ** BigInt(exponent) : digits;
  let scale = (base === 10 ? exponent : 0) - decimals;
  if (unscaled !== 0n) {
    unscaled = roundUpTo(unscaled, scale, -9);
    scale = -9;
  }
  const cap = (2n ** 63n - 1n) * 10n ** 9n;
  if (format === "binarySI" && scale === -9 && unscaled > cap) {
    unscaled = 2n ** 63n - 1n;
    scale = 0;
  }
  if (format === "binarySI" && scale === -9 && unscaled > 0n && unscaled < 10n ** 9n) {
    format = "decimalSI";
  }
  return new Quantity(sign === "-" ? -unscaled : unscaled, scale, false, format);
}

/** A positive number at another scale; what is cut off rounds it up. */
function roundUpTo(unscaled: bigint, scale: number, target: number): bigint {
  if (scale >= target) return unscaled * 10n ** BigInt(scale - target);
  const divisor = 10n ** BigInt(target - scale);
  return (unscaled + divisor - 1n) / divisor;
}

function scaleTo(quantity: Quantity, exponent: number): bigint {
  return quantity.unscaled * 10n ** BigInt(quantity.exponent - exponent);
}

function magnitudeOf(quantity: Quantity): number {
  return String(quantity.unscaled).replace("-", "").length + quantity.exponent;
}

function integerOf(quantity: Quantity): Int | undefined {
  if (!quantity.fast || quantity.exponent < 0) return undefined;
  if (quantity.exponent > maxInt64Digits) return quantity.unscaled === 0n ? 0 : undefined;
  return toInt(scaleTo(quantity, 0));
}

/** Go's `math.Pow10`: a product of two table entries. */
function powerOfTen(exponent: number): number {
  const size = Math.abs(exponent);
  const high = Number(`1e${32 * Math.trunc(size / 32)}`);
  const low = Number(`1e${size % 32}`);
  return exponent < 0 ? Number(`1e-${32 * Math.trunc(size / 32)}`) / low : high * low;
}

/** A quantity in its canonical form, as Go's `Quantity.String` gives it for what was computed. */
export function quantityText(quantity: Quantity): string {
  if (quantity.unscaled === 0n) return "0";
  const binary = quantity.format === "binarySI" ? binaryText(quantity) : undefined;
  return binary ?? decimalText(quantity);
}

const decimalSuffixes = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"];
const binarySuffixes = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];

/** `undefined`: too small or no whole number, so it is written in decimals. */
function binaryText(quantity: Quantity): string | undefined {
  const limit = quantityOfInt(1024);
  const small =
    compareQuantities(quantity, limit) < 0 && compareQuantities(quantity, quantityOfInt(-1024)) > 0;
  if (small) return undefined;
  const { unscaled, exponent } = quantity;
  const power = 10n ** BigInt(Math.abs(exponent));
  if (exponent < 0 && unscaled % power !== 0n) return undefined;
  let whole = exponent < 0 ? unscaled / power : unscaled * power;
  const step = Math.floor(zerosBehind(whole.toString(2)) / 10);
  whole >>= BigInt(10 * step);
  return `${whole}${binarySuffixes[step] ?? ""}`;
}

function decimalText(quantity: Quantity): string {
  let { unscaled, exponent } = quantity;
  const digits = String(unscaled);
  const zeros = zerosBehind(digits);
  unscaled = BigInt(digits.slice(0, digits.length - zeros));
  exponent += zeros;
  while (exponent % 3 !== 0) {
    unscaled *= 10n;
    exponent--;
  }
  if (quantity.format === "decimalExponent") {
    return exponent === 0 ? String(unscaled) : `${unscaled}e${exponent}`;
  }
  // A number too big or too small for a suffix is written without any.
  return `${unscaled}${decimalSuffixes[exponent / 3 + 3] ?? ""}`;
}

function zerosBehind(digits: string): number {
  let end = digits.length;
  while (digits.charAt(end - 1) === "0") end--;
  return digits.length - end;
}
