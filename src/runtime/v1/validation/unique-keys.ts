import type { Members } from "../values/json/json-object.js";
import { differForSure, duplicateKeys } from "./list-types.js";

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
