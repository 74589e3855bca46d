import type { CharSet, CharSetBuilder } from "./char-set.js";
import { addGroup, addProperty, addRange, finishCharSet, newCharSet } from "./char-set.js";
import { perlGroups, posixGroups } from "./groups.js";
import { Re2Error } from "./node.js";
import type { EscapedCharacter } from "./parse-escape.js";
import { parseEscape } from "./parse-escape.js";
import { unicodeProperty } from "./unicode-class.js";

/** A class in brackets and where it ends. */
export interface ParsedClass {
  readonly set: CharSet;
  readonly end: number;
}

const badRange = "invalid character class range";

/**
 * Reads `[…]` at a position (`parseClass` of `regexp/syntax`). A `]` that comes first is a
 * character.
 */
export function parseClass(source: string, start: number, fold: boolean): ParsedClass | Re2Error {
  const set = newCharSet();
  const negated = source.charAt(start + 1) === "^";
  const first = negated ? start + 2 : start + 1;
  let position = first;
  while (source.charAt(position) !== "]" || position === first) {
    const end =
      parseNamedGroup(source, position, fold, set) ??
      parseGroupEscape(source, position, fold, set) ??
      parseRange(source, position, start, fold, set);
    if (end instanceof Re2Error) return end;
    position = end;
  }
  return { set: finishCharSet(set, negated), end: position + 1 };
}

/**
 * Reads `\d`, `\S`, `\pN`, `\p{^Greek}` at a position, adds the class, and returns where it ends;
 * undefined if none of these is there.
 */
export function parseGroupEscape(
  source: string,
  start: number,
  fold: boolean,
  set: CharSetBuilder,
): number | Re2Error | undefined {
  if (source.charAt(start) !== "\\") return undefined;
  const letter = source.charAt(start + 1);
  if (letter === "p" || letter === "P") return parseProperty(source, start, fold, set);
  const name = letter.toLowerCase();
  const group = Object.hasOwn(perlGroups, name) ? perlGroups[name] : undefined;
  if (group === undefined) return undefined;
  addGroup(set, group, letter !== name, fold);
  return start + 2;
}

/** `[:alpha:]`, `[:^alpha:]` inside a class. */
function parseNamedGroup(
  source: string,
  start: number,
  fold: boolean,
  set: CharSetBuilder,
): number | Re2Error | undefined {
  if (!source.startsWith("[:", start)) return undefined;
  const close = source.indexOf(":]", start + 2);
  if (close < 0) return undefined;
  const negated = source.charAt(start + 2) === "^";
  const name = source.slice(negated ? start + 3 : start + 2, close);
  const group = Object.hasOwn(posixGroups, name) ? posixGroups[name] : undefined;
  if (group === undefined) return new Re2Error(badRange, source.slice(start, close + 2));
  addGroup(set, group, negated, fold);
  return close + 2;
}

function parseProperty(
  source: string,
  start: number,
  fold: boolean,
  set: CharSetBuilder,
): number | Re2Error {
  const braced = source.charAt(start + 2) === "{";
  const close = source.indexOf("}", start);
  if (braced && close < 0) return new Re2Error(badRange, source.slice(start));
  const letter = source.codePointAt(start + 2);
  const single = letter === undefined ? "" : String.fromCodePoint(letter);
  const end = braced ? close + 1 : start + 2 + single.length;
  const text = braced ? source.slice(start + 3, close) : single;
  const inverted = text.startsWith("^");
  const property = unicodeProperty(inverted ? text.slice(1) : text);
  if (property === undefined) return new Re2Error(badRange, source.slice(start, end));
  addProperty(set, property, (source.charAt(start + 1) === "P") !== inverted, fold);
  return end;
}

/**
 * One character, or two with a hyphen between; a hyphen before the closing bracket is a character.
 */
function parseRange(
  source: string,
  start: number,
  classStart: number,
  fold: boolean,
  set: CharSetBuilder,
): number | Re2Error {
  const low = parseCharacter(source, start, classStart);
  if (low instanceof Re2Error) return low;
  const next = source.charAt(low.end + 1);
  const isRange = source.charAt(low.end) === "-" && next !== "" && next !== "]";
  const high = isRange ? parseCharacter(source, low.end + 1, classStart) : low;
  if (high instanceof Re2Error) return high;
  if (high.code < low.code) return new Re2Error(badRange, source.slice(start, high.end));
  addRange(set, low.code, high.code, fold);
  return high.end;
}

function parseCharacter(
  source: string,
  start: number,
  classStart: number,
): EscapedCharacter | Re2Error {
  const code = source.codePointAt(start);
  if (code === undefined) return new Re2Error("missing closing ]", source.slice(classStart));
  if (code === 0x5c) return parseEscape(source, start);
  return { code, end: start + (code > 0xffff ? 2 : 1) };
}
