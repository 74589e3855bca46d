import type { Failure } from "../testing/failure.js";
import { badRequestFailure, failed } from "../testing/failure.js";
import { plainText } from "../values/field-errors.js";
import { deepEqual } from "../values/json/deep-equal.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { isObject, setKey } from "../values/json/json.js";
import {
  goValueKind,
  goValueType,
  inPatchOrder,
  itemId,
  keyless,
  partItems,
  placesIn,
  wrongListType,
} from "./list-order.js";
import type { PatchSchema } from "./patch-schema.js";
import { unnamedFailure } from "./patch-schema.js";

/*
 * Strategic merge patches, as apimachinery `util/strategicpatch/patch.go` applies them, with the
 * directives `$patch`, `$retainKeys`, `$deleteFromPrimitiveList` and `$setElementOrder`. As there,
 * the object and the patch are changed in place, which later errors show.
 */

const directive = "$patch";
const retainKeys = "$retainKeys";
const deletedItems = "$deleteFromPrimitiveList";
const elementOrder = "$setElementOrder";

/**
 * Applies a patch to an object.
 *
 * @throws Failure 400, 422 or 500
 */
export function mergeStrategically(
  original: JsonObject,
  patch: JsonObject,
  schema: PatchSchema,
): JsonObject {
  if (Object.hasOwn(patch, directive)) return directed(patch);
  keepKeys(original, patch);
  for (const key of Object.keys(patch)) {
    if (key.startsWith(elementOrder)) orderList(original, patch, key, schema);
  }
  for (const [key, value] of Object.entries(patch)) {
    if (!key.startsWith(deletedItems)) mergeMember(original, key, value, schema);
    else removeItems(original, listName(key, deletedItems, "primitive list") || key, value, schema);
  }
  return original;
}

function directed(patch: JsonObject): JsonObject {
  const { [directive]: given = null } = patch;
  if (given === "delete") return {};
  if (given !== "replace") throw unknownType(given, patch);
  delete patch[directive];
  return patch;
}

function unknownType(given: Json, map: JsonObject): Failure {
  return unnamedFailure(`unknown patch type: ${misfitText(given)} in map: ${plainText(map)}`);
}

/** A value as Go prints it where a text was wanted. */
function misfitText(value: Json): string {
  if (typeof value === "string" || typeof value === "object") {
    return value === null ? "%!s(<nil>)" : plainText(value);
  }
  return `%!s(${goValueType(value)}=${plainText(value)})`;
}

/** The list that a directive names. @throws Failure 400 */
function listName(key: string, prefix: string, what: string): string {
  const slash = key.indexOf("/");
  if (slash < 0 || key.slice(0, slash) !== prefix) throw badFormat(what);
  return key.slice(slash + 1);
}

function badFormat(what: string): Failure {
  return badRequestFailure(`invalid patch format of ${what}`);
}

/** Removes what the patch does not name as to be kept. */
function keepKeys(original: JsonObject, patch: JsonObject): void {
  const { [retainKeys]: kept } = patch;
  if (kept === undefined) return;
  delete patch[retainKeys];
  if (!Array.isArray(kept)) throw badFormat("retainKeys");
  for (const [key, value] of Object.entries(patch)) {
    const isOther = key.startsWith(deletedItems) || key.startsWith(elementOrder);
    if (value !== null && !isOther && !kept.includes(key)) throw badFormat("retainKeys");
  }
  for (const key of Object.keys(original)) if (!kept.includes(key)) delete original[key];
}

function mergeMember(original: JsonObject, key: string, value: Json, schema: PatchSchema): void {
  const old = original[key];
  if (value === null) delete original[key];
  else if (old === undefined || goValueType(old) !== goValueType(value)) {
    dropNulls(value);
    place(original, key, value);
  } else if (isObject(old) && isObject(value)) {
    const field = schema.field(key);
    const isReplaced = field.strategy === "replace";
    setKey(original, key, isReplaced ? value : mergeStrategically(old, value, field.schema));
  } else if (Array.isArray(old) && Array.isArray(value)) {
    const { schema: items, strategy, mergeKey } = schema.list(key);
    const isMerged = strategy === "merge";
    setKey(original, key, isMerged ? mergeLists(old, value, items, mergeKey) : value);
  } else place(original, key, value);
}

/** Puts a value into an object that had none there, or another one. */
function place(original: JsonObject, key: string, value: Json): void {
  const kept = withoutDirectives(value);
  if (kept === undefined) delete original[key];
  else setKey(original, key, kept);
}

function dropNulls(value: Json): void {
  if (Array.isArray(value)) value.forEach(dropNulls);
  if (!isObject(value)) return;
  for (const [key, member] of Object.entries(value)) {
    if (member === null) delete value[key];
    else dropNulls(member);
  }
}

/** Undefined for what is but a directive. */
function withoutDirectives(value: Json): Json | undefined {
  if (Array.isArray(value)) {
    return value.map(withoutDirectives).filter((item) => item !== undefined);
  }
  if (!isObject(value)) return value;
  if (Object.hasOwn(value, directive)) return undefined;
  for (const [key, member] of Object.entries(value)) place(value, key, member);
  return value;
}

/** Of lists of scalars, single items can be removed. */
function removeItems(original: JsonObject, key: string, value: Json, schema: PatchSchema): void {
  if (value === null) delete original[key];
  const old = original[key];
  if (old === undefined || value === null || goValueType(old) !== goValueType(value)) return;
  if (!Array.isArray(old) || !Array.isArray(value)) {
    mergeMember(original, key, value, schema);
    return;
  }
  const { schema: items, mergeKey } = schema.list(key);
  const isOfMaps = isObject(old[0] ?? value[0] ?? null);
  if (isOfMaps || old.length + value.length === 0) {
    setKey(original, key, mergeLists(old, value, items, mergeKey));
    return;
  }
  checkMergedItems([old, value]);
  const removed = placesIn(value, "");
  const left = old.filter((item) => !removed.has(itemId(item, "")));
  setKey(original, key, left);
}

function mergeLists(
  original: readonly Json[],
  patch: readonly Json[],
  schema: PatchSchema,
  mergeKey: string,
): Json[] {
  if (original.length + patch.length === 0) return [];
  if (checkMergedItems([original, patch]) !== "map") {
    const known = new Set(original);
    const merged = [...original, ...new Set(patch.filter((item) => !known.has(item)))];
    return inPatchOrder(partItems(merged, patch, ""), patch, original, "");
  }
  if (mergeKey === "") {
    throw unnamedFailure(`cannot merge lists without merge key for ${schema.kind}`);
  }
  const lists = withoutSpecial(original.filter(isObject), patch.filter(isObject), mergeKey);
  const merged = mergeItems(lists.original, lists.patch, schema, mergeKey);
  const parted = partItems(merged, lists.patch, mergeKey);
  return inPatchOrder(parted, lists.patch, lists.original, mergeKey);
}

/** The kind of all items. @throws Failure for others beside them */
function checkMergedItems(lists: readonly (readonly Json[])[]): string {
  const [first = null, ...others] = lists.flat();
  if (lists.flat().length === 0) throw unnamedFailure("no elements in any of the given slices");
  if (Array.isArray(first)) {
    const message = "the server rejected our request due to an error in our request";
    throw failed(422, "Invalid", message, {});
  }
  if (others.some((item) => goValueType(item) !== goValueType(first))) {
    throw unnamedFailure(`list element types are not identical: ${plainText(lists)}`);
  }
  return goValueKind(first);
}

interface ListsOfMaps {
  readonly original: JsonObject[];
  readonly patch: readonly JsonObject[];
}

/** Items with directives delete other ones, or replace the whole list. */
function withoutSpecial(
  original: JsonObject[],
  patch: readonly JsonObject[],
  mergeKey: string,
): ListsOfMaps {
  const deleted = new Set<string>();
  let isReplaced = false;
  for (const item of patch) {
    const { [directive]: given, [mergeKey]: key } = item;
    if (given === undefined) continue;
    if (given === "delete") {
      if (key === undefined) throw keyless(item, mergeKey);
      deleted.add(itemId(item, mergeKey));
    } else if (given === "replace") isReplaced = true;
    else if (given !== "merge") throw unknownType(given, item);
    else throw unnamedFailure("merging lists cannot yet be specified in the patch");
  }
  const plain = patch.filter((item) => !Object.hasOwn(item, directive));
  const left = original.filter((one) => !deleted.has(itemId(one, mergeKey)));
  return isReplaced ? { original: plain, patch: [] } : { original: left, patch: plain };
}

function mergeItems(
  original: readonly JsonObject[],
  patch: readonly JsonObject[],
  schema: PatchSchema,
  mergeKey: string,
): JsonObject[] {
  const merged = [...original];
  const places = placesIn(original, mergeKey);
  for (const item of patch) {
    if (item[mergeKey] === undefined) throw keyless(item, mergeKey);
    const id = itemId(item, mergeKey);
    const index = places.get(id) ?? merged.length;
    const old = merged[index];
    places.set(id, index);
    if (old === undefined) merged.push(item);
    else merged[index] = mergeStrategically(old, item, schema);
  }
  return merged;
}

/** Merges a list and sorts it by one that comes with the patch. */
function orderList(
  original: JsonObject,
  patch: JsonObject,
  key: string,
  schema: PatchSchema,
): void {
  const { [key]: order = null } = patch;
  delete patch[key];
  if (!Array.isArray(order)) throw wrongListType("[]interface {}", order);
  const name = listName(key, elementOrder, "setElementOrder list");
  const old = original[name];
  const given = patch[name];
  for (const list of [old, given]) {
    if (list !== undefined && !Array.isArray(list)) throw wrongListType("[]interface {}", list);
  }
  const [server, sent] = [asList(old), asList(given)];
  const { schema: items, strategy, mergeKey } = schema.list(name);
  checkOrder(sent ?? [], order, mergeKey);
  let merged: Json[];
  if (server !== undefined && sent !== undefined) {
    merged = strategy === "merge" ? mergeLists(server, sent, items, mergeKey) : sent;
  } else if (sent !== undefined) merged = asList(withoutDirectives(sent)) ?? [];
  else if (server !== undefined) merged = server;
  else return;
  const parted = partItems(merged, order, mergeKey);
  const kind = checkMergedItems([server ?? [], sent ?? []]);
  const sorted = inPatchOrder(parted, order, server ?? [], kind === "map" ? mergeKey : "");
  setKey(original, name, sorted);
  delete patch[name];
}

function asList(value: Json | undefined): Json[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

/** The items of the patch must come in the order that the patch demands. */
function checkOrder(sent: readonly Json[], order: readonly Json[], mergeKey: string): void {
  if (sent.length === 0 || order.length === 0) return;
  const wanted = sent.filter((item) => !isObject(item) || item[directive] === undefined);
  let next = 0;
  for (const one of order) {
    const item = wanted[next];
    if (item === undefined) return;
    if (deepEqual(mergeKeyIn(item, mergeKey), mergeKeyIn(one, mergeKey))) next++;
  }
  if (next === wanted.length) return;
  throw unnamedFailure(
    `The order in patch list:\n${plainText(sent)}\n doesn't match ${elementOrder} list:\n${plainText(order)}\n`,
  );
}

function mergeKeyIn(item: Json, mergeKey: string): Json {
  if (mergeKey === "") return item;
  if (!isObject(item)) throw wrongListType("map[string]interface {}", item);
  const { [mergeKey]: key } = item;
  if (key === undefined) throw keyless(item, mergeKey);
  return key;
}
