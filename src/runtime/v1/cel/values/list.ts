import { formatFloat } from "../../values/go/float.js";
import { celEquals, listsEqual } from "./equal.js";
import { CelError, CelPanic, indexBeyond, missingKey, noSuchOverload } from "./error.js";
import { Double, toInt, Uint } from "./numbers.js";
import type { Int, List, Value } from "./value.js";
import {
  isInt,
  isList,
  LazyList,
  listAt,
  listElements,
  listSize,
  MapValue,
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
function indexMap(map: MapValue, key: Value): Value | CelError {
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
function indexOutOfBounds(index: Value): CelError {
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

/**
 * A map made by an expression. Keys are kept by type and value; a number is also found under an
 * equal int or uint key. Lists, and other values that are no scalars, are keys by identity (cel-go
 * keeps them in a Go map); NaN is never found. Bytes are no key, nor can they be looked for where
 * there is one.
 */
export class PlainMap extends MapValue {
  readonly #entries: ReadonlyMap<unknown, readonly [Value, Value]>;

  constructor(entries: ReadonlyMap<unknown, readonly [Value, Value]>) {
    super();
    this.#entries = entries;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** @throws CelPanic for bytes */
  find(key: Value): Value | undefined {
    if (this.size === 0) return undefined;
    for (const candidate of lookupKeys(key)) {
      const entry = this.#entries.get(candidate);
      if (entry !== undefined) return entry[1];
    }
    return undefined;
  }

  keys(): readonly Value[] {
    return Array.from(this.#entries.values(), (entry) => entry[0]);
  }

  /** The entries by their keys' identity, for making a bigger map. */
  get entries(): ReadonlyMap<unknown, readonly [Value, Value]> {
    return this.#entries;
  }

  equals(other: Value): boolean {
    if (!(other instanceof MapValue) || other.size !== this.size) return false;
    for (const [key, value] of this.#entries.values()) {
      const otherValue = other.find(key);
      if (otherValue === undefined) return false;
      if (otherValue instanceof CelError) continue;
      if (celEquals(value, otherValue) === false) return false;
    }
    return true;
  }
}

/** The entries of a map that is being made; the last of equal keys wins. */
export class MapEntries {
  readonly #entries = new Map<unknown, readonly [Value, Value]>();

  /** @throws CelPanic for bytes as a key */
  set(key: Value, value: Value): void {
    this.#entries.set(identity(key), [key, value]);
  }

  toMap(): PlainMap {
    return new PlainMap(this.#entries);
  }
}

/** A map of the given entries; the last of equal keys wins. @throws CelPanic for bytes as a key */
export function mapOf(entries: readonly (readonly [Value, Value])[]): PlainMap {
  const map = new MapEntries();
  for (const [key, value] of entries) map.set(key, value);
  return map.toMap();
}

/** A map with one entry more; an error when the key is there (`transformMapEntry`). */
export function insertEntry(map: PlainMap, key: Value, value: Value): PlainMap | CelError {
  if (map.find(key) !== undefined) {
    return new CelError(`insert failed: key ${keyText(key)} already exists`);
  }
  const entries = new Map(map.entries);
  entries.set(identity(key), [key, value]);
  return new PlainMap(entries);
}

/** A map with the entries of another one more; an error when a key is there already. */
export function insertEntries(map: PlainMap, more: Value): PlainMap | CelError {
  if (!(more instanceof MapValue)) return noSuchOverload();
  let result: PlainMap | CelError = map;
  for (const key of more.keys()) {
    const value = more.find(key);
    if (value instanceof CelError) return value;
    result = insertEntry(result, key, value === undefined ? null : value);
    if (result instanceof CelError) return result;
  }
  return result;
}

/** Returns the text of a key in `no such key`. */
export function keyText(key: Value): string {
  if (key instanceof Uint) return String(key.value);
  if (key instanceof Double) return formatFloat(key.value);
  if (key instanceof Uint8Array) return `[${key.join(" ")}]`;
  return String(key);
}

/**
 * A key as something that a JavaScript map tells apart as Go tells the keys apart. @throws CelPanic
 * for bytes
 */
function identity(key: Value): unknown {
  if (key instanceof Uint8Array) {
    throw new CelPanic("internal error: runtime error: hash of unhashable type types.Bytes");
  }
  if (typeof key === "string") return `s${key}`;
  if (key instanceof Uint) return `u${key.value}`;
  if (key instanceof Double && !Number.isNaN(key.value)) return `d${key.value}`;
  return key;
}

function lookupKeys(key: Value): readonly unknown[] {
  if (key instanceof Double && Number.isNaN(key.value)) return [];
  if (isInt(key)) return key < 0 ? [key] : [key, `u${key}`];
  if (key instanceof Uint) return [identity(key), toInt(key.value)];
  if (key instanceof Double && Number.isInteger(key.value)) {
    const integer = BigInt(key.value);
    return [identity(key), toInt(integer), `u${integer}`];
  }
  return [identity(key)];
}
