import { deepEqual } from "../../runtime/v1/json/deep-equal.js";
import type { Json, JsonObject } from "../../runtime/v1/json/json.js";
import { isObject, setKey } from "../../runtime/v1/json/json.js";

/** Lists that are merged, by their paths: the key of their items, or `""` for lists of scalars. */
export type MergedLists = { readonly [path: string]: string | undefined };

/**
 * What a strategic merge patch makes of an object: as a merge patch, but that some lists are merged
 * by a key (apimachinery `util/strategicpatch`). Knows the directives `$patch`, `$retainKeys`,
 * `$deleteFromPrimitiveList` and `$setElementOrder`.
 */
export function strategicPatched(
  target: Json,
  patch: Json,
  lists: MergedLists,
  path: readonly string[] = [],
): Json {
  if (!isObject(patch)) return patch;
  if (patch["$patch"] === "replace") return withoutDirectives(patch);
  if (patch["$patch"] === "delete") return {};
  const merged: JsonObject = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (key.startsWith("$deleteFromPrimitiveList/")) removeItems(merged, nameIn(key), value);
    if (key.startsWith("$")) continue;
    const place = [...path, key];
    const mergeKey = lists[place.join(".")];
    if (value === null) delete merged[key];
    else if (Array.isArray(value) && mergeKey !== undefined) {
      setKey(merged, key, mergeLists(merged[key] ?? null, value, mergeKey, lists, place));
    } else setKey(merged, key, strategicPatched(merged[key] ?? null, value, lists, place));
  }
  const kept = patch["$retainKeys"];
  if (Array.isArray(kept)) {
    for (const key of Object.keys(merged)) if (!kept.includes(key)) delete merged[key];
  }
  for (const [key, order] of Object.entries(patch)) {
    if (key.startsWith("$setElementOrder/")) sortItems(merged, nameIn(key), order, lists, path);
  }
  return merged;
}

function nameIn(directive: string): string {
  return directive.slice(directive.indexOf("/") + 1);
}

function withoutDirectives(patch: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(patch).filter(([key]) => !key.startsWith("$")));
}

function removeItems(object: JsonObject, name: string, removed: Json): void {
  const items = object[name];
  if (!Array.isArray(items) || !Array.isArray(removed)) return;
  setKey(
    object,
    name,
    items.filter((item) => !removed.some((one) => deepEqual(one, item))),
  );
}

function mergeLists(
  target: Json,
  patch: readonly Json[],
  mergeKey: string,
  lists: MergedLists,
  path: readonly string[],
): Json[] {
  let merged = Array.isArray(target) ? [...target] : [];
  if (mergeKey === "") {
    return [...merged, ...patch.filter((item) => !merged.some((one) => deepEqual(one, item)))];
  }
  const isReplaced = patch.some((item) => isObject(item) && isDirectiveAlone(item));
  if (isReplaced) return patch.filter((item) => !isObject(item) || !isDirectiveAlone(item));
  for (const item of patch) {
    const key = keyOf(item, mergeKey);
    const index = merged.findIndex((one) => deepEqual(keyOf(one, mergeKey), key));
    if (isObject(item) && item["$patch"] === "delete") {
      merged = merged.filter((one) => !deepEqual(keyOf(one, mergeKey), key));
    } else if (index < 0) merged.push(strategicPatched(null, item, lists, path));
    else merged[index] = strategicPatched(merged[index] ?? null, item, lists, path);
  }
  return merged;
}

function isDirectiveAlone(item: JsonObject): boolean {
  return item["$patch"] === "replace" && Object.keys(item).length === 1;
}

function keyOf(item: Json, mergeKey: string): Json {
  return isObject(item) && mergeKey !== "" ? (item[mergeKey] ?? null) : item;
}

/** Those that the order does not name stay where they were, after what came before them. */
function sortItems(
  object: JsonObject,
  name: string,
  order: Json,
  lists: MergedLists,
  path: readonly string[],
): void {
  const items = object[name];
  const mergeKey = lists[[...path, name].join(".")];
  if (!Array.isArray(items) || !Array.isArray(order) || mergeKey === undefined) return;
  const keys = order.map((item) => keyOf(item, mergeKey));
  const places = items.map((item) =>
    keys.findIndex((key) => deepEqual(key, keyOf(item, mergeKey))),
  );
  const named = items
    .map((item, index) => ({ item, place: places[index] ?? -1 }))
    .filter(({ place }) => place >= 0)
    .sort((one, other) => one.place - other.place);
  const sorted = items.map((item, index) =>
    (places[index] ?? -1) >= 0 ? (named.shift()?.item ?? item) : item,
  );
  setKey(object, name, sorted);
}
