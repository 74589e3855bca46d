import type { Json } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import type { Path } from "../../source/source-file.js";

/** Where a field that the API server names stands in an object. */
export interface FoundField {
  /** The longest part of the field that exists. */
  readonly path: Path;
  /** True if `path` is the whole field. */
  readonly exists: boolean;
}

/**
 * Finds `spec.env[0].name` in an object. The server does not escape keys, and puts those of maps
 * behind dots (`spec.limits.a.b/c`) or into brackets (`spec.limits[a.b/c]`): of all readings the
 * one that leads furthest counts.
 */
export function findField(field: string, object: Json): FoundField {
  if (field === "" || field === "<nil>") return { path: [], exists: true };
  // The paths of scale subresources keep the dot that they begin with.
  const name = field.startsWith(".") ? field.slice(1) : field;
  const { path, end } = follow(name, 0, object);
  return { path, exists: end === name.length };
}

interface Reading {
  readonly path: Path;
  /** Offset up to which the field was read. */
  readonly end: number;
}

function follow(field: string, start: number, value: Json): Reading {
  let best: Reading = { path: [], end: start };
  for (const { key, end, child } of stepsAt(field, start, value)) {
    const rest = follow(field, end, child);
    if (rest.end > best.end) best = { path: [key, ...rest.path], end: rest.end };
    if (best.end === field.length) break;
  }
  return best;
}

interface Step {
  readonly key: string | number;
  readonly end: number;
  readonly child: Json;
}

/** Keys with more dots and brackets than this are not looked for: each of them may end one. */
const mostEnds = 1000;

/**
 * The ways to read the next step, the longest key first. Asks for the keys that it may be; an
 * object may have many others.
 */
function stepsAt(field: string, start: number, value: Json): readonly Step[] {
  if (start === field.length) return [];
  if (Array.isArray(value)) return itemStep(field, start, value);
  if (!isObject(value)) return [];
  const steps: Step[] = [];
  for (const end of endsFrom(field, start)) {
    for (const key of keysBetween(field, start, end)) {
      const child = Object.hasOwn(value, key) ? value[key] : undefined;
      if (child !== undefined) steps.push({ key, end, child });
    }
  }
  return steps.reverse();
}

/** Where the step that begins at `start` may end. */
function endsFrom(field: string, start: number): readonly number[] {
  const ends: number[] = [];
  for (let at = start; at <= field.length && ends.length < mostEnds; at++) {
    if (isBoundary(field, at)) ends.push(at);
  }
  return ends;
}

/**
 * The keys that a step may stand for: `a` for `.a`, and at the beginning for `a`; for `[a]` the `a`
 * in it.
 */
function keysBetween(field: string, start: number, end: number): readonly string[] {
  const keys: string[] = [];
  if (start === 0) keys.push(field.slice(0, end));
  else if (field[start] === "." && end > start) keys.push(field.slice(start + 1, end));
  if (field[start] === "[" && field[end - 1] === "]" && end > start) {
    keys.push(field.slice(start + 1, end - 1));
  }
  return keys;
}

function itemStep(field: string, start: number, list: readonly Json[]): readonly Step[] {
  const [text = "", index = ""] = /^\[(\d+)\]/.exec(field.slice(start, start + 20)) ?? [];
  const child = list[Number(index)];
  if (text === "" || child === undefined) return [];
  return [{ key: Number(index), end: start + text.length, child }];
}

function isBoundary(field: string, at: number): boolean {
  return at === field.length || field[at] === "." || field[at] === "[";
}
