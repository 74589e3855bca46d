import { isPlainObject, jsonType } from "./json-object.js";
import type { Json, JsonObject } from "./json.js";
import { Float64, setKey } from "./json.js";
import { NotJsonError } from "./not-json-error.js";

/** How deep the server reads JSON. */
export const maxDepth = 10_000;

/**
 * A copy of a value as `JSON.stringify` would send it, so that nothing is shared: without members
 * that are undefined, in any depth that the server reads. Numbers keep their class, those that are
 * not finite become null, halves of characters U+FFFD as on the server.
 *
 * @throws NotJsonError that names the place, for what JSON cannot hold, for cycles, and for what is
 *   nested too deeply
 */
export function copyJson(value: unknown): Json {
  const root: Json[] = [];
  const pending: Step[] = [{ source: value, parent: root, key: 0, ancestors: undefined, depth: 0 }];
  for (let step = pending.pop(); step !== undefined; step = pending.pop()) {
    const copy = shallowCopy(step, pending);
    if (typeof step.key === "number")
      (step.parent as Json[])[step.key] = copy; // lists have numbers
    else setKey(step.parent as JsonObject, step.key, copy); // objects have names
  }
  return root[0] ?? null;
}

/**
 * The objects around a value and their places, innermost first: linked, since few of them are ever
 * looked at.
 */
interface Ancestor {
  readonly value: object;
  readonly parent: Ancestor | undefined;
  readonly key: string | number;
}

interface Step {
  readonly source: unknown;
  readonly parent: Json[] | JsonObject;
  readonly key: string | number;
  readonly ancestors: Ancestor | undefined;
  readonly depth: number;
}

function shallowCopy(step: Step, pending: Step[]): Json {
  const { source, ancestors } = step;
  if (typeof source !== "object" || source === null) {
    if (isScalar(source)) return sentScalar(source);
    jsonType(source, stepPath(step));
    return source as bigint; // what else passes
  }
  if (source instanceof Float64) return source;
  const isList = Array.isArray(source);
  // The path is text only where something is wrong: it is as long as the value is deep.
  if (!isList && !isPlainObject(source)) jsonType(source, stepPath(step));
  if (step.depth >= maxDepth) throw notJson("is nested too deeply", `${shortPathOf(step)}…`);
  if (step.depth % 64 === 63 && isCycle(source, ancestors)) {
    throw notJson("refers to an object around it", shortPathOf(step));
  }
  return isList
    ? copyList(source as unknown[], step, pending) // by its type
    : copyObject(source as Record<string, unknown>, step, pending); // by its type
}

function copyList(source: readonly unknown[], step: Step, pending: Step[]): Json[] {
  // First of all: a list with nothing but a length takes no memory, its copy would.
  if (source.includes(undefined)) {
    const key = source.findIndex((item) => item === undefined);
    jsonType(undefined, `${stepPath(step)}[${key}]`);
  }
  const copy: Json[] = new Array<Json>(source.length).fill(null);
  const [ancestors, depth] = [inside(step, source), step.depth + 1];
  for (let key = source.length - 1; key >= 0; key--) {
    const item = source[key];
    if (isScalar(item)) copy[key] = sentScalar(item);
    else pending.push({ source: item, parent: copy, key, ancestors, depth });
  }
  return copy;
}

function copyObject(source: Record<string, unknown>, step: Step, pending: Step[]): JsonObject {
  const copy: JsonObject = {};
  const [ancestors, depth] = [inside(step, source), step.depth + 1];
  for (const key of Object.keys(source)) {
    const member = source[key];
    if (member === undefined) continue;
    // A place for it, so that the keys keep their order.
    const name = sentText(key);
    const isLeaf = isScalar(member);
    setKey(copy, name, isLeaf ? sentScalar(member) : null);
    if (!isLeaf) pending.push({ source: member, parent: copy, key: name, ancestors, depth });
  }
  return copy;
}

type Scalar = string | number | boolean | null;

function isScalar(value: unknown): value is Scalar {
  return (
    typeof value === "string" ||
    typeof value === "boolean" ||
    value === null ||
    typeof value === "number"
  );
}

function sentScalar(value: Scalar): Scalar {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  return typeof value === "string" ? sentText(value) : value;
}

const loneSurrogates = /[\ud800-\udfff]/gu;

/** A text as the server reads it: what is half of a character becomes U+FFFD. */
export function sentText(text: string): string {
  return isWellFormed(text) ? text : text.replace(loneSurrogates, "\ufffd");
}

function isWellFormed(text: string): boolean {
  const modern = text as { readonly isWellFormed?: () => boolean }; // engines of 2023 and later have it
  return modern.isWellFormed?.() ?? text.search(loneSurrogates) < 0;
}

/** How deep a value is looked at without a copy. */
const shallow = 100;

type Nulls = "with nulls" | "without nulls";

/**
 * Tells whether a value is all of what `JSON.parse` makes of whole characters, so that its copy
 * would show nothing new. No for what is nested deeply, which may be a cycle.
 */
export function isParsedJson(value: unknown, nulls: Nulls = "with nulls", depth = 0): boolean {
  switch (typeof value) {
    case "string":
      return isWellFormed(value);
    case "boolean":
      return true;
    case "number":
      return Number.isFinite(value);
    case "object":
      if (value === null) return nulls === "with nulls";
      return depth < shallow && areMembersParsed(value, nulls, depth + 1);
    default:
      return false;
  }
}

function areMembersParsed(value: object, nulls: Nulls, depth: number): boolean {
  if (Array.isArray(value)) {
    // No `every`, which passes over what is missing.
    for (const item of value) if (!isParsedJson(item, nulls, depth)) return false;
    return true;
  }
  if (!isPlainObject(value)) return false;
  for (const key in value) {
    if (!isParsedJson(value[key], nulls, depth) || !isWellFormed(key)) return false;
  }
  return true;
}

/** Returns the ancestors of the members of a value. */
function inside({ ancestors, key }: Step, value: object): Ancestor {
  return { value, parent: ancestors, key };
}

function isCycle(value: object, ancestors: Ancestor | undefined): boolean {
  const seen = new Set<object>([value]);
  for (let next = ancestors; next !== undefined; next = next.parent) {
    if (seen.has(next.value)) return true;
    seen.add(next.value);
  }
  return false;
}

function stepText(key: string | number, ancestors: Ancestor | undefined): string {
  if (ancestors === undefined) return "";
  return typeof key === "number" ? `[${key}]` : `.${key}`;
}

/** At the value as a whole: whoever asks for the place needs none that is so deep. */
function notJson(fault: string, path: string): NotJsonError {
  return new NotJsonError(`'${path}' ${fault}`, "", `'${path}' ${fault}`);
}

function shortPathOf(step: Step): string {
  return stepPath(step).slice(0, 100);
}

function stepPath({ key, ancestors }: Step): string {
  let text = stepText(key, ancestors);
  for (let next = ancestors; next !== undefined; next = next.parent) {
    text = stepText(next.key, next.parent) + text;
  }
  return text.startsWith(".") ? text.slice(1) : text;
}
