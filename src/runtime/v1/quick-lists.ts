import type { Members } from "./json-object.js";
import { hasKey, isPlainObject } from "./json-object.js";
import { duplicateKeys, isMapList } from "./list-types.js";

/*
 * Quick checks of map lists, exact for lists of objects.
 */

/** Whether the items of a map list have different keys. */
export function haveUniqueKeys(list: readonly unknown[], key: string, ...more: string[]): boolean {
  return isMapList(list, key, ...more) || duplicateKeys(list, [key, ...more]).length === 0;
}

/** The same where items may lack keys that have defaults, or hold null there. */
export function haveUniqueKeysFilled(
  list: readonly unknown[],
  defaults: Members,
  key: string,
  ...more: string[]
): boolean {
  if (haveUniqueKeys(list, key, ...more) && list.every((item) => hasAll(item, defaults)))
    return true;
  return haveUniqueKeys(
    list.map((item) => fill(item, defaults)),
    key,
    ...more,
  );
}

function hasAll(item: unknown, defaults: Members): boolean {
  return isPlainObject(item) && Object.keys(defaults).every((key) => hasKey(item, key, null));
}

function fill(item: unknown, defaults: Members): unknown {
  if (!isPlainObject(item)) return item;
  const filled: Record<string, unknown> = { ...item };
  for (const key of Object.keys(defaults)) {
    if (!hasKey(filled, key, null)) filled[key] = defaults[key];
  }
  return filled;
}
