import type { TransportRequest } from "./transport.js";

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
  /** A copy of each object and list that was read, as it was then. */
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

/*
 * `JSON.parse` rounds integers beyond 2^53, which the server holds as int64. To send them back
 * would change what nobody meant to change.
 */

/**
 * Tells whether the server might hold another integer in the place of this one: an int64 that
 * `JSON.parse` may have rounded. 2^63 is what it makes of the largest int64; all that is larger is
 * a float64, and exact.
 */
function isLargeInteger(value: unknown): value is number {
  return Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(Number(value)) <= 2 ** 63; // prettier-ignore
}

/** Tells whether the text of a JSON value may hold such an integer; cheap, and seldom true. */
export function mayHoldLargeInteger(json: string): boolean {
  return /\d{16}/.test(json);
}

/** The first such integer within a value, with its path. */
export function findLargeInteger(
  value: unknown,
  isWanted: (value: number) => boolean = () => true,
  path = "",
): { readonly path: string; readonly value: number } | undefined {
  if (isLargeInteger(value)) return isWanted(value) ? { path, value } : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const below = Array.isArray(value) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`;
    const found = findLargeInteger(member, isWanted, below);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Throws a TypeError if the body of a request holds such an integer. */
export function refuseLargeIntegers(request: TransportRequest): TransportRequest {
  const { method, body } = request;
  if (typeof body !== "string" || !mayHoldLargeInteger(body)) return request;
  const found = findLargeInteger(JSON.parse(body));
  if (found === undefined) return request;
  const verb = method === "PUT" ? "update" : "apply";
  throw largeIntegerError(found, `${verb} would store it so: send the other fields with modify or patch, or say { allowLargeIntegers: true } if it is meant`); // prettier-ignore
}

/** The error for an integer that would be sent. */
function largeIntegerError(
  { path, value }: { readonly path: string; readonly value: number },
  what: string,
): TypeError {
  return new TypeError(
    `${path} is ${JSON.stringify(value)}, which may be the rounded form of another integer beyond 2^53; ${what}`,
  );
}

/** A merge patch (RFC 7386) or a JSON patch (RFC 6902), told apart by their keys. */
export type Patch<T> =
  | { readonly merge: MergePatch<T>; readonly json?: undefined }
  | { readonly json: readonly JsonPatchOperation[]; readonly merge?: undefined };

/** Every field optional; `null` removes a field; lists are replaced whole. */
export type MergePatch<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [Key in keyof T]?: MergePatch<T[Key]> | null | undefined }
    : T;

/**
 * One step of a JSON patch. Paths are JSON pointers (RFC 6901): `/spec/env/0/name`, `~1` for `/`,
 * `~0` for `~`.
 */
export type JsonPatchOperation =
  | { readonly op: "add" | "replace" | "test"; readonly path: string; readonly value: unknown }
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "move" | "copy"; readonly from: string; readonly path: string };
