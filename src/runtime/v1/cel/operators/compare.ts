import { compareUtf8 } from "../../values/go/utf8.js";
import { compareBytes } from "../values/bytes.js";
import { CelError, noSuchOverload } from "../values/error.js";
import { compareNumbers, Double } from "../values/numbers.js";
import type { Value } from "../values/value.js";
import { CelObject, isInt } from "../values/value.js";
/** The order of two values of any types, as a sign; an error where they have none. */
export function celCompare(left: Value, right: Value): number | CelError {
  if (typeof left === "string" && typeof right === "string") return compareUtf8(left, right);
  if (isInt(left)) return compareNumbers(left, right) ?? noSuchOverload();
  if (left instanceof CelObject) return left.compareTo(right) ?? noSuchOverload();
  if (typeof left === "boolean" && typeof right === "boolean") return Number(left) - Number(right);
  if (left instanceof Uint8Array && right instanceof Uint8Array) return compareBytes(left, right);
  return noSuchOverload();
}

/** Tells whether values of this type have an order at all. */
export function isComparable(value: Value): boolean {
  return !(celCompare(value, value) instanceof CelError);
}

/** `left < right`. */
export function celLess(left: Value, right: Value): boolean | CelError {
  const order = orderFor("_<_", left, right);
  return order instanceof CelError ? order : order < 0;
}

/** `left <= right`. */
export function celLessEquals(left: Value, right: Value): boolean | CelError {
  const order = orderFor("_<=_", left, right);
  return order instanceof CelError ? order : order <= 0;
}

/** `left > right`. */
export function celGreater(left: Value, right: Value): boolean | CelError {
  const order = orderFor("_>_", left, right);
  return order instanceof CelError ? order : order > 0;
}

/** `left >= right`. */
export function celGreaterEquals(left: Value, right: Value): boolean | CelError {
  const order = orderFor("_>=_", left, right);
  return order instanceof CelError ? order : order >= 0;
}

/** The server names the operator only for a left operand of a type that has no order. */
function orderFor(name: string, left: Value, right: Value): number | CelError {
  const order = celCompare(left, right);
  const isKnown = typeof order === "number" || isComparable(left) || left instanceof Double;
  return isKnown ? order : new CelError(`no such overload: ${name}`);
}
