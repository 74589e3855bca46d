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
    if (key.startsWith("$setElementOrder/"))
      sortItems(merged, nameIn(key), order, lists, path, target);
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
  const before = Array.isArray(target) ? target : [];
  let merged = [...before];
  if (mergeKey === "") {
    const added = patch.filter((item) => !merged.some((one) => deepEqual(one, item)));
    return inOrder([...merged, ...added], merged, patch);
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
  const keys = (items: readonly Json[]): Json[] => items.map((item) => keyOf(item, mergeKey));
  return inOrder(merged, keys(before), keys(patch), mergeKey);
}

/**
 * The items in the order of the patch. What it does not name stays as the server had it: before an
 * item of the patch if the server had it before that one, else behind all of them.
 *
 * @param before the keys that the server had, in its order
 * @param order the keys in the order of the patch
 */
function inOrder(
  items: readonly Json[],
  before: readonly Json[],
  order: readonly Json[],
  mergeKey = "",
): Json[] {
  const placeIn = (keys: readonly Json[], item: Json): number =>
    keys.findIndex((key) => deepEqual(key, keyOf(item, mergeKey)));
  const byPlace = (keys: readonly Json[]) => (one: Json, other: Json) =>
    placeIn(keys, one) - placeIn(keys, other);
  const named = items.filter((item) => placeIn(order, item) >= 0).sort(byPlace(order));
  const own = items.filter((item) => placeIn(order, item) < 0).sort(byPlace(before));
  const sorted: Json[] = [];
  for (const item of named) {
    const place = placeIn(before, item);
    while (own[0] !== undefined && place >= 0 && placeIn(before, own[0]) < place) {
      sorted.push(own.shift() ?? null);
    }
    sorted.push(item);
  }
  return [...sorted, ...own];
}

function isDirectiveAlone(item: JsonObject): boolean {
  return item["$patch"] === "replace" && Object.keys(item).length === 1;
}

function keyOf(item: Json, mergeKey: string): Json {
  return isObject(item) && mergeKey !== "" ? (item[mergeKey] ?? null) : item;
}

/** The order is that of a list of keys that comes with the patch. */
function sortItems(
  object: JsonObject,
  name: string,
  order: Json,
  lists: MergedLists,
  path: readonly string[],
  target: Json,
): void {
  const items = object[name];
  const mergeKey = lists[[...path, name].join(".")];
  if (!Array.isArray(items) || !Array.isArray(order) || mergeKey === undefined) return;
  const keys = (all: readonly Json[]): Json[] => all.map((item) => keyOf(item, mergeKey));
  const old = isObject(target) ? target[name] : undefined;
  const before = Array.isArray(old) ? keys(old) : [];
  setKey(object, name, inOrder(items, before, keys(order), mergeKey));
}
