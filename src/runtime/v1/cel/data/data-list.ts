import type { Json } from "../../values/json/json.js";
import { Float64, isObject } from "../../values/json/json.js";
import { elementsEqual } from "../values/equal.js";
import { CelError, noSuchOverload } from "../values/error.js";
import { AddableList, HeldList, listOf } from "../values/list.js";
import { Double } from "../values/numbers.js";
import type { List, Value } from "../values/value.js";
import {
  CelObject,
  LazyList,
  MapValue,
  isInt,
  isList,
  listElements,
  listSize,
} from "../values/value.js";
import type { ReadData } from "./data.js";
import { nullData } from "./data.js";

/*
 * Lists of JSON data (`unstructuredList`, `unstructuredSetList`, `unstructuredMapList`), which are
 * not copied. The list on the left of `==` and `+` decides what they mean.
 */

/** `type: array` of type atomic. */
export function readList(items: ReadData): (data: Json) => DataList | CelError {
  return (data) => (Array.isArray(data) ? new DataList(data, items) : notAnArray(data));
}

/** `x-kubernetes-list-type: set`. */
export function readSet(items: ReadData): (data: Json) => DataSet | CelError {
  return (data) => (Array.isArray(data) ? new DataSet(data.map(items)) : notAnArray(data));
}

/** `x-kubernetes-list-type: map`; `keys` as CEL spells them. */
export function readMapList(
  items: ReadData,
  keys: readonly string[],
): (data: Json) => DataMapList | CelError {
  return (data) => (Array.isArray(data) ? new DataMapList(data, items, keys) : notAnArray(data));
}

/** The error of data that is no array. */
export function notAnArray(data: Json): CelError {
  return data === null
    ? nullData()
    : new CelError("invalid data, expected an array for the provided schema with type=array");
}

/** A list of type atomic: compared element by element, in order. */
export class DataList extends LazyList {
  readonly data: readonly Json[];
  readonly read: ReadData;

  constructor(data: readonly Json[], read: ReadData) {
    super();
    this.data = data;
    this.read = read;
  }

  get size(): number {
    return this.data.length;
  }

  at(index: number): Value | CelError {
    return this.read(this.data[index] ?? null);
  }

  equals(other: Value): boolean | CelError {
    if (!isList(other)) return noSuchOverload();
    if (listSize(other) !== this.size) return false;
    return firstDifference(listElements(this), listElements(other));
  }
}

/** The first comparison that is not true: false, or the error of an element. */
export function firstDifference(
  left: readonly (Value | CelError)[],
  right: readonly (Value | CelError)[],
): boolean | CelError {
  for (const [index, element] of left.entries()) {
    const equal = elementsEqual(element, right[index] ?? null);
    if (equal !== true) return equal;
  }
  return true;
}

/** A list of type set: compared whatever the order, added without duplicates. */
export class DataSet extends HeldList {
  equals(other: Value): boolean | CelError {
    if (!isList(other)) return noSuchOverload();
    if (listSize(other) !== this.size) return false;
    const keys = setKeys(this.elements);
    if (keys instanceof CelError) return keys;
    const seen = new Set<unknown>();
    for (const element of listElements(other)) {
      const key = setKey(element);
      if (key instanceof CelError) return key;
      if (!keys.has(key)) return false;
      seen.add(key);
    }
    return seen.size === keys.size;
  }

  add(other: List): List | CelError {
    const keys = setKeys(this.elements);
    if (keys instanceof CelError) return keys;
    const sum = [...this.elements];
    for (const element of listElements(other)) {
      const key = setKey(element);
      if (key instanceof CelError) return key;
      if (!keys.has(key)) sum.push(element);
      keys.add(key);
    }
    return new DataSet(sum);
  }
}

function setKeys(elements: readonly (Value | CelError)[]): Set<unknown> | CelError {
  const keys = new Set<unknown>();
  for (const element of elements) {
    const key = setKey(element);
    if (key instanceof CelError) return key;
    keys.add(key);
  }
  return keys;
}

/**
 * By type and value: the int 1 is not the string "1". An element of the wrong type is not even the
 * same as itself.
 */
function setKey(element: Value | CelError): unknown {
  if (element instanceof CelError) return Symbol();
  if (isList(element) || element instanceof MapValue) {
    return new CelError("listSet operations are only supported on lists of scalar values");
  }
  if (typeof element === "string") return `s${element}`;
  if (element instanceof Double) return `d${element.value}`;
  if (element instanceof Uint8Array) return `b${element.join()}`;
  return element instanceof CelObject ? objectKey(element) : element;
}

/** Timestamps and durations by their fields. */
function objectKey(element: CelObject): string {
  return element.typeName + JSON.stringify(Object.values(element), bigIntText);
}

function bigIntText(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}n` : value;
}

/** A list of type map: elements correspond by their keys. */
export class DataMapList extends AddableList {
  readonly #data: readonly Json[];
  readonly #read: ReadData;
  readonly #keys: readonly string[];

  constructor(data: readonly Json[], read: ReadData, keys: readonly string[]) {
    super();
    this.#data = data;
    this.#read = read;
    this.#keys = keys;
  }

  get size(): number {
    return this.#data.length;
  }

  at(index: number): Value | CelError {
    return this.#read(this.#data[index] ?? null);
  }

  equals(other: Value): boolean | CelError {
    if (!isList(other)) return noSuchOverload();
    if (listSize(other) !== this.size) return false;
    const byKey = new Map<unknown, Json>();
    for (const element of this.#data) {
      const key = this.#rawKey(element);
      if (key instanceof CelError) return key;
      byKey.set(key, element);
    }
    const seen = new Set<unknown>();
    for (const element of listElements(other)) {
      if (element instanceof CelError) return false;
      const data = dataOf(element);
      const key = data === undefined ? element : this.#rawKey(data);
      if (key instanceof CelError) return key;
      const mine = byKey.get(key);
      if (mine === undefined) return false;
      const equal = elementsEqual(this.#read(mine), element);
      if (equal !== true) return equal;
      seen.add(key);
    }
    return seen.size === byKey.size;
  }

  /** Data among the added elements is read as that of this list is. */
  add(other: List): List {
    const added = listElements(other).map((element) => {
      const data = element instanceof CelError ? undefined : dataOf(element);
      return data === undefined ? element : this.#read(data);
    });
    return addByKey(listElements(this), added, this.#keys);
  }

  /**
   * Keys are looked up in the data by their spelling in CEL, as on the server: what needs escaping
   * is not found. What is no object has no key that it could be found by. Up to three keys are
   * hashed by Go, more are turned into a text.
   */
  #rawKey(element: Json): unknown {
    if (!isObject(element)) return Symbol();
    const parts = this.#keys.map((key) => (Object.hasOwn(element, key) ? element[key] : null));
    const fault = parts.length > 3 ? undefined : parts.map(unhashable).find(Boolean);
    return fault ?? compositeKey(parts.map(rawKeyText));
  }
}

/** The data of an object or map that is data. */
function dataOf(value: Value): Json | undefined {
  return value instanceof MapValue && "data" in value
    ? (value.data as Json) // of `ObjectData`, or of a map without a schema
    : undefined;
}

/** The result of adding to a list of type map: a list that adds, and compares, by key again. */
class SumMapList extends HeldList {
  readonly #keys: readonly string[];

  constructor(elements: readonly (Value | CelError)[], keys: readonly string[]) {
    super(elements);
    this.#keys = keys;
  }

  equals(other: Value): boolean | CelError {
    if (!isList(other)) return noSuchOverload();
    if (listSize(other) !== this.size) return false;
    const byKey = new Map(this.elements.map((item) => [mapItemKey(item, this.#keys), item]));
    const seen = new Set<unknown>();
    for (const element of listElements(other)) {
      if (element instanceof CelError) return element;
      const key = mapItemKey(element, this.#keys);
      const mine = byKey.get(key);
      if (mine === undefined) return false;
      const equal = elementsEqual(mine, element);
      if (equal !== true) return equal;
      seen.add(key);
    }
    return seen.size === byKey.size;
  }

  add(other: List): List {
    return addByKey(this.elements, listElements(other), this.#keys);
  }
}

/** Elements of the right with a known key take its place, the others are appended. */
function addByKey(
  left: readonly (Value | CelError)[],
  right: readonly (Value | CelError)[],
  keys: readonly string[],
): List {
  const sum = [...left];
  const places = new Map(left.map((element, index) => [mapItemKey(element, keys), index]));
  for (const element of right) {
    const place = places.get(mapItemKey(element, keys));
    if (place === undefined) sum.push(element);
    else sum[place] = element;
  }
  return new SumMapList(sum, keys);
}

function mapItemKey(element: Value | CelError, keys: readonly string[]): unknown {
  return compositeKey(
    keys.map((key) => {
      const part = element instanceof MapValue ? element.find(key) : undefined;
      if (part === undefined || part === null || part instanceof CelError) return "nil";
      if (typeof part === "string") return `s${part}`;
      if (isInt(part)) return `i${part}`;
      if (part instanceof Double) return `f${part.value}`;
      return typeof part === "object" ? String(setKey(part)) : String(part);
    }),
  );
}

function rawKeyText(data: Json | undefined): string {
  if (data === undefined || data === null) return "nil";
  if (typeof data === "string") return `s${data}`;
  if (typeof data === "number") return Number.isInteger(data) ? `i${data}` : `f${data}`;
  if (typeof data === "bigint") return `i${data}`;
  return typeof data === "boolean" ? String(data) : JSON.stringify(data, bigIntText);
}

/** The panic of a Go map over a key that cannot be one. */
export function unhashable(data: Json | Uint8Array | undefined): CelError | undefined {
  if (typeof data !== "object" || data === null || data instanceof Float64) return undefined;
  const type = Array.isArray(data)
    ? "[]interface {}"
    : data instanceof Uint8Array
      ? "[]uint8"
      : "map[string]interface {}";
  return new CelError(`internal error: runtime error: hash of unhashable type ${type}`);
}

function compositeKey(parts: readonly string[]): string {
  return parts.map((part) => `${part.length}:${part}`).join("");
}

/** Data as a plain list of values, as comprehensions make them. */
export function readItems(data: readonly Json[], items: ReadData): List {
  return listOf(data.map((item) => items(item)));
}

/** `type: array` without a schema for its items. */
export function readUntypedList(): CelError {
  return new CelError("invalid array type, expected Items with a non-empty Schema");
}
