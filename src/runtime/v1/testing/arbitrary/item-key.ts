import { isPlainObject } from "../../values/json/json-object.js";

/**
 * Returns a text in which items of a list must differ: the values of the keys of a list of type
 * map, or the whole item where there are no keys.
 */
export function itemKey(item: unknown, keys: readonly string[]): string {
  const isKeyed = keys.length > 0 && isPlainObject(item);
  return JSON.stringify(isKeyed ? keys.map((key) => item[key] ?? null) : item);
}
