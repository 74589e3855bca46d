import { plainText } from "../values/field-errors.js";
import { goJson } from "../values/go/json.js";
import type { Json } from "../values/json/json.js";
import { isInt64, isObject } from "../values/json/json.js";
import { unnamedFailure } from "./patch-schema.js";

/*
 * The order of lists that strategic merge patches merge (apimachinery `strategicpatch/patch.go`).
 */

/** Items of a merged list: those that the patch names, and all others. */
interface PartedItems {
  readonly named: readonly Json[];
  readonly others: readonly Json[];
}

/** @throws Failure 500 for items without the key */
export function partItems(
  merged: readonly Json[],
  by: readonly Json[],
  mergeKey: string,
): PartedItems {
  const named: Json[] = [];
  const others: Json[] = [];
  const ids = new Set(by.map((one) => itemId(one, mergeKey)));
  for (const item of merged) {
    if (mergeKey !== "") checkKeys(mergeKey, [item]);
    (ids.has(itemId(item, mergeKey)) ? named : others).push(item);
  }
  return { named, others };
}

/**
 * The items that a patch names in its order, the others in that of the server; one of the others
 * comes before one that is named if the server had it before that one.
 *
 * @throws Failure 500 for items without the key
 */
export function inPatchOrder(
  { named, others }: PartedItems,
  patchOrder: readonly Json[],
  serverOrder: readonly Json[],
  mergeKey: string,
): Json[] {
  if (mergeKey !== "") {
    for (const list of [named, patchOrder, others, serverOrder]) checkKeys(mergeKey, list);
  }
  const right = sortedBy(patchOrder, named, mergeKey);
  const left = sortedBy(serverOrder, others, mergeKey);
  const places = placesIn(serverOrder, mergeKey);
  const placeOf = (item: Json): number => places.get(itemId(item, mergeKey)) ?? -1;
  const merged: Json[] = [];
  let [ownAt, nextAt] = [0, 0];
  for (;;) {
    const [own, next] = [left[ownAt], right[nextAt]];
    if (own === undefined && next === undefined) return merged;
    const isFirst =
      own !== undefined && (next === undefined || isBefore(placeOf(own), placeOf(next)));
    merged.push((isFirst ? own : next) ?? null);
    if (isFirst) ownAt++;
    else nextAt++;
  }
}

/**
 * Returns the identity of an item, one member of it or all of it, as a text that equals have alike.
 */
export function itemId(item: Json, mergeKey: string): string {
  const key = isObject(item) && mergeKey !== "" ? (item[mergeKey] ?? null) : item;
  return `${goValueType(key)} ${typeof key === "string" ? key : goJson(key)}`;
}

function checkKeys(mergeKey: string, items: readonly Json[]): void {
  for (const item of items) {
    if (!isObject(item)) throw wrongListType("map[string]interface {}", item);
    if (!Object.hasOwn(item, mergeKey)) throw keyless(item, mergeKey);
  }
}

function sortedBy(order: readonly Json[], items: readonly Json[], mergeKey: string): Json[] {
  const isDeletion = (item: Json): boolean => isObject(item) && item["$patch"] === "delete";
  const places = placesIn(order, mergeKey);
  const place = (item: Json): number => places.get(itemId(item, mergeKey)) ?? -1;
  const kept = items.filter((item) => !isDeletion(item));
  return [...kept.sort((one, other) => place(one) - place(other)), ...items.filter(isDeletion)];
}

/** Where each item comes first. */
export function placesIn(order: readonly Json[], mergeKey: string): Map<string, number> {
  const places = new Map<string, number>();
  for (const [index, item] of order.entries()) {
    const id = itemId(item, mergeKey);
    if (!places.has(id)) places.set(id, index);
  }
  return places;
}

function isBefore(first: number, second: number): boolean {
  return first >= 0 && second >= 0 && first < second;
}

/** `mergepatch.ErrNoMergeKey` */
export function keyless(item: Json, mergeKey: string): ReturnType<typeof unnamedFailure> {
  return unnamedFailure(`map: ${plainText(item)} does not contain declared merge key: ${mergeKey}`);
}

/** `mergepatch.ErrBadArgType` */
export function wrongListType(expected: string, actual: Json): ReturnType<typeof unnamedFailure> {
  const type = goValueType(actual);
  const shown = type === "nil" ? "%!s(<nil>)" : type;
  return unnamedFailure(`expected a ${expected}, but received a ${shown}`);
}

/** The type in which Go holds a value of JSON that it has no type for; `nil` for null. */
export function goValueType(value: Json): string {
  if (value === null) return "nil";
  if (Array.isArray(value)) return "[]interface {}";
  if (isObject(value)) return "map[string]interface {}";
  switch (typeof value) {
    case "string":
      return "string";
    case "boolean":
      return "bool";
    case "bigint":
      return "int64";
    case "number":
      return isInt64(value) ? "int64" : "float64";
    default:
      return "float64";
  }
}

/** Returns the short name of a value's type in Go's reflection. */
export function goValueKind(value: Json): string {
  const type = goValueType(value);
  if (type === "[]interface {}") return "slice";
  return type === "map[string]interface {}" ? "map" : type;
}
