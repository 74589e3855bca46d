import { deepEqual } from "../../runtime/v1/json/deep-equal.js";
import type { Json } from "../../runtime/v1/json/json.js";
import { isObject } from "../../runtime/v1/json/json.js";
import { plainText } from "../../runtime/v1/plain-text.js";
import { goValueType } from "./go-value-type.js";
import { unnamedFailure } from "./patch-schema.js";

/*
 * The order of lists that strategic merge patches merge (apimachinery `strategicpatch/patch.go`).
 */

/** Items of a merged list: those that the patch names, and all others. */
export interface PartedItems {
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
  for (const item of merged) {
    if (mergeKey !== "") checkKeys(mergeKey, [item]);
    const isNamed = by.some((one) => deepEqual(keyOf(one, mergeKey), keyOf(item, mergeKey)));
    (isNamed ? named : others).push(item);
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
  const merged: Json[] = [];
  while (left.length + right.length > 0) {
    const [own, next] = [left[0], right[0]];
    const isFirst =
      own !== undefined && (next === undefined || isBefore(serverOrder, own, next, mergeKey));
    merged.push((isFirst ? left : right).shift() ?? null);
  }
  return merged;
}

/** What an item is known by: one member of it, or all of it. */
function keyOf(item: Json, mergeKey: string): Json {
  return isObject(item) && mergeKey !== "" ? (item[mergeKey] ?? null) : item;
}

function checkKeys(mergeKey: string, items: readonly Json[]): void {
  for (const item of items) {
    if (!isObject(item)) throw wrongType("map[string]interface {}", item);
    if (!Object.hasOwn(item, mergeKey)) throw keyless(item, mergeKey);
  }
}

function sortedBy(order: readonly Json[], items: readonly Json[], mergeKey: string): Json[] {
  const isDeletion = (item: Json): boolean => isObject(item) && item["$patch"] === "delete";
  const place = (item: Json): number => placeIn(order, item, mergeKey);
  const kept = items.filter((item) => !isDeletion(item));
  return [...kept.sort((one, other) => place(one) - place(other)), ...items.filter(isDeletion)];
}

function placeIn(order: readonly Json[], item: Json, mergeKey: string): number {
  const key = keyOf(item, mergeKey);
  return order.findIndex((one) => deepEqual(keyOf(one, mergeKey), key));
}

function isBefore(order: readonly Json[], one: Json, other: Json, mergeKey: string): boolean {
  const [first, second] = [placeIn(order, one, mergeKey), placeIn(order, other, mergeKey)];
  return first >= 0 && second >= 0 && first < second;
}

/** `mergepatch.ErrNoMergeKey` */
export function keyless(item: Json, mergeKey: string): ReturnType<typeof unnamedFailure> {
  return unnamedFailure(`map: ${plainText(item)} does not contain declared merge key: ${mergeKey}`);
}

/** `mergepatch.ErrBadArgType` */
export function wrongType(expected: string, actual: Json): ReturnType<typeof unnamedFailure> {
  const type = goValueType(actual);
  const shown = type === "nil" ? "%!s(<nil>)" : type;
  return unnamedFailure(`expected a ${expected}, but received a ${shown}`);
}
