import { codePoints } from "../../values/strings.js";
import { noOverload } from "../operators/dispatch.js";
import { CelError } from "../values/error.js";
import { keyText } from "../values/list.js";
import type { Int, List } from "../values/value.js";
import { listElements } from "../values/value.js";

/** `text.charAt(index)`: the code point there, `""` at the very end. */
export function charAt(text: string, index: Int): string | CelError {
  const points = pointsOf(text);
  if (index < 0 || index > points.length) return indexOutOfRange(index);
  return points[Number(index)] ?? "";
}

/** `text.indexOf(part, from)`, counted in code points; -1 when it is not there. */
export function indexOfText(text: string, part: string, from: Int = 0): Int | CelError {
  if (from < 0) return indexOutOfRange(from);
  const size = codePoints(text);
  if (part === "") return from > size ? size : from;
  if (from >= size) return -1;
  const start = hasNoPairs(text) ? Number(from) : unitIndex(text, Number(from));
  return codePointIndex(text, text.indexOf(part, start));
}

/** `text.lastIndexOf(part)`. */
export function lastIndexOfText(text: string, part: string): Int {
  return part === "" ? codePoints(text) : codePointIndex(text, text.lastIndexOf(part));
}

/** `text.lastIndexOf(part, from)`: the last one that starts at `from` or before. */
export function lastIndexOfTextFrom(text: string, part: string, from: Int): Int | CelError {
  if (from < 0) return indexOutOfRange(from);
  const size = codePoints(text);
  if (part === "") return from > size ? size : from;
  if (from >= size) return -1;
  return codePointIndex(text, text.lastIndexOf(part, unitIndex(text, Number(from))));
}

/** `text.substring(start, end)`; without `end`, to the end. */
export function substring(text: string, start: Int, end?: Int): string | CelError {
  if (end !== undefined && start > end) {
    return new CelError(`invalid substring range. start: ${start}, end: ${end}`);
  }
  const size = codePoints(text);
  if (start < 0 || start > size) return indexOutOfRange(start);
  if (end !== undefined && (end < 0 || end > size)) return indexOutOfRange(end);
  const from = Number(start);
  const to = end === undefined ? size : Number(end);
  return size === text.length ? text.slice(from, to) : pointsOf(text).slice(from, to).join("");
}

/** `text.contains(part)`. */
export function containsText(text: string, part: string): boolean {
  return text.includes(part);
}

/** `text.startsWith(start)`. */
export function startsWithText(text: string, start: string): boolean {
  return text.startsWith(start);
}

/** `text.endsWith(end)`. */
export function endsWithText(text: string, end: string): boolean {
  return text.endsWith(end);
}

/** `text.find(pattern)` of a pattern that JavaScript reads as RE2 does. */
export function findMatch(text: string, pattern: RegExp): string {
  return pattern.exec(text)?.[0] ?? "";
}

/** `text.lowerAscii()`. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** `text.upperAscii()`. */
export function upperAscii(text: string): string {
  return text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
}

/**
 * `text.replace(old, by, limit)`: an empty `old` stands around every code point; a negative limit
 * means all.
 */
export function replaceText(text: string, old: string, by: string, limit: Int = -1): string {
  if (limit === 0 || old === by) return text;
  if (limit < 0) return old === "" ? interleave(text, by, Infinity) : text.split(old).join(by);
  if (old === "") return interleave(text, by, Number(limit));
  const parts = splitLimited(text, old, Number(limit) + 1);
  return parts.join(by);
}

/**
 * `text.split(separator, limit)`: an empty separator splits into code points; a negative limit
 * means all.
 */
export function splitText(text: string, separator: string, limit: Int = -1): readonly string[] {
  if (limit === 0) return [];
  const parts = limit < 0 ? Infinity : Number(limit);
  if (separator !== "") return splitLimited(text, separator, parts);
  const points = pointsOf(text);
  if (points.length <= parts) return points;
  return [...points.slice(0, parts - 1), points.slice(parts - 1).join("")];
}

/**
 * `list.join(separator)`; an element that is no string is an error. By the first one cel-go tells
 * whether it is a list of strings at all (`types.go`, defaultIsAssignableRuntimeType).
 */
export function joinTexts(list: List, separator?: string): string | CelError {
  const elements = listElements(list);
  if (elements.length > 0 && typeof elements[0] !== "string") {
    return noOverload("join", list, ...(separator === undefined ? [] : [separator]));
  }
  for (const element of elements) {
    if (element instanceof CelError) return new CelError(`join: invalid input: ${element.message}`);
    if (typeof element !== "string") {
      return new CelError(`join: invalid input: ${keyText(element)}`);
    }
  }
  return elements.join(separator ?? "");
}

/** `text.trim()`: white space as Unicode has it (with U+0085, without U+FEFF). */
export function trimText(text: string): string {
  return text.replace(/^\p{White_Space}+/u, "").replace(trailingSpace, "");
}

/**
 * `strings.quote(text)`: in double quotes, control characters of C, backslash and quote escaped.
 */
export function quoteText(text: string): string {
  return `"${text.replace(/[\x07-\x0d"\\]/g, (unit) => quoteEscapes[unit] ?? unit)}"`;
}

/**
 * Tells whether code points and UTF-16 units of the text are the same, so that indices need no
 * translation.
 */
function hasNoPairs(text: string): boolean {
  return !/[\uD800-\uDBFF]/.test(text);
}

const trailingSpace = /(?<!\p{White_Space})\p{White_Space}+$/u;

const quoteEscapes: Readonly<Record<string, string>> = {
  "\x07": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
  "\\": "\\\\",
  '"': '\\"',
};

function pointsOf(text: string): readonly string[] {
  return hasNoPairs(text) ? text.split("") : Array.from(text);
}

/** The UTF-16 index of a code point. */
function unitIndex(text: string, index: number): number {
  return hasNoPairs(text) ? index : Array.from(text).slice(0, index).join("").length;
}

/** The code point at a UTF-16 index; -1 stays -1. */
function codePointIndex(text: string, unit: number): number {
  return unit <= 0 ? unit : codePoints(text.slice(0, unit));
}

function indexOutOfRange(index: Int): CelError {
  return new CelError(`index out of range: ${index}`);
}

function interleave(text: string, by: string, limit: number): string {
  const points = pointsOf(text);
  let result = "";
  for (const [index, point] of points.entries()) result += (index < limit ? by : "") + point;
  return points.length < limit ? result + by : result;
}

function splitLimited(text: string, separator: string, parts: number): readonly string[] {
  const all = text.split(separator);
  if (all.length <= parts) return all;
  return [...all.slice(0, parts - 1), all.slice(parts - 1).join(separator)];
}
