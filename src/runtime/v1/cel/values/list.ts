import { listsEqual } from "./equal.js";
import { CelError, indexBeyond, missingKey } from "./error.js";
import { keyText } from "./map.js";
import { Double, Uint } from "./numbers.js";
import type { Int, List, Value } from "./value.js";
import {
  LazyList,
  MapValue,
  isInt,
  isList,
  listAt,
  listElements,
  listSize,
  typeNameOf,
} from "./value.js";

/** `left + right`: the elements of both, or what a typed list makes of it. */
export function concatLists(left: List, right: List): List | CelError {
  if (left instanceof AddableList) return left.add(right);
  if (listSize(left) === 0) return right;
  if (listSize(right) === 0) return left;
  return listOf([...listElements(left), ...listElements(right)]);
}

/** A list whose type says what `+` does (`x-kubernetes-list-type: set` and `map`). */
export abstract class AddableList extends LazyList {
  /** Returns `this + other`; an error where elements cannot be compared. */
  abstract add(other: List): List | CelError;
}

/** One whose elements were read already; what could not be read is an error among them. */
export abstract class HeldList extends AddableList {
  protected readonly elements: readonly (Value | CelError)[];

  constructor(elements: readonly (Value | CelError)[]) {
    super();
    this.elements = elements;
  }

  get size(): number {
    return this.elements.length;
  }

  at(index: number): Value | CelError {
    return this.elements[index] ?? null;
  }
}

/**
 * `list[index]`; an index of another type than int is an error unless its value is integral, and
 * always one within a list of data.
 */
export function indexList(list: List, index: Value): Value | CelError {
  const position = listPosition(index);
  if (position instanceof CelError) return position;
  if (position < 0 || position >= listSize(list)) return indexOutOfBounds(index);
  const isData = list instanceof LazyList && !(list instanceof MixedList);
  if (isData && !isInt(index)) return new CelError(`unsupported index: ${keyText(index)}`);
  return listAt(list, Number(position));
}

/** `map[key]`. */
export function indexMap(map: MapValue, key: Value): Value | CelError {
  const value = map.find(key);
  return value === undefined ? noSuchKey(key) : value;
}

/** `value[index]` of a value whose type only shows at run time. */
export function indexValue(value: Value, index: Value): Value | CelError {
  if (value instanceof MapValue) return indexMap(value, index);
  return isList(value) ? indexList(value, index) : noSuchKey(index);
}

/** The position that an index means. */
export function listPosition(index: Value): Int | CelError {
  if (isInt(index)) return index;
  if (index instanceof Double || index instanceof Uint) {
    const { value } = index;
    const isExact = typeof value === "bigint" || Number.isInteger(value);
    if (isExact && value >= -(2 ** 63) && value < 2 ** 63) return BigInt(value);
    return new CelError(`unsupported index value ${keyText(index)} in list`);
  }
  return new CelError(`unsupported index type '${typeNameOf(index)}' in list`);
}

/** The error of a key that is not there. */
export function noSuchKey(key: Value): CelError {
  return missingKey(keyText(key));
}

/** The error of an index beyond the list. */
export function indexOutOfBounds(index: Value): CelError {
  return indexBeyond(keyText(index));
}

/** The elements as a list. One that is an error shows only when it is read. */
export function listOf(elements: readonly (Value | CelError)[]): List {
  for (const element of elements) if (element instanceof CelError) return new MixedList(elements);
  return elements as readonly Value[]; // no error is among them
}

class MixedList extends LazyList {
  readonly #elements: readonly (Value | CelError)[];

  constructor(elements: readonly (Value | CelError)[]) {
    super();
    this.#elements = elements;
  }

  get size(): number {
    return this.#elements.length;
  }

  at(index: number): Value | CelError {
    return this.#elements[index] ?? null;
  }

  equals(other: Value): boolean {
    return isList(other) && listsEqual(this, other);
  }
}
