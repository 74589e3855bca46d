import { jsonKey } from "../../../crd/ir/schema-key.js";
import type { Json } from "../../../runtime/v1/json/json.js";
import { isObject } from "../../../runtime/v1/json/json.js";

/**
 * The index of the item that a later one repeats. The server shows the whole item, or the keys of
 * one whose list has `x-kubernetes-list-map-keys`; keys that have a default may be absent.
 */
export function firstOfDuplicates(
  list: Json | undefined,
  second: string | number | undefined,
  message: string,
): number | undefined {
  if (!Array.isArray(list) || typeof second !== "number") return undefined;
  const shown = shownValue(message, list[second] ?? null);
  const first = list.findIndex((item) => isShown(item, shown));
  return first === -1 || first >= second ? undefined : first;
}

function shownValue(message: string, item: Json): Json {
  try {
    return JSON.parse(message.replace(/^Duplicate value: /, "")) as Json; // JSON.parse gives nothing else
  } catch {
    return item;
  }
}

function isShown(item: Json, shown: Json): boolean {
  if (!isObject(shown) || !isObject(item)) return jsonKey(item) === jsonKey(shown);
  return Object.entries(shown).every(([key, value]) => {
    const own = Object.hasOwn(item, key) ? item[key] : undefined;
    return own === undefined || jsonKey(own) === jsonKey(value);
  });
}
