import type { JsonPatchOperation } from "../../client/exact-changes.js";
import { copyJson } from "../../values/json/copy-json.js";
import { deepEqual, scalarsEqual } from "../../values/json/deep-equal.js";
import { hasKey, keysOf } from "../../values/json/json-object.js";
import type { Json, JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";

/**
 * The JSON patch (RFC 6902) that turns one value into another: what is equal in both is not
 * touched. Items that were inserted into a list, or taken out of it, are found where they lie side
 * by side; other changes of lists go item by item. What is undefined counts as absent.
 *
 * @throws NotJsonError that names the place, for what JSON cannot hold
 */
export function jsonPatch(before: unknown, after: unknown): JsonPatchOperation[] {
  return jsonDifference(copyJson(before), copyJson(after));
}

/** The same for values that `copyJson` or `JSON.parse` made. */
export function jsonDifference(before: Json, after: Json): JsonPatchOperation[] {
  const operations: JsonPatchOperation[] = [];
  // Paths of equal values are never written out: most values are equal.
  const pending: Pair[] = [{ before, after, path: "" }];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    comparePair(pair, pending, operations);
  }
  return operations;
}

/** Two values at the same place. */
interface Pair {
  readonly before: Json;
  readonly after: Json;
  readonly path: string;
}

function comparePair(pair: Pair, pending: Pair[], operations: JsonPatchOperation[]): void {
  const { before, after, path } = pair;
  if (Array.isArray(before) && Array.isArray(after)) {
    compareLists(before, after, path, pending, operations);
  } else if (isObject(before) && isObject(after)) {
    compareMembers(before, after, path, pending, operations);
  } else if (!scalarsEqual(before, after)) {
    operations.push({ op: "replace", path, value: after });
  }
}

function compareMembers(
  before: JsonObject,
  after: JsonObject,
  path: string,
  pending: Pair[],
  operations: JsonPatchOperation[],
): void {
  for (const key of keysOf(before)) {
    if (!hasKey(after, key)) operations.push({ op: "remove", path: memberPath(path, key) });
  }
  for (const key of keysOf(after)) {
    const value = after[key] ?? null;
    if (!hasKey(before, key)) operations.push({ op: "add", path: memberPath(path, key), value });
    else if (before[key] !== value) {
      pending.push({ before: before[key] ?? null, after: value, path: memberPath(path, key) });
    }
  }
}

/**
 * Items are added and removed behind those that are compared one by one, so that the order of the
 * operations does not matter.
 */
function compareLists(
  before: readonly Json[],
  after: readonly Json[],
  path: string,
  pending: Pair[],
  operations: JsonPatchOperation[],
): void {
  const [start, tail] = before.length === after.length ? [0, 0] : equalEnds(before, after);
  const [oldEnd, newEnd] = [before.length - tail, after.length - tail];
  for (let index = start; index < Math.min(oldEnd, newEnd); index++) {
    const [old, value] = [before[index] ?? null, after[index] ?? null];
    if (old !== value) pending.push({ before: old, after: value, path: `${path}/${index}` });
  }
  for (let index = oldEnd - 1; index >= newEnd; index--) {
    operations.push({ op: "remove", path: `${path}/${index}` });
  }
  for (let index = oldEnd; index < newEnd; index++) {
    operations.push({ op: "add", path: `${path}/${index}`, value: after[index] });
  }
}

/** How many items at the beginning, and how many at the end, are equal in both lists. */
function equalEnds(before: readonly Json[], after: readonly Json[]): [start: number, tail: number] {
  const shared = Math.min(before.length, after.length);
  const isEqualAt = (old: number, now: number): boolean =>
    deepEqual(before[old] ?? null, after[now] ?? null);
  let start = 0;
  while (start < shared && isEqualAt(start, start)) start++;
  let tail = 0;
  while (tail < shared - start && isEqualAt(before.length - 1 - tail, after.length - 1 - tail)) {
    tail++;
  }
  return [start, tail];
}

/** A JSON pointer (RFC 6901). */
function memberPath(path: string, key: string): string {
  return `${path}/${key.replace(/~/g, "~0").replace(/\//g, "~1")}`;
}
