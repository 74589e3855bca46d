import { addValues } from "../operators/arithmetic.js";
import { celCompare, isComparable } from "../operators/compare.js";
import { noOverload } from "../operators/dispatch.js";
import { celEquals } from "../values/equal.js";
import { CelError, noSuchOverload } from "../values/error.js";
import { Double, Uint } from "../values/numbers.js";
import { Duration } from "../values/times.js";
import type { List, Value } from "../values/value.js";
import { isInt, isList, listElements } from "../values/value.js";

/** `list.isSorted()`: neighbours that cannot be compared (NaN) are taken for sorted. */
export function isSorted(list: List): boolean | CelError {
  const elements = listElements(list);
  for (let index = 0; index < elements.length; index++) {
    const element = elements[index] ?? null;
    if (element instanceof CelError) return element;
    if (!isComparable(element) && !(element instanceof Double)) return noSuchOverload();
    if (index === 0) continue;
    const order = celCompare(elements[index - 1] as Value, element); // errors have returned before
    if (typeof order === "number" && order > 0) return false;
  }
  return true;
}

/** `list.sum()`; `zero` is what an empty list of the element type gives. */
export function sumOf(list: List, zero: Value): Value | CelError {
  let sum: Value = zero;
  for (const element of listElements(list)) {
    if (element instanceof CelError) return element;
    const next = addValues(sum, element);
    if (next instanceof CelError) return next;
    sum = next;
  }
  return sum;
}

/**
 * `list.sum()` of a list whose type only shows at run time: the zero is that of its first element.
 */
export function sumOfValues(list: Value): Value | CelError {
  if (!isList(list)) return noOverload("sum", list);
  const [first = 0] = listElements(list);
  if (!(first instanceof CelError) && !isSummable(first)) return noOverload("sum", list);
  if (first instanceof Double) return sumOf(list, new Double(0));
  if (first instanceof Uint) return sumOf(list, new Uint(0n));
  return sumOf(list, first instanceof Duration ? new Duration(0) : 0);
}

function isSummable(value: Value): boolean {
  return isInt(value) || [Double, Uint, Duration].some((type) => value instanceof type);
}

/** `list.min()`. */
export function minOf(list: List): Value | CelError {
  return pick(list, "min", 1);
}

/** `list.max()`. */
export function maxOf(list: List): Value | CelError {
  return pick(list, "max", -1);
}

/** `list.indexOf(element)`, -1 when it is not there. */
export function indexOfElement(list: List, element: Value): number {
  return listElements(list).findIndex((item) => isEqualItem(item, element));
}

/** `list.lastIndexOf(element)`, -1 when it is not there. */
export function lastIndexOfElement(list: List, element: Value): number {
  const elements = listElements(list);
  let index = elements.length - 1;
  while (index >= 0 && !isEqualItem(elements[index] ?? null, element)) index--;
  return index;
}

/** `target.includes(element)`: for what is no list, whether the two are equal. */
export function includesValue(target: Value, element: Value): boolean {
  if (!isList(target)) return isEqualItem(target, element);
  return listElements(target).some((item) => isEqualItem(item, element));
}

function isEqualItem(item: Value | CelError, element: Value): boolean {
  return !(item instanceof CelError) && celEquals(item, element) === true;
}

function pick(list: List, name: string, worse: number): Value | CelError {
  let best: Value | undefined;
  for (const element of listElements(list)) {
    if (element instanceof CelError) return element;
    if (best === undefined) best = element;
    else {
      const order = celCompare(best, element);
      if (order instanceof CelError && order.message === noSuchOverload().message) return order;
      if (typeof order === "number" && Math.sign(order) === worse) best = element;
    }
  }
  return best === undefined ? new CelError(`${name} called on empty list`) : best;
}
