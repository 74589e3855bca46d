import type { CharSet, CharSetBuilder } from "./char-set.js";
import {
  addGroup,
  addProperty,
  addRange,
  finishCharSet,
  maxCodePoint,
  newCharSet,
} from "./char-set.js";
import { Re2Error } from "./node.js";

/** A class in brackets and where it ends. */
interface ParsedClass {
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

/** A character and where its spelling ends. */
interface EscapedCharacter {
  readonly code: number;
  readonly end: number;
}

const controls: Readonly<Record<string, number>> = {
  a: 0x07,
  f: 0x0c,
  n: 0x0a,
  r: 0x0d,
  t: 0x09,
  v: 0x0b,
};

const octal = /\\(0[0-7]{0,2}|[1-7][0-7]{1,2})/y;
const hex = /\\x([0-9A-Fa-f]{2})/y;
const bracedHex = /\\x\{([0-9A-Fa-f]+)\}/y;

/**
 * Reads `\n`, `\x41`, `\x{1F600}`, `\012`, `\.` and the like at a position (`parseEscape` of
 * `regexp/syntax`).
 */
export function parseEscape(source: string, start: number): EscapedCharacter | Re2Error {
  const code = source.codePointAt(start + 1);
  if (code === undefined) {
    return new Re2Error("trailing backslash at end of expression", "");
  }
  const character = String.fromCodePoint(code);
  const end = start + 1 + character.length;
  const control = controls[character];
  if (control !== undefined) return { code: control, end };
  if (code < 0x80 && !/[0-9A-Za-z]/.test(character)) return { code, end };
  return (
    numeric(source, start) ?? new Re2Error("invalid escape sequence", badEscape(source, start, end))
  );
}

function numeric(source: string, start: number): EscapedCharacter | undefined {
  for (const [pattern, base] of [
    [octal, 8],
    [hex, 16],
    [bracedHex, 16],
  ] as const) {
    pattern.lastIndex = start;
    const [whole, digits] = pattern.exec(source) ?? [];
    if (whole === undefined || digits === undefined) continue;
    const code = parseInt(digits, base);
    return code <= maxCodePoint ? { code, end: start + whole.length } : undefined;
  }
  return undefined;
}

/** Returns the part that Go shows of an escape it does not know: as far as it had read. */
function badEscape(source: string, start: number, end: number): string {
  if (source.charAt(start + 1) !== "x") return source.slice(start, end);
  const braced = source.charAt(end) === "{";
  if (!braced) return firstCharacters(source, start, end, 2);
  let code = 0;
  let stop = end + 1;
  while (stop < source.length) {
    const digit = source.charAt(stop);
    stop += firstCharacters(source, stop, stop, 1).length;
    if (!/^[0-9A-Fa-f]$/.test(digit)) break;
    code = code * 16 + parseInt(digit, 16);
    if (code > maxCodePoint) break;
  }
  return source.slice(start, stop);
}

/** The text from `start` to some whole characters after `end`. */
function firstCharacters(source: string, start: number, end: number, count: number): string {
  const following = Array.from(source.slice(end, end + 2 * count)).slice(0, count);
  return source.slice(start, end) + following.join("");
}

/*
 * Named classes of ASCII characters (`regexp/syntax/perl_groups.go`), as pairs of first and last
 * code point.
 */

const digitRange = [0x30, 0x39];
const space = [0x09, 0x0a, 0x0c, 0x0d, 0x20, 0x20];
const wordRange = [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a];

/** The classes of `\d`, `\s` and `\w`, by that letter. */
const perlGroups: Readonly<Record<string, readonly number[]>> = {
  d: digitRange,
  s: space,
  w: wordRange,
};

/** The classes of `[[:alpha:]]` and so on, by name. */
const posixGroups: Readonly<Record<string, readonly number[]>> = {
  alnum: [0x30, 0x39, 0x41, 0x5a, 0x61, 0x7a],
  alpha: [0x41, 0x5a, 0x61, 0x7a],
  ascii: [0x00, 0x7f],
  blank: [0x09, 0x09, 0x20, 0x20],
  cntrl: [0x00, 0x1f, 0x7f, 0x7f],
  digit: digitRange,
  graph: [0x21, 0x7e],
  lower: [0x61, 0x7a],
  print: [0x20, 0x7e],
  punct: [0x21, 0x2f, 0x3a, 0x40, 0x5b, 0x60, 0x7b, 0x7e],
  space: [0x09, 0x0d, 0x20, 0x20],
  upper: [0x41, 0x5a],
  word: wordRange,
  xdigit: [0x30, 0x39, 0x41, 0x46, 0x61, 0x66],
};

/*
 * Names of Unicode classes as Go 1.26 reads them (`unicodeTable` of `regexp/syntax/parse.go`): in
 * any case, without regard to underscores, blanks and hyphens. It forms the same key of the name of
 * every script, but its table keeps the underscores, so scripts of several words cannot be named at
 * all.
 */

const categories =
  "C Cc Cf Cn Co Cs L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs";

// prettier-ignore
const categoryAliases =
  "Casedletter=LC Closepunctuation=Pe Combiningmark=M Connectorpunctuation=Pc Control=Cc Currencysymbol=Sc " +
  "Dashpunctuation=Pd Decimalnumber=Nd Enclosingmark=Me Finalpunctuation=Pf Format=Cf Initialpunctuation=Pi Letter=L " +
  "Letternumber=Nl Lineseparator=Zl Lowercaseletter=Ll Mark=M Mathsymbol=Sm Modifierletter=Lm Modifiersymbol=Sk " +
  "Nonspacingmark=Mn Number=N Openpunctuation=Ps Other=C Otherletter=Lo Othernumber=No Otherpunctuation=Po " +
  "Othersymbol=So Paragraphseparator=Zp Privateuse=Co Punctuation=P Separator=Z Spaceseparator=Zs Spacingmark=Mc " +
  "Surrogate=Cs Symbol=S Titlecaseletter=Lt Unassigned=Cn Uppercaseletter=Lu Cntrl=Cc Digit=Nd Punct=P";

// prettier-ignore
const scripts =
  "Adlam Ahom Arabic Armenian Avestan Balinese Bamum Batak Bengali Bhaiksuki Bopomofo Brahmi Braille Buginese Buhid " +
  "Carian Chakma Cham Cherokee Chorasmian Common Coptic Cuneiform Cypriot Cyrillic Deseret Devanagari Dogra Duployan " +
  "Elbasan Elymaic Ethiopic Georgian Glagolitic Gothic Grantha Greek Gujarati Gurmukhi Han Hangul Hanunoo Hatran " +
  "Hebrew Hiragana Inherited Javanese Kaithi Kannada Katakana Kawi Kharoshthi Khmer Khojki Khudawadi Lao Latin Lepcha " +
  "Limbu Lisu Lycian Lydian Mahajani Makasar Malayalam Mandaic Manichaean Marchen Medefaidrin Miao Modi Mongolian Mro " +
  "Multani Myanmar Nabataean Nandinagari Newa Nko Nushu Ogham Oriya Osage Osmanya Palmyrene Phoenician Rejang Runic " +
  "Samaritan Saurashtra Sharada Shavian Siddham Sinhala Sogdian Soyombo Sundanese Syriac Tagalog Tagbanwa Takri Tamil " +
  "Tangsa Tangut Telugu Thaana Thai Tibetan Tifinagh Tirhuta Toto Ugaritic Vai Vithkuqi Wancho Yezidi Yi";

/**
 * The property, in JavaScript's spelling, that Go finds under a name (`Greek` → `Script=Greek`);
 * undefined if it finds none. Which characters have it is up to the engine's Unicode version; Go
 * 1.26 has 15.0.
 */
function unicodeProperty(name: string): string | undefined {
  const key = canonicalName(name);
  if (key === "Any" || key === "Assigned") return key;
  if (key === "Ascii") return "ASCII";
  if (key === "Lc") return "LC";
  if (has(categories, key)) return key;
  if (has(scripts, key)) return `Script=${key}`;
  const alias = categoryAliases.split(" ").find((entry) => entry.startsWith(`${key}=`));
  return alias?.slice(key.length + 1);
}

function canonicalName(name: string): string {
  const letters = name.replace(/[ _-]/g, "");
  const first = letters.slice(0, 1).replace(/[a-z]/, (letter) => letter.toUpperCase());
  return first + letters.slice(1).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function has(words: string, word: string): boolean {
  return word !== "" && words.split(" ").includes(word);
}
