import {
  backslash,
  carriageReturn,
  doubleQuote,
  isBlank,
  isBreak,
  lineFeed,
  singleQuote,
} from "../characters.js";
import { notYaml } from "../faults/syntax-fault.js";

/**
 * The text of scalars that are not simply a slice of the file: quoted ones with escapes or line
 * breaks, plain ones over several lines, `|` and `>` blocks. Rules and words of faults are those of
 * `scannerc.go` in `go.yaml.in/yaml/v2`, which differ from YAML 1.2 in places (a quoted scalar may
 * go on at any column, for example).
 *
 * All of them write through a `ScalarText`, which can note where each piece came from; that is how
 * `scalar-map.ts` finds the way back.
 */
export class ScalarText {
  value = "";
  /** Triples: offset in the value, offset in the file, length. Only kept on demand. */
  readonly pieces: number[] | undefined;
  readonly text: string;
  readonly #original: string;

  /**
   * `original` has the line breaks of the file where all of `text` are line feeds and carriage
   * returns.
   */
  constructor(text: string, original: string = text, pieces?: number[]) {
    this.text = text;
    this.#original = original;
    this.pieces = pieces;
  }

  /**
   * What the line break at `at` is in a value: U+2028 and U+2029 stay as they are, all others
   * become line feeds.
   */
  breakAt(at: number): string {
    const original = this.#original.charAt(at);
    return original === "\u2028" || original === "\u2029" ? original : "\n";
  }

  /** Copy a stretch of the file. */
  copy(start: number, end: number): void {
    if (start >= end) return;
    this.pieces?.push(this.value.length, start, end - start);
    this.value += this.text.slice(start, end);
  }

  /** Write characters that an escape or a line break at `at` stands for. */
  write(characters: string, at: number): void {
    this.pieces?.push(this.value.length, at, characters.length === 0 ? 0 : 1);
    this.value += characters;
  }
}

/**
 * The offset behind the blanks and line breaks at `at`; writes what they fold into: a space, or all
 * breaks but the first one, which only stays where it is no line feed.
 */
function fold(out: ScalarText, at: number, end: number, afterEscapedBreak: boolean): number {
  const { text } = out;
  let first = afterEscapedBreak ? "" : undefined;
  let others = "";
  let cursor = at;
  while (cursor < end) {
    const code = text.charCodeAt(cursor);
    if (code === lineFeed) {
      if (first === undefined) first = out.breakAt(cursor);
      else others += out.breakAt(cursor);
    } else if (!isBlank(code) && code !== carriageReturn) break;
    cursor++;
  }
  if (first === undefined) out.copy(at, cursor);
  else if (first === "\n") out.write(others === "" ? " " : others, at);
  else out.write(first + others, at);
  return cursor;
}

/** A document marker inside a quoted scalar is a fault, wherever it stands in a line of its own. */
function rejectMarker(text: string, at: number, start: number): void {
  if (text.charCodeAt(at - 1) !== lineFeed) return;
  const marker = text.slice(at, at + 3);
  if (marker !== "---" && marker !== "...") return;
  const next = text.charCodeAt(at + 3);
  if (Number.isNaN(next) || isBlank(next) || isBreak(next)) {
    throw notYaml("found unexpected document indicator", start);
  }
}

/**
 * Read a single-quoted scalar whose quote stands at `start`; the offset behind its closing quote.
 */
export function readSingleQuoted(out: ScalarText, start: number, end: number): number {
  const { text } = out;
  let from = start + 1;
  for (let at = from; at < end;) {
    const code = text.charCodeAt(at);
    if (code === singleQuote) {
      out.copy(from, at);
      if (text.charCodeAt(at + 1) !== singleQuote) return at + 1;
      out.write("'", at);
      at += 2;
      from = at;
    } else if (isBlank(code) || isBreak(code)) {
      out.copy(from, at);
      at = fold(out, at, end, false);
      rejectMarker(text, at, start);
      from = at;
    } else at++;
  }
  throw notYaml("found unexpected end of stream", start);
}

/**
 * Read a double-quoted scalar whose quote stands at `start`; the offset behind its closing quote.
 * `json` takes what JSON allows and YAML in Go does not: `\/` and surrogates.
 */
export function readDoubleQuoted(
  out: ScalarText,
  start: number,
  end: number,
  format: "yaml" | "json",
): number {
  const { text } = out;
  let from = start + 1;
  for (let at = from; at < end;) {
    const code = text.charCodeAt(at);
    if (code === doubleQuote) {
      out.copy(from, at);
      return at + 1;
    }
    if (code === backslash) {
      out.copy(from, at);
      at = readEscape(out, at, start, end, format);
      from = at;
    } else if (isBlank(code) || isBreak(code)) {
      out.copy(from, at);
      at = fold(out, at, end, false);
      rejectMarker(text, at, start);
      from = at;
    } else at++;
  }
  throw notYaml("found unexpected end of stream", start);
}

const escapes: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ["0", "\0"],
  ["a", "\x07"],
  ["b", "\b"],
  ["t", "\t"],
  ["\t", "\t"],
  ["n", "\n"],
  ["v", "\v"],
  ["f", "\f"],
  ["r", "\r"],
  ["e", "\x1b"],
  [" ", " "],
  ['"', '"'],
  ["'", "'"],
  ["\\", "\\"],
  ["N", "\x85"],
  ["_", "\xa0"],
  ["L", "\u2028"],
  ["P", "\u2029"],
]);

const hexLengths: ReadonlyMap<string, number> = /* @__PURE__ */ new Map([
  ["x", 2],
  ["u", 4],
  ["U", 8],
]);

function readEscape(
  out: ScalarText,
  at: number,
  start: number,
  end: number,
  format: "yaml" | "json",
): number {
  const { text } = out;
  const letter = text.charAt(at + 1);
  if (letter === "\n" || letter === "\r") {
    const next = at + (text.startsWith("\r\n", at + 1) ? 3 : 2);
    const behind = fold(out, next, end, true);
    rejectMarker(text, behind, start);
    return behind;
  }
  const plain = escapes.get(letter);
  if (plain !== undefined) {
    out.write(plain, at);
    return at + 2;
  }
  if (letter === "/" && format === "json") {
    out.write("/", at);
    return at + 2;
  }
  const length = hexLengths.get(letter);
  if (length === undefined) throw notYaml("found unknown escape character", at, at + 2);
  const digits = text.slice(at + 2, at + 2 + length);
  if (digits.length < length || !/^[0-9a-fA-F]+$/.test(digits)) {
    throw notYaml("did not find expected hexdecimal number", at, at + 2);
  }
  const code = Number.parseInt(digits, 16);
  const surrogate = code >= 0xd800 && code <= 0xdfff;
  if (code > 0x10ffff || (surrogate && format === "yaml")) {
    throw notYaml("found invalid Unicode character escape code", at, at + 2 + length);
  }
  out.write(surrogate ? String.fromCharCode(code) : String.fromCodePoint(code), at);
  return at + 2 + length;
}

/**
 * Fold the lines of a plain scalar that spans `start` to `end`, both at characters that belong to
 * it.
 */
export function foldPlain(out: ScalarText, start: number, end: number): void {
  const { text } = out;
  let from = start;
  for (let at = start; at < end;) {
    const code = text.charCodeAt(at);
    if (!isBlank(code) && !isBreak(code)) {
      at++;
      continue;
    }
    let behind = at;
    while (behind < end && isBlank(text.charCodeAt(behind))) behind++;
    if (!isBreak(text.charCodeAt(behind))) {
      at = behind;
      continue;
    }
    out.copy(from, at);
    at = fold(out, at, end, false);
    from = at;
  }
  out.copy(from, end);
}
