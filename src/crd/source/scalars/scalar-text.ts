import {
  backslash,
  carriageReturn,
  doubleQuote,
  isBlank,
  isBreak,
  lineFeed,
  singleQuote,
  space,
  tab,
} from "../characters.js";
import type { SyntaxFault } from "../faults/syntax-fault.js";
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
   * Returns the line break at `at` as it is in a value: U+2028 and U+2029 stay as they are, all
   * others become line feeds.
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

/**
 * The characters that escapes stand for, by the letter behind the backslash, as Go's scanner reads
 * it.
 */
export const escapes: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
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

/** The header of a block scalar, as `|`, `>-` or `|2+`. */
interface BlockHeader {
  readonly folded: boolean;
  readonly chomping: "strip" | "clip" | "keep";
  /** The explicit indentation, 0 if the first line decides. */
  readonly increment: number;
  /** Where the first line of the content begins. */
  readonly content: number;
}

/** Read the header at `start`. */
export function readBlockHeader(text: string, start: number, end: number): BlockHeader {
  let at = start + 1;
  let chomping: BlockHeader["chomping"] = "clip";
  let increment = 0;
  for (let seen = 0; seen < 2 && at < end; seen++) {
    const char = text.charAt(at);
    if ((char === "+" || char === "-") && chomping === "clip") {
      chomping = char === "+" ? "keep" : "strip";
    } else if (char >= "0" && char <= "9" && increment === 0) {
      if (char === "0") throw notYaml("found an indentation indicator equal to 0", start);
      increment = Number(char);
    } else break;
    at++;
  }
  while (at < end && isBlank(text.charCodeAt(at))) at++;
  const line = lineEnd(text, at, end);
  if (at < line && text.charAt(at) !== "#" && text.charCodeAt(at) !== carriageReturn) {
    throw notYaml("did not find expected comment or line break", at);
  }
  return {
    folded: text.charAt(start) === ">",
    chomping,
    increment,
    content: Math.min(line + 1, end),
  };
}

function lineEnd(text: string, at: number, end: number): number {
  const found = text.indexOf("\n", at);
  return found === -1 || found > end ? end : found;
}

/**
 * Read the content of a block scalar below a collection at column `parent` (-1 at the root); the
 * offset where the first line behind it begins.
 */
export function readBlockContent(
  out: ScalarText,
  header: BlockHeader,
  parent: number,
  end: number,
): number {
  const { text } = out;
  const explicit = header.increment > 0;
  const indent = explicit
    ? Math.max(parent, 0) + header.increment
    : detectIndent(text, header.content, end, parent);
  const lines = new BlockLines(out, header);
  let at = header.content;
  for (;;) {
    const content = skipSpaces(text, at, Math.min(end, at + indent));
    const code = text.charCodeAt(content);
    if (content < end && isBreak(code)) lines.addEmpty(content);
    else if (content >= end || content - at < indent) {
      if (content < end && code === tab) throw tabInIndentation(content);
      lines.chomp();
      return content < end ? at : end;
    } else lines.addText(content, end);
    at = Math.min(lineEnd(text, content, end) + 1, end);
  }
}

/**
 * Puts the lines of a block together; a break is written once the next line tells what becomes of
 * it.
 */
class BlockLines {
  readonly #out: ScalarText;
  readonly #header: BlockHeader;
  /** Where the break behind the last line of text stands; -1 if there is none. */
  #lastBreak = -1;
  /** Breaks of the empty lines since. */
  #emptyLines: number[] = [];
  #lastWasIndented = false;

  constructor(out: ScalarText, header: BlockHeader) {
    this.#out = out;
    this.#header = header;
  }

  addEmpty(at: number): void {
    this.#emptyLines.push(at);
  }

  /** A line of text; one that begins with a blank is never folded with its neighbours. */
  addText(content: number, end: number): void {
    const { text } = this.#out;
    const isIndented = isBlank(text.charCodeAt(content));
    const lastBreak = this.#lastBreak === -1 ? "" : this.#out.breakAt(this.#lastBreak);
    const folds =
      this.#header.folded && !this.#lastWasIndented && !isIndented && lastBreak === "\n";
    if (this.#lastBreak !== -1 && !folds) this.#out.write(lastBreak, this.#lastBreak);
    else if (this.#lastBreak !== -1 && this.#emptyLines.length === 0) {
      this.#out.write(" ", this.#lastBreak);
    }
    this.#writeEmptyLines();
    const line = lineEnd(text, content, end);
    const hasReturn = line > content && text.charCodeAt(line - 1) === carriageReturn;
    this.#out.copy(content, hasReturn ? line - 1 : line);
    this.#lastBreak = line < end ? line : -1;
    this.#lastWasIndented = isIndented;
  }

  /** Treats the line breaks at the end as the header says. */
  chomp(): void {
    const { chomping } = this.#header;
    if (chomping !== "strip" && this.#lastBreak !== -1) {
      this.#out.write(this.#out.breakAt(this.#lastBreak), this.#lastBreak);
    }
    if (chomping === "keep") this.#writeEmptyLines();
  }

  #writeEmptyLines(): void {
    for (const at of this.#emptyLines) this.#out.write(this.#out.breakAt(at), at);
    this.#emptyLines = [];
  }
}

function tabInIndentation(at: number): SyntaxFault {
  return notYaml("found a tab character where an indentation space is expected", at);
}

function skipSpaces(text: string, at: number, limit: number): number {
  let cursor = at;
  while (cursor < limit && text.charCodeAt(cursor) === space) cursor++;
  return cursor;
}

/** The widest of the leading blank lines and the first line of content, as Go's scanner has it. */
function detectIndent(text: string, content: number, end: number, parent: number): number {
  let widest = Math.max(parent + 1, 1);
  let at = content;
  while (at < end) {
    const first = skipSpaces(text, at, end);
    widest = Math.max(widest, first - at);
    const code = text.charCodeAt(first);
    if (first >= end || !isBreak(code)) {
      if (code === tab && first < end) {
        throw tabInIndentation(first);
      }
      break;
    }
    at = lineEnd(text, first, end) + 1;
  }
  return widest;
}
