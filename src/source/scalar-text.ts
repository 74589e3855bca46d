import { notYaml } from "./syntax-fault.js";

/**
 * The text of scalars that are not simply a slice of the file: quoted ones with escapes or line breaks, plain ones over
 * several lines, `|` and `>` blocks. Rules and words of faults are those of `scannerc.go` in `go.yaml.in/yaml/v2`,
 * which differ from YAML 1.2 in places (a quoted scalar may go on at any column, for example).
 *
 * All of them write through a `ScalarText`, which can note where each piece came from; that is how `scalar-map.ts`
 * finds the way back.
 */
export class ScalarText {
  value = "";
  /** Triples: offset in the value, offset in the file, length. Only kept on demand. */
  readonly pieces: number[] | undefined;
  readonly text: string;

  constructor(text: string, pieces?: number[]) {
    this.text = text;
    this.pieces = pieces;
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

const tab = 0x09;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const doubleQuote = 0x22;
const singleQuote = 0x27;
const backslash = 0x5c;

/** Whether a character ends a line; lone carriage returns and U+0085 were made line feeds before. */
function isBreak(code: number): boolean {
  return code === lineFeed || code === carriageReturn;
}

function isBlank(code: number): boolean {
  return code === space || code === tab;
}

/** The offset behind the blanks and line breaks at `at`; writes what they fold into: a space, or all breaks but one. */
function fold(out: ScalarText, at: number, end: number, afterEscapedBreak: boolean): number {
  const { text } = out;
  let breaks = afterEscapedBreak ? 1 : 0;
  let cursor = at;
  while (cursor < end) {
    const code = text.charCodeAt(cursor);
    if (code === lineFeed) breaks++;
    else if (!isBlank(code) && code !== carriageReturn) break;
    cursor++;
  }
  if (breaks === 0) out.copy(at, cursor);
  else if (afterEscapedBreak) out.write("\n".repeat(breaks - 1), at);
  else out.write(breaks === 1 ? " " : "\n".repeat(breaks - 1), at);
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

/** Read a single-quoted scalar whose quote stands at `start`; the offset behind its closing quote. */
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
 * Read a double-quoted scalar whose quote stands at `start`; the offset behind its closing quote. `json` takes what
 * JSON allows and YAML in Go does not: `\/` and surrogates.
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

/** Fold the lines of a plain scalar that spans `start` to `end`, both at characters that belong to it. */
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
export interface BlockHeader {
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
 * Read the content of a block scalar below a collection at column `parent` (-1 at the root); the offset where the first
 * line behind it begins.
 */
export function readBlockContent(
  out: ScalarText,
  header: BlockHeader,
  parent: number,
  end: number,
): number {
  const { text } = out;
  const indent =
    header.increment > 0
      ? Math.max(parent, 0) + header.increment
      : detectIndent(text, header.content, end, parent);
  let at = header.content;
  let pendingBreak = -1;
  let pendingBlanks: number[] = [];
  let previousBlank = false;
  for (;;) {
    const content = skipSpaces(text, at, Math.min(end, at + indent));
    if (content >= end) {
      at = content;
      break;
    }
    const code = text.charCodeAt(content);
    if (isBreak(code)) {
      const line = lineEnd(text, content, end);
      pendingBlanks.push(content);
      at = Math.min(line + 1, end);
      continue;
    }
    if (content - at < indent) {
      if (code === tab) {
        throw notYaml("found a tab character where an indentation space is expected", content);
      }
      break;
    }
    const blank = isBlank(code);
    if (pendingBreak !== -1) {
      const joins = header.folded && !previousBlank && !blank;
      if (!joins) out.write("\n", pendingBreak);
      else if (pendingBlanks.length === 0) out.write(" ", pendingBreak);
    }
    for (const position of pendingBlanks) out.write("\n", position);
    pendingBlanks = [];
    const line = lineEnd(text, content, end);
    const trimmed =
      line > content && text.charCodeAt(line - 1) === carriageReturn ? line - 1 : line;
    out.copy(content, trimmed);
    pendingBreak = line < end ? trimmed : -1;
    previousBlank = blank;
    at = Math.min(line + 1, end);
  }
  if (header.chomping !== "strip" && pendingBreak !== -1) out.write("\n", pendingBreak);
  if (header.chomping === "keep") for (const position of pendingBlanks) out.write("\n", position);
  return at;
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
        throw notYaml("found a tab character where an indentation space is expected", first);
      }
      break;
    }
    at = lineEnd(text, first, end) + 1;
  }
  return widest;
}
