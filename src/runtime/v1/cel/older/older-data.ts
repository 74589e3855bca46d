import type { Json, JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import { DataList, firstDifference, notAnArray, unhashable } from "../data/data-list.js";
import type { ReadFields } from "../data/data-object.js";
import { equalUnknown, FieldsData, notAnObject, ObjectData } from "../data/data-object.js";
import type { ReadData } from "../data/data.js";
import { readDouble, readInt, readNumber } from "../data/data.js";
import { elementsEqual } from "../values/equal.js";
import { CelError, CelPanic, noSuchOverload } from "../values/error.js";
import { AddableList, HeldList, MapEntries, PlainMap } from "../values/list.js";
import { Double } from "../values/numbers.js";
import { Duration, Timestamp } from "../values/times.js";
import type { List, Value } from "../values/value.js";
import { isInt, isList, listElements, listSize, MapValue } from "../values/value.js";

/**
 * `type: array` of type atomic, as servers up to 1.36 add to it: of what is no plain value in CEL,
 * such as texts with a format that it knows, lists, and maps.
 */
export function readOlderList(items: ReadData): (data: Json) => OlderList | CelError {
  return (data) => (Array.isArray(data) ? new OlderList(data.map(items), items) : notAnArray(data));
}

/**
 * `unstructuredList` of apiserver `common/values.go`: its sum takes the plain values of the other
 * list for data, and reads them by the schema again.
 */
class OlderList extends HeldList {
  readonly #read: ReadData;

  constructor(elements: readonly (Value | CelError)[], read: ReadData) {
    super(elements);
    this.#read = read;
  }

  equals(other: Value): boolean | CelError {
    if (!isList(other)) return noSuchOverload();
    return listSize(other) === this.size && firstDifference(this.elements, listElements(other));
  }

  add(other: List): List {
    const added = listElements(other).map((value) => readAgain(value, this.#read));
    return new OlderList([...this.elements, ...added], this.#read);
  }
}

/** Lists and maps of data are data, those that an expression makes are none. */
function readAgain(value: Value | CelError, read: ReadData): Value | CelError {
  if (typeof value === "string") return read(value);
  if (value instanceof Timestamp) return noText("time.Time");
  if (value instanceof Duration) return noText("time.Duration");
  if (value instanceof Uint8Array) return noText("[]uint8");
  if (value instanceof DataList || value instanceof AddableList) return value;
  if (value instanceof ObjectData || value instanceof CelError) return value;
  if (isList(value)) return notAnArray([]);
  return value instanceof MapValue ? notAnObject({}) : value;
}

function noText(type: string): CelError {
  return new CelError(`invalid data, expected string, got ${type}`);
}

/** `type: object` with properties, or with nothing, as servers up to 1.33 compare it. */
export function readOlderObject(fields: ReadFields): (data: Json) => FieldsData | CelError {
  return (data) => (isObject(data) ? new OlderFieldsData(data, fields) : notAnObject(data));
}

/**
 * `unstructuredMap.Equal` of apiserver `common/values.go`: a null field of the left side is looked
 * for on the right, where null counts as absent, so that an object with one is not even equal to
 * itself.
 */
class OlderFieldsData extends FieldsData {
  override equals(other: Value): boolean | CelError {
    if (!(other instanceof MapValue)) return noSuchOverload();
    if (other.size !== this.size) return false;
    for (const [name, data] of Object.entries<JsonObject[string]>(this.data)) {
      const read = this.readerOf(name);
      const equal =
        read === undefined
          ? equalUnknown(data ?? null, name, other)
          : equalFound(read(data ?? null), other.find(name));
      if (equal !== true) return equal;
    }
    return true;
  }
}

function equalFound(
  left: Value | CelError,
  right: Value | CelError | undefined,
): boolean | CelError {
  return right !== undefined && elementsEqual(left, right);
}

/** `x-kubernetes-list-type: set`, as servers up to 1.36 compare and add it. */
export function readOlderSet(items: ReadData): (data: Json) => OlderSet | CelError {
  return (data) =>
    Array.isArray(data) ? new OlderSet(data.map(dataKey), data.map(items)) : notAnArray(data);
}

/**
 * A list of type set (`unstructuredSetList` of apiserver `common/values.go`): data on the left is
 * looked up by the plain values of the right. A time is thus never found, nor is a double that the
 * data spells as an integer. Objects, lists and bytes cannot be looked up.
 */
class OlderSet extends HeldList {
  readonly #keys: readonly unknown[];

  constructor(keys: readonly unknown[], elements: readonly (Value | CelError)[]) {
    super(elements);
    this.#keys = keys;
  }

  equals(other: Value): boolean | CelError {
    if (!isList(other)) return noSuchOverload();
    if (listSize(other) !== this.size) return false;
    const known = new Set(this.#keys.map(hashable));
    return listElements(other).every((element) => known.has(hashable(olderSetKey(element))));
  }

  add(other: List): List {
    const keys = new Set(this.#keys.map(hashable));
    const sumKeys = [...this.#keys];
    const sum = [...this.elements];
    for (const element of listElements(other)) {
      const key = hashable(olderSetKey(element));
      if (keys.has(key)) continue;
      keys.add(key);
      sumKeys.push(key);
      sum.push(element);
    }
    return new OlderSet(sumKeys, sum);
  }
}

/** A key that Go's map can have. @throws CelPanic for the error of one that it cannot */
function hashable(key: unknown): unknown {
  if (key instanceof CelError) throw new CelPanic(key.message);
  return key;
}

/** Returns the key under which Go's map has data; an error for what it cannot have. */
function dataKey(data: Json): unknown {
  const fault = unhashable(data);
  if (fault !== undefined) return fault;
  if (data === null || typeof data === "boolean") return data;
  if (typeof data === "string") return `s${data}`;
  const int = readInt(data);
  return int instanceof CelError ? `f${String(readNumber(data))}` : `i${int}`;
}

/** The same for a value; a symbol for what is not the same as any data. */
function olderSetKey(value: Value | CelError): unknown {
  if (typeof value === "boolean") return value;
  if (typeof value === "string") return `s${value}`;
  if (isInt(value)) return `i${value}`;
  if (value instanceof Double) return `f${value.value}`;
  if (value instanceof Uint8Array) return unhashable(value);
  if (isList(value)) return unhashable([]);
  return value instanceof MapValue ? unhashable({}) : Symbol();
}

/**
 * Data without its schema, as it is in an optional `oldSelf` up to 1.36: texts are strings whatever
 * their format, whole numbers are ints, lists and objects are those of any expression, with all
 * members of the data under their own names, null among them.
 */
export function readAsData(data: Json): Value | CelError {
  if (Array.isArray(data)) return readAll(data);
  if (isObject(data)) return readMembers(data);
  if (data === null || typeof data === "boolean" || typeof data === "string") return data;
  const int = readInt(data);
  return int instanceof CelError ? readDouble(data) : int;
}

function readAll(list: readonly Json[]): Value | CelError {
  const values: Value[] = [];
  for (const item of list) {
    const value = readAsData(item);
    if (value instanceof CelError) return value;
    values.push(value);
  }
  return values;
}

function readMembers(data: JsonObject): UntypedMap | CelError {
  const entries = new MapEntries();
  for (const [name, member] of Object.entries(data)) {
    const value = readAsData(member);
    if (value instanceof CelError) return value;
    entries.set(name, value);
  }
  return new UntypedMap(data, entries.toMap().entries);
}

/** A map that is data all the same, which lists of type map find their elements by. */
class UntypedMap extends PlainMap {
  readonly data: JsonObject;

  constructor(data: JsonObject, entries: PlainMap["entries"]) {
    super(entries);
    this.data = data;
  }
}
