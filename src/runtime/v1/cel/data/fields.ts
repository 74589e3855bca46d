import type { Json, JsonObject } from "../../json/json.js";
import { isObject } from "../../json/json.js";
import { CelError, indexBeyond, missingKey } from "../values/error.js";
import { inexactInt } from "../values/exact-ints.js";
import type { Int } from "../values/value.js";
import { notAnArray } from "./data-list.js";
import { notAnObject } from "./data-object.js";
import type { ReadData } from "./data.js";
import { readBool, readInt, readNumber, readString } from "./data.js";
import { escapeProperty } from "./property-names.js";

/*
 * Reading fields, entries and items of JSON data in compiled rules. A field that is null counts as
 * absent. Rules look at the data of a field where they use it, so that the engine knows the shape
 * of each object; what comes here is the rest.
 */

/** A field of type string, where its data turned out to be something else. */
export function noString(object: Json, name: string): CelError {
  const value = fieldOf(object, name, readString);
  return value instanceof CelError ? value : missingKey(name);
}

/** A field of type integer, where its data turned out to be something else, or no exact number. */
export function noInt(object: Json, name: string): CelError {
  const value = fieldOf(object, name, readInt);
  return value instanceof CelError ? value : inexactInt;
}

/**
 * Whether data is of type integer and exact: what the server holds as float64 is not, though
 * validation lets some pass for one.
 */
export function isWhole(data: Json | undefined): data is Int {
  return Number.isSafeInteger(data) || typeof data === "bigint";
}

/** A field of type boolean, where its data turned out to be something else. */
export function noBool(object: Json, name: string): CelError {
  const value = fieldOf(object, name, readBool);
  return value instanceof CelError ? value : missingKey(name);
}

/** A field of type array, where its data turned out to be something else. */
export function noArray(object: Json, name: string): CelError {
  const value = fieldOf(object, name, asArray);
  return value instanceof CelError ? value : missingKey(name);
}

/** A field of type string, whose data was looked at. */
export function stringField(data: Json | undefined, object: Json, name: string): string | CelError {
  return typeof data === "string" ? data : noString(object, name);
}

/** A field of type integer. */
export function intField(data: Json | undefined, object: Json, name: string): Int | CelError {
  return typeof data === "number" && Number.isSafeInteger(data)
    ? data
    : fieldOf(object, name, readInt);
}

/** A field of type number, as a plain number. */
export function numberField(data: Json | undefined, object: Json, name: string): number | CelError {
  return typeof data === "number" ? data : fieldOf(object, name, readNumber);
}

/** A field of type boolean. */
export function boolField(data: Json | undefined, object: Json, name: string): boolean | CelError {
  return typeof data === "boolean" ? data : noBool(object, name);
}

/** A field of type object. */
export function objectField(
  data: Json | undefined,
  object: Json,
  name: string,
): JsonObject | CelError {
  return isObject(data) ? data : fieldOf(object, name, asObject);
}

/** A field of type array. */
export function arrayField(data: Json | undefined, object: Json, name: string): Json[] | CelError {
  return Array.isArray(data) ? data : noArray(object, name);
}

/** Any field; `spelling` is how the rule writes its name, where that is not the escaped one. */
export function fieldOf<T>(
  object: Json,
  name: string,
  read: (data: Json) => T | CelError,
  spelling?: string,
): T | CelError {
  if (!isRecord(object)) return notAnObject(object);
  const data = Object.hasOwn(object, name) ? (object[name] ?? null) : null;
  return data === null ? missingKey(spelling ?? escapeProperty(name) ?? name) : read(data);
}

/** `has(object.name)`. */
export function hasField(object: Json, name: string): boolean {
  if (!isRecord(object) || !Object.hasOwn(object, name)) return false;
  return object[name] !== null && object[name] !== undefined;
}

/**
 * `has(object.name)` of an integer, by its data: a number with a fraction, which validation may let
 * pass, is an error.
 */
export function hasInt(data: Json | undefined, object: Json, name: string): boolean | CelError {
  if (data === undefined || data === null) return false;
  return isWhole(data) || noInt(object, name);
}

/**
 * `has(object.name)` that looks at the data, as of a field with a format: what cannot be read is an
 * error.
 */
export function hasReadable(
  object: Json,
  name: string,
  read: (data: Json) => unknown,
): boolean | CelError {
  if (!isRecord(object)) return notAnObject(object);
  if (!hasField(object, name)) return false;
  const value = read(object[name] ?? null);
  return value instanceof CelError ? value : true;
}

/** `map[key]`: null is up to the schema of the values. */
export function entryOf<T>(
  map: JsonObject,
  key: string,
  read: (data: Json) => T | CelError,
): T | CelError {
  return Object.hasOwn(map, key) ? read(map[key] ?? null) : missingKey(key);
}

/** `key in map`, and `has(map.key)`: an entry that cannot be read is an error. */
export function hasEntry(map: JsonObject, key: string, read: ReadData): boolean | CelError {
  if (!Object.hasOwn(map, key)) return false;
  const value = read(map[key] ?? null);
  return value instanceof CelError ? value : true;
}

/** `list[index]`. */
export function itemOf<T>(
  list: readonly Json[],
  index: Int,
  read: (data: Json) => T | CelError,
): T | CelError {
  const data = index >= 0 ? list[Number(index)] : undefined;
  return data === undefined ? indexBeyond(String(index)) : read(data);
}

/** `text in list` of a list of strings. */
export function includesText(list: readonly Json[], text: string): boolean | CelError {
  if (list.includes(text)) return true;
  for (const data of list) {
    const item = readString(data);
    if (item instanceof CelError) return item;
  }
  return false;
}

/**
 * Whether data is an object. A float64 in its wrapper passes as well: where it stands for an
 * object, `asObject`, which reads `self`, and the search for odd fields tell it apart.
 */
export function isRecord(data: Json | undefined): data is JsonObject {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

/** Data of type object. */
export function asObject(data: Json): JsonObject | CelError {
  return isObject(data) ? data : notAnObject(data);
}

/** Data of type array. */
export function asArray(data: Json): Json[] | CelError {
  return Array.isArray(data) ? data : notAnArray(data);
}
