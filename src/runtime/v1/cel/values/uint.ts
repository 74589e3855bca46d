import { CelError } from "./error.js";
import { BoxedNumber } from "./number.js";

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
