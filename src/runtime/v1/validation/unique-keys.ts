import type { Members } from "../json/json-object.js";
import { isPlainObject } from "../json/json-object.js";
import { duplicateKeys, shortList } from "./list-types.js";

/*
 * Quick checks of map lists, exact for lists of objects.
 */

const nothing: Members = {};

/**
 * Whether the items of a map list have different keys. `defaults` stand in where an item lacks a
 * key, or holds null there, which counts as no key at all.
 */
export function haveUniqueKeys(
  list: readonly unknown[],
  keys: readonly string[],
  defaults: Members = nothing,
): boolean {
  if (list.length < 2 || (list.length <= shortList && differForSure(list, keys, defaults))) {
    return true;
  }
  return duplicateKeys(list, keys, defaults).length === 0;
}

function differForSure(
  list: readonly unknown[],
  keys: readonly string[],
  defaults: Members,
): boolean {
  for (let index = 0; index < list.length; index++) {
    const item = list[index];
    if (!isPlainObject(item)) return false;
    for (let before = 0; before < index; before++) {
      if (!differAtKeys(item, list[before] as Members, keys, defaults)) return false; // it was looked at
    }
  }
  return true;
}

/**
 * Whether two items differ at a key for sure. What every object inherits under a name is no scalar.
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
  return typeof value === "string" || value === undefined || Number.isSafeInteger(value);
}
