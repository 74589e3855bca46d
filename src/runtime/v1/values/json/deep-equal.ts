import { hasKey, integerText, keysOf } from "./json-object.js";
import type { Json } from "./json.js";
import { Float64, isInt64, isObject, toDouble } from "./json.js";

/**
 * Tells whether two JSON values are the same for the server (Go's `reflect.DeepEqual` of decoded
 * values): numbers of different class (`1`, `1.0`) are not, and what is undefined counts as absent.
 * Works on values of any depth, and on such that contain themselves.
 */
export function deepEqual(left: Json, right: Json): boolean {
  if (typeof left !== "object" && typeof right !== "object") return scalarsEqual(left, right);
  const pending: [Json, Json][] = [[left, right]];
  let seen: Seen | undefined;
  let compared = 0;
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    if (++compared > manyPairs && isSeen(pair, (seen ??= new Map<Json, Set<Json>>()))) continue;
    if (!sameShape(pair[0], pair[1], pending)) return false;
  }
  return true;
}

/** From here on values may refer to themselves. */
const manyPairs = 10_000;

/** The pairs of values that were compared. */
type Seen = Map<Json, Set<Json>>;

/**
 * Tells whether a pair of objects or lists was compared before; what contains itself is compared
 * without end otherwise.
 */
function isSeen([left, right]: readonly [Json, Json], seen: Seen): boolean {
  if (typeof left !== "object" || left === null) return false;
  const others = seen.get(left) ?? new Set();
  if (others.has(right)) return true;
  seen.set(left, others.add(right));
  return false;
}

/** Tells whether two scalars, null included, are the same for the server. */
export function scalarsEqual(left: Json, right: Json): boolean {
  if (isNumber(left) && isNumber(right)) return numbersEqual(left, right);
  return left === right;
}

/** Tells whether two numbers are equal in value and class. */
export function numbersEqual(
  left: number | bigint | Float64,
  right: number | bigint | Float64,
): boolean {
  const isInteger = isInt64(left);
  if (isInteger !== isInt64(right)) return false;
  return isInteger ? integerText(left) === integerText(right) : toDouble(left) === toDouble(right);
}

/** Tells whether a JSON value is a number of any class. */
export function isNumber(value: unknown): value is number | bigint | Float64 {
  return typeof value === "number" || typeof value === "bigint" || value instanceof Float64;
}

/**
 * Compares two values without what they hold, which it adds to the pairs that remain to be
 * compared.
 */
function sameShape(left: Json, right: Json, pending: [Json, Json][]): boolean {
  if (Array.isArray(left)) {
    if (!Array.isArray(right) || left.length !== right.length) return false;
    for (const [index, item] of left.entries()) pending.push([item, right[index] ?? null]);
    return true;
  }
  if (!isObject(left) || !isObject(right)) {
    return !isObject(right) && !Array.isArray(right) && scalarsEqual(left, right);
  }
  const keys = keysOf(left);
  if (keys.length !== keysOf(right).length) return false;
  for (const key of keys) {
    if (!hasKey(right, key)) return false;
    pending.push([left[key] ?? null, right[key] ?? null]);
  }
  return true;
}
