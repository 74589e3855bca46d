import { findLargeInteger, largeIntegerError } from "./large-integers.js";
import type { JsonPatchOperation } from "./patch.js";

/**
 * Remembers an object as it was read; what is returned gives the JSON patch for what was changed
 * since, in place or in a copy. Fields that were not changed are no part of it, so that the server
 * keeps the integers in them that JavaScript cannot hold.
 *
 * Items of a list with such integers are told apart by their identity, as their rounded integers
 * may be equal. Throws a TypeError where such an integer went to another place: its digits are
 * lost.
 */
export function changesSince(object: object): (changed: object) => readonly JsonPatchOperation[] {
  const origins = new Map<unknown, unknown>();
  const before = remember(object, origins);
  return (changed) => {
    const operations: JsonPatchOperation[] = [];
    compare({ read: before, origins, operations }, before, changed, "");
    return operations;
  };
}

interface Comparison {
  readonly read: unknown;
  /** What became of the objects and lists that were read: how they were then. */
  readonly origins: ReadonlyMap<unknown, unknown>;
  readonly operations: JsonPatchOperation[];
}

type Members = Readonly<Record<string, unknown>>;

/** A copy, and of which object or list each of its parts is one. */
function remember(value: unknown, origins: Map<unknown, unknown>): unknown {
  if (typeof value !== "object" || value === null) return value;
  const copy = Array.isArray(value)
    ? value.map((item) => remember(item, origins))
    : Object.fromEntries(Object.entries(value).map(([key, of]) => [key, remember(of, origins)]));
  origins.set(value, copy);
  return copy;
}

function compare(comparison: Comparison, before: unknown, after: unknown, path: string): void {
  if (textOf(before) === textOf(after)) return;
  if (isList(before) && isList(after) && findLargeInteger(before) !== undefined) {
    compareLists(comparison, before, after, path);
  } else if (isMembers(before) && isMembers(after)) {
    compareMembers(comparison, before, after, path);
  } else {
    refuseMoved(comparison, after, path);
    comparison.operations.push({ op: "replace", path, value: after });
  }
}

function compareMembers(
  comparison: Comparison,
  before: Members,
  after: Members,
  path: string,
): void {
  const there = new Map(Object.entries(after).filter(([, value]) => value !== undefined));
  for (const [key, old] of Object.entries(before)) {
    const place = `${path}/${pointer(key)}`;
    if (there.has(key)) compare(comparison, old, there.get(key), place);
    else comparison.operations.push({ op: "remove", path: place });
    there.delete(key);
  }
  for (const [key, value] of there) {
    refuseMoved(comparison, value, `${path}/${pointer(key)}`);
    comparison.operations.push({ op: "add", path: `${path}/${pointer(key)}`, value });
  }
}

/** From the end to the beginning, so that indexes stay what they were. */
function compareLists(
  comparison: Comparison,
  before: readonly unknown[],
  after: readonly unknown[],
  path: string,
): void {
  const { operations } = comparison;
  let [oldEnd, newEnd] = [before.length, after.length];
  for (const [old, now] of [[-1, -1] as const, ...sameItems(comparison, before, after)].reverse()) {
    const isOneForOne = oldEnd - old === 2 && newEnd - now === 2;
    if (isOneForOne) compare(comparison, before[old + 1], after[now + 1], `${path}/${old + 1}`);
    else {
      for (let index = oldEnd - 1; index > old; index--) {
        operations.push({ op: "remove", path: `${path}/${index}` });
      }
      for (let index = newEnd - 1; index > now; index--) {
        refuseMoved(comparison, after[index], `${path}/${index}`);
        operations.push({ op: "add", path: `${path}/${old + 1}`, value: after[index] });
      }
    }
    if (old >= 0) compare(comparison, before[old], after[now], `${path}/${old}`);
    [oldEnd, newEnd] = [old, now];
  }
}

/** The items that are in both lists, in the order of both: their indexes. */
function sameItems(
  { origins }: Comparison,
  before: readonly unknown[],
  after: readonly unknown[],
): (readonly [old: number, now: number])[] {
  const texts = before.map(textOf);
  const isUnlike = (old: unknown, text: string | undefined): boolean =>
    findLargeInteger(old) === undefined || texts.indexOf(text) === texts.lastIndexOf(text);
  const found: (readonly [number, number])[] = [];
  let next = 0;
  for (const [now, item] of after.entries()) {
    const text = textOf(item);
    const isSame = (old: unknown, index: number): boolean =>
      origins.has(item) ? origins.get(item) === old : texts[index] === text && isUnlike(old, text);
    const old = before.findIndex((each, index) => index >= next && isSame(each, index));
    if (old < 0) continue;
    found.push([old, now]);
    next = old + 1;
  }
  return found;
}

function refuseMoved({ read }: Comparison, value: unknown, path: string): void {
  const wasThere = (moved: number): boolean =>
    findLargeInteger(read, (old) => old === moved) !== undefined;
  const parts = path.slice(1).split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~")); // prettier-ignore
  const found = findLargeInteger(value, wasThere, parts.join("."));
  if (found === undefined) return;
  throw largeIntegerError(found, "it was read, and can be kept in its place alone: send the other fields with patch"); // prettier-ignore
}

function textOf(value: unknown): string | undefined {
  return JSON.stringify(value);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !isList(value) && !("toJSON" in value);
}

/** A part of a JSON pointer (RFC 6901). */
function pointer(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
