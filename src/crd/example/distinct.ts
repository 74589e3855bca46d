import { stringifyJson } from "../../runtime/v1/go/stringify-json.js";
import type { Json } from "../../runtime/v1/json/json.js";
import { isObject } from "../../runtime/v1/json/json.js";
import type { Schema } from "../ir/schema.js";

/** Whether an item may stand in a list beside those that are there. */
export function isDistinct(
  list: readonly Json[],
  item: Json,
  { listType, listMapKeys }: Schema,
  isUnique: boolean,
): boolean {
  if (listType === "atomic" && !isUnique) return true;
  const keys = listType === "map" ? listMapKeys : undefined;
  const key = keyOf(item, keys);
  return list.every((other) => keyOf(other, keys) !== key);
}

/** Without keys, the item itself. */
function keyOf(item: Json, keys: readonly string[] | undefined): string {
  if (keys === undefined || !isObject(item)) return stringifyJson(item);
  return stringifyJson(keys.map((key) => item[key] ?? null));
}
