import { bytesEqual } from "./bytes.js";
import { CelError } from "./error.js";
import { BoxedNumber } from "./numbers.js";
import type { List, Value } from "./value.js";
import { CelObject, LazyList, MapValue, isInt, isList, listAt, listSize } from "./value.js";

/**
 * CEL's `==` on values of any types: numbers by value whatever their type, lists and maps element
 * by element, values of different types unequal. An error inside a list literal or map literal does
 * not make it unequal (cel-go's `baseList.Equal`). The left operand decides how typed lists
 * compare.
 */
export function celEquals(left: Value, right: Value): boolean | CelError {
  if (typeof left !== "object" || left === null) {
    if (left === right) return true;
    // A boxed number on the right knows how to compare itself with an int.
    return isInt(left) && right instanceof BoxedNumber && right.equals(left);
  }
  if (left instanceof CelObject) return right !== null && left.equals(right);
  if (left instanceof Uint8Array) return right instanceof Uint8Array && bytesEqual(left, right);
  return isList(right) && listsEqual(left, right);
}

/**
 * `==` of what stands in data, on either side perhaps something that cannot be read. A list or
 * object gives the error on the right back, everything else calls it another value (cel-go's
 * `Equal` of the left).
 */
export function elementsEqual(left: Value | CelError, right: Value | CelError): boolean | CelError {
  if (left instanceof CelError) return left;
  if (!(right instanceof CelError)) return celEquals(left, right);
  return isList(left) || left instanceof MapValue ? right : false;
}

/** CEL's `!=`: anything but true counts as different, errors included. */
export function celDiffers(left: Value, right: Value): boolean {
  return celEquals(left, right) !== true;
}

/** Lists of equal size whose elements are nowhere unequal. */
export function listsEqual(left: List, right: List): boolean {
  const size = listSize(left);
  if (size !== listSize(right)) return false;
  for (let index = 0; index < size; index++) {
    const a = listAt(left, index);
    const b = listAt(right, index);
    if (a instanceof CelError || b instanceof CelError) continue;
    if (celEquals(a, b) === false) return false;
  }
  return true;
}

/**
 * `element in list`. In a list literal an element that cannot be compared counts as another one; in
 * data its error is the result, unless the element is found.
 */
export function listIncludes(list: List, element: Value): boolean | CelError {
  if (!(list instanceof LazyList)) return list.some((item) => celEquals(element, item) === true);
  let error: CelError | undefined;
  for (let index = 0; index < list.size; index++) {
    const item = list.at(index);
    const equal = item instanceof CelError ? item : celEquals(item, element);
    if (equal === true) return true;
    if (equal instanceof CelError) error ??= equal;
  }
  return error ?? false;
}
