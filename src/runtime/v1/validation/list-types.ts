import { newestDialect } from "../values/dialect.js";
import type { FieldError } from "../values/field-error.js";
import { badValueText, duplicateError, fieldError } from "../values/field-errors.js";
import { goJson } from "../values/go/json.js";
import type { JsonType, Members } from "../values/json/json-object.js";
import { hasKey, isPlainObject, jsonType } from "../values/json/json-object.js";
import { Float64 } from "../values/json/json.js";
import { bracketPathOf } from "../values/place.js";
import { collectErrors } from "./collect-errors.js";
import type { FoundList } from "./report.js";
import { Report } from "./report.js";
import type { ValueSchema } from "./value-schema.js";

/*
 * Uniqueness in lists of type set and map (apiextensions `schema/listtype/validation.go`). Scalars
 * are compared by value and class, objects and lists by their JSON text, in which 1 and 1.0 are
 * one.
 */

/** Lists up to this length are compared item by item, which needs no memory. */
const shortList = 16;

/**
 * Tells whether the items of a set differ from each other; false also for what needs a closer look.
 */
export function isSet(list: readonly unknown[]): boolean {
  if (list.length < 2) return true;
  if (list.length > shortList || !list.every(isPlainScalar)) {
    return secondOccurrences(list).length === 0;
  }
  return list.every((item, index) => list.indexOf(item) === index);
}

/**
 * Tells whether the items of a map list are few objects that differ by their keys for sure.
 * `defaults` stand in where an item lacks a key, or holds null there.
 */
export function differForSure(
  list: readonly unknown[],
  keys: readonly string[],
  defaults: Members = nothing,
): boolean {
  if (list.length > shortList) return false;
  for (let index = 0; index < list.length; index++) {
    const item = list[index];
    if (!isPlainObject(item)) return false;
    for (let before = 0; before < index; before++) {
      if (!differAtKeys(item, list[before] as Members, keys, defaults)) return false; // it was looked at
    }
  }
  return true;
}

const nothing: Members = {};

/**
 * Tells whether two items differ at a key for sure. What every object inherits under a name is no
 * scalar.
 */
function differAtKeys(
  item: Members,
  other: Members,
  keys: readonly string[],
  defaults: Members,
): boolean {
  for (const key of keys) {
    const value = item[key] ?? defaults[key];
    const otherValue = other[key] ?? defaults[key];
    if (value !== otherValue && isPlainKey(value) && isPlainKey(otherValue)) return true;
  }
  return false;
}

function isPlainKey(value: unknown): boolean {
  return value === undefined || isPlainScalar(value);
}

/** Shows a value in an error. */
type ValueText = (value: unknown) => string;

/**
 * The errors of lists by their types, with values as `textOf` shows them. Keys of maps stand in
 * brackets in paths.
 */
export function listTypeErrors(
  lists: readonly FoundList[],
  textOf: ValueText = badValueText,
): FieldError[] {
  const errors: FieldError[] = [];
  for (const found of lists) {
    const { list, keys } = found;
    if (keys === undefined) {
      if (!isSet(list)) collectOfSet(found, errors, textOf);
    } else if (!differForSure(list, keys)) {
      collectOfMapList(found, keys, errors, textOf);
    }
  }
  return errors;
}

function collectOfSet({ list, at }: FoundList, errors: FieldError[], textOf: ValueText): void {
  for (const index of secondOccurrences(list)) {
    errors.push(duplicateError(`${bracketPathOf(at)}[${index}]`, list[index], textOf));
  }
}

function collectOfMapList(
  { list, at }: FoundList,
  keys: readonly string[],
  errors: FieldError[],
  textOf: ValueText,
): void {
  const path = bracketPathOf(at);
  const isOther = (type: JsonType): boolean => type !== "object" && type !== "null";
  const wrong = list.findIndex((item) => isOther(jsonType(item, path)));
  if (wrong >= 0) {
    const detail = "must be an object for an array of list-type map";
    errors.push(fieldError("FieldValueInvalid", `${path}[${wrong}]`, textOf(list[wrong]), detail));
    return;
  }
  for (const index of duplicateKeys(list, keys)) {
    errors.push(duplicateError(`${path}[${index}]`, keyObject(list[index], keys), textOf));
  }
}

/**
 * Indices of items of a map list whose keys occur for the second time. An item that lacks its only
 * key is like others that do. With `defaults` null is no key, and they stand in for what is
 * missing.
 */
export function duplicateKeys(
  list: readonly unknown[],
  keys: readonly string[],
  defaults?: Members,
): number[] {
  return secondOccurrences(
    list.map((item) => {
      const members = keys.map((key) => keyMember(item, key, defaults));
      return members.length > 1 ? members.map(memberText).join() : members[0];
    }),
  );
}

/** Texts are equal where the JSON of keys is, absent ones included. */
function memberText(member: unknown): string {
  return member === undefined ? "" : goJson(member);
}

/** Returns the key of an item: an object of those keys that it has. */
function keyObject(item: unknown, keys: readonly string[]): Members {
  const entries = keys.map((key) => [key, keyMember(item, key)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function keyMember(item: unknown, key: string, defaults?: Members): unknown {
  if (typeof item !== "object" || item === null) return undefined;
  const members = item as Members; // an object of unknown members
  if (defaults === undefined || hasKey(members, key, null)) return ownMember(members, key);
  return ownMember(defaults, key);
}

function ownMember(members: Members, key: string): unknown {
  return Object.hasOwn(members, key) ? members[key] : undefined;
}

/**
 * Indices at which a value occurs for the second time; what occurs a third time is not reported
 * again.
 */
function secondOccurrences(values: readonly unknown[]): number[] {
  const times = new Map<unknown, number>();
  const indices: number[] = [];
  for (const [index, value] of values.entries()) {
    const key = identity(value);
    const count = (times.get(key) ?? 0) + 1;
    times.set(key, count);
    if (count === 2) indices.push(index);
  }
  return indices;
}

/**
 * A value as a key of a JavaScript map; strings that stand for something else begin with a zero
 * byte.
 */
function identity(value: unknown): unknown {
  if (value instanceof Float64) return `\0float ${value.value}`;
  if (typeof value === "bigint" && Number.isSafeInteger(Number(value))) return Number(value);
  return typeof value === "object" && value !== null ? `\0${goJson(value)}` : value;
}

function isPlainScalar(value: unknown): boolean {
  return typeof value === "string" || typeof value === "boolean" || Number.isSafeInteger(value);
}

/**
 * The lists of type set and map in a value that may have items in common: those that no quick check
 * passed over.
 */
export function listsOf(schema: ValueSchema, value: unknown): readonly FoundList[] {
  if (schema.lists !== true) return [];
  const report = new Report("", newestDialect);
  collectErrors(schema, value, "", report);
  return report.lists;
}

/** Tells whether no list of type set or map in a value has an error by its type. */
export function hasValidLists(schema: ValueSchema, value: unknown): boolean {
  return listTypeErrors(listsOf(schema, value)).length === 0;
}

/*
 * Quick checks of map lists, exact for lists of objects.
 */

/**
 * Tells whether the items of a map list have different keys. `defaults` stand in where an item
 * lacks a key, or holds null there, which counts as no key at all.
 */
export function haveUniqueKeys(
  list: readonly unknown[],
  keys: readonly string[],
  defaults: Members = {},
): boolean {
  if (list.length < 2 || differForSure(list, keys, defaults)) return true;
  return duplicateKeys(list, keys, defaults).length === 0;
}
