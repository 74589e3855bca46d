import { celEquals } from "./equal.js";
import { CelError } from "./error.js";
import type { List, Value } from "./value.js";
import { CelObject, isInt, isList, listAt, listElements, listSize } from "./value.js";

/** `optional.of(value)`, or `optional.none()`. */
export class Optional extends CelObject {
  readonly typeName: string = "optional_type";
  /** `undefined`: none. */
  readonly value: Value | undefined;

  constructor(value: Value | undefined) {
    super();
    this.value = value;
  }

  equals(other: Value): boolean | CelError {
    if (!(other instanceof Optional)) return false;
    if (this.value === undefined || other.value === undefined) return this.value === other.value;
    return celEquals(this.value, other.value);
  }
}

/** `optional.none()`. */
export const optionalNone: Optional = /* @__PURE__ */ new Optional(undefined);

/**
 * `optional.ofNonZeroValue(value)`: none for null, false, 0, "", empty lists and maps, and their
 * like.
 */
export function optionalOfNonZero(value: Value): Optional {
  return isZeroValue(value) ? optionalNone : new Optional(value);
}

/** `optional.value()`. */
export function optionalValue(optional: Optional): Value | CelError {
  return optional.value === undefined
    ? new CelError("optional.none() dereference")
    : optional.value;
}

/** `optional.unwrap(list)`: the values of the optionals that have one. */
export function unwrapOptionals(list: List): Value[] | CelError {
  const values: Value[] = [];
  for (const [index, item] of listElements(list).entries()) {
    if (!(item instanceof Optional)) return new CelError(`value at index ${index} is not optional`);
    if (item.value !== undefined) values.push(item.value);
  }
  return values;
}

function isZeroValue(value: Value): boolean {
  if (isInt(value)) return value === 0;
  if (value === null || value === false || value === "") return true;
  if (isList(value)) return listSize(value) === 0;
  if (value instanceof Uint8Array) return value.length === 0;
  return value instanceof CelObject && value.isZero;
}

/** `list.first()`. */
export function firstOf(list: List): Optional | CelError {
  return elementAt(list, 0);
}

/** `list.last()`. */
export function lastOf(list: List): Optional | CelError {
  return elementAt(list, listSize(list) - 1);
}

function elementAt(list: List, index: number): Optional | CelError {
  if (index < 0 || index >= listSize(list)) return optionalNone;
  const element = listAt(list, index);
  return element instanceof CelError ? element : new Optional(element);
}
