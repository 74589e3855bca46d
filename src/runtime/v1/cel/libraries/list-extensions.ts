import { celCompare } from "../operators/compare.js";
import { celEquals } from "../values/equal.js";
import { CelError } from "../values/error.js";
import type { Int, List, Value } from "../values/value.js";
import { isList, listElements, listSize, typeNameOf } from "../values/value.js";

/** `list.slice(start, end)`. */
export function sliceList(list: List, start: Int, end: Int): List | CelError {
  const size = listSize(list);
  const call = `cannot slice(${start}, ${end}),`;
  if (start < 0 || end < 0) return new CelError(`${call} negative indexes not supported`);
  if (start > end) {
    return new CelError(`${call} start index must be less than or equal to end index`);
  }
  if (size < end) return new CelError(`${call} list is length ${size}`);
  return collect(listElements(list).slice(Number(start), Number(end)));
}

/** `list.flatten(depth)`. */
export function flattenList(list: List, depth: Int): List | CelError {
  if (depth < 0) return new CelError("level must be non-negative");
  const flat: (Value | CelError)[] = [];
  flattenInto(flat, list, Number(depth));
  return collect(flat);
}

/** `lists.range(count)`: 0 up to `count`, at most a million. */
export function rangeList(count: Int): List | CelError {
  if (count < 0) return new CelError(`lists.range: size must be non-negative, got ${count}`);
  if (count > maxRange) {
    return new CelError(`lists.range: size ${count} exceeds maximum allowed (${maxRange})`);
  }
  return Array.from({ length: Number(count) }, (_, index) => index);
}

/** `list.reverse()`. */
export function reverseList(list: List): List | CelError {
  return collect([...listElements(list)].reverse());
}

/** `list.distinct()`: the first of equal elements stays. */
export function distinctList(list: List): List | CelError {
  const distinct: Value[] = [];
  for (const element of listElements(list)) {
    if (element instanceof CelError) return element;
    if (!distinct.some((other) => celEquals(element, other) === true)) distinct.push(element);
  }
  return distinct;
}

/** `list.sort()`. */
export function sortList(list: List): List | CelError {
  return sortByKeys(list, list);
}

/** `list.sortBy(x, key)`: the keys were worked out before. */
export function sortByKeys(list: List, keys: List): List | CelError {
  const elements = collect(listElements(list));
  const orders = collect(listElements(keys));
  if (elements instanceof CelError) return elements;
  if (orders instanceof CelError) return orders;
  const first = orders[0];
  if (first === undefined) return elements;
  if (!comparableTypes.has(typeNameOf(first)))
    return new CelError("list elements must be comparable");
  if (orders.some((key) => typeNameOf(key) !== typeNameOf(first))) {
    return new CelError("list elements must have the same type");
  }
  const indices = Array.from(elements.keys()).sort((a, b) => orderOf(orders, a, b));
  return indices.map((index) => elements[index] ?? null);
}

const maxRange = 1_000_000;

const comparableTypes: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "int",
  "uint",
  "double",
  "bool",
  "string",
  "bytes",
  "google.protobuf.Timestamp",
  "google.protobuf.Duration",
]);

function orderOf(keys: readonly Value[], left: number, right: number): number {
  const order = celCompare(keys[left] ?? null, keys[right] ?? null);
  return typeof order === "number" ? order : 0;
}

function flattenInto(flat: (Value | CelError)[], list: List, depth: number): void {
  for (const element of listElements(list)) {
    if (depth > 0 && !(element instanceof CelError) && isList(element)) {
      flattenInto(flat, element, depth - 1);
    } else {
      flat.push(element);
    }
  }
}

/** The elements as a list, or the first error among them. */
function collect(elements: readonly (Value | CelError)[]): readonly Value[] | CelError {
  for (const element of elements) if (element instanceof CelError) return element;
  return elements as readonly Value[]; // no error is among them
}
