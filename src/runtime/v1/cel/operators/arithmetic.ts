import { addBytes } from "../values/bytes.js";
import { CelError, noSuchOverload } from "../values/error.js";
import { concatLists } from "../values/list.js";
import {
  addInts,
  addUints,
  divideInts,
  divideUints,
  Double,
  moduloInts,
  moduloUints,
  multiplyInts,
  multiplyUints,
  negateInt,
  subtractInts,
  subtractUints,
  Uint,
} from "../values/numbers.js";
import {
  addDurations,
  addToTimestamp,
  Duration,
  negateDuration,
  subtractDurations,
  subtractFromTimestamp,
  subtractTimestamps,
  Timestamp,
} from "../values/times.js";
import type { Value } from "../values/value.js";
import { isInt, isList } from "../values/value.js";

/** `left + right` of values whose types only show at run time. */
export function addValues(left: Value, right: Value): Value | CelError {
  if (isInt(left) && isInt(right)) return addInts(left, right);
  if (typeof left === "string" && typeof right === "string") return left + right;
  if (left instanceof Double && right instanceof Double)
    return new Double(left.value + right.value);
  if (isList(left) && isList(right)) return concatLists(left, right);
  if (left instanceof Uint && right instanceof Uint) return addUints(left, right);
  if (left instanceof Uint8Array && right instanceof Uint8Array) return addBytes(left, right);
  if (left instanceof Duration) {
    if (right instanceof Duration) return addDurations(left, right);
    if (right instanceof Timestamp) return addToTimestamp(right, left);
  }
  if (left instanceof Timestamp && right instanceof Duration) return addToTimestamp(left, right);
  return isList(left) || left instanceof Uint8Array ? noSuchOverload() : noOperator("_+_", left);
}

/** `left - right` of values whose types only show at run time. */
export function subtractValues(left: Value, right: Value): Value | CelError {
  if (isInt(left) && isInt(right)) return subtractInts(left, right);
  if (left instanceof Double && right instanceof Double)
    return new Double(left.value - right.value);
  if (left instanceof Uint && right instanceof Uint) return subtractUints(left, right);
  if (left instanceof Duration && right instanceof Duration) return subtractDurations(left, right);
  if (left instanceof Timestamp) {
    if (right instanceof Timestamp) return subtractTimestamps(left, right);
    if (right instanceof Duration) return subtractFromTimestamp(left, right);
  }
  return noOperator("_-_", left);
}

/** `left * right` of values whose types only show at run time. */
export function multiplyValues(left: Value, right: Value): Value | CelError {
  if (isInt(left) && isInt(right)) return multiplyInts(left, right);
  if (left instanceof Double && right instanceof Double)
    return new Double(left.value * right.value);
  if (left instanceof Uint && right instanceof Uint) return multiplyUints(left, right);
  return noOperator("_*_", left);
}

/** `left / right` of values whose types only show at run time. */
export function divideValues(left: Value, right: Value): Value | CelError {
  if (isInt(left) && isInt(right)) return divideInts(left, right);
  if (left instanceof Double && right instanceof Double)
    return new Double(left.value / right.value);
  if (left instanceof Uint && right instanceof Uint) return divideUints(left, right);
  return noOperator("_/_", left);
}

/** `left % right` of values whose types only show at run time. */
export function moduloValues(left: Value, right: Value): Value | CelError {
  if (isInt(left) && isInt(right)) return moduloInts(left, right);
  if (left instanceof Uint && right instanceof Uint) return moduloUints(left, right);
  return left instanceof Double ? new CelError("no such overload: _%_") : noOperator("_%_", left);
}

/** `-value` of a value whose type only shows at run time. */
export function negateValue(value: Value): Value | CelError {
  if (isInt(value)) return negateInt(value);
  if (value instanceof Double) return new Double(-value.value);
  if (value instanceof Duration) return negateDuration(value);
  if (value instanceof Uint) return new CelError("no such overload: -_");
  return typeof value === "boolean" ? noSuchOverload() : noOperator("-_", value);
}

/**
 * The error of an operator; the server names it only for a left operand of a type that has no
 * operators at all.
 */
function noOperator(name: string, left: Value): CelError {
  const isKnown =
    isInt(left) ||
    typeof left === "string" ||
    left instanceof Double ||
    left instanceof Uint ||
    left instanceof Duration ||
    left instanceof Timestamp;
  return isKnown ? noSuchOverload() : new CelError(`no such overload: ${name}`);
}
