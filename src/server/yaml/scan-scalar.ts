import { escapes } from "../../crd/source/scalars/scalar-text.js";
import type { Cursor } from "./cursor.js";
import { endOfText, scannerFault } from "./cursor.js";

/*
 * Scalars of YAML as Go's scanner reads them (`scannerc.go` of `go.yaml.in/yaml/v2`). Each function
 * begins where the scalar does, and goes over it.
 */

/** The blanks and line breaks between two words, which become one text when the next word comes. */
class Gap {
  #blanks = "";
  #first = "";
  #others = "";
  /** There was a line break. */
  isLineStart = false;

  get isEmpty(): boolean {
    return !this.isLineStart && this.#blanks === "";
  }

  /** A line break that a backslash takes away. */
  escapeBreak(): void {
    this.isLineStart = true;
  }

  /** Goes over the blanks and line breaks here. */
  read(cursor: Cursor, beforeBlank: () => void = () => undefined): void {
    while (cursor.isBlank() || cursor.isBreak()) {
      if (cursor.isBlank()) {
        beforeBlank();
        if (this.isLineStart) cursor.skip();
        else this.#blanks += cursor.read();
      } else if (this.isLineStart) {
        this.#others += cursor.readBreak();
      } else {
        this.#blanks = "";
        this.#first = cursor.readBreak();
        this.isLineStart = true;
      }
    }
  }

  /** The text; the gap is none then. */
  take(): string {
    const text = this.isLineStart ? this.#folded() : this.#blanks;
    this.#blanks = "";
    this.#first = "";
    this.#others = "";
    this.isLineStart = false;
    return text;
  }

  #folded(): string {
    if (!this.#first.startsWith("\n")) return this.#first + this.#others;
    return this.#others === "" ? " " : this.#others;
  }
}

const flowIndicators = ",?[]{}";

/** A scalar without quotes. */
export interface PlainScalar {
  readonly text: string;
  /** It ended with its line. */
  readonly isAtLineStart: boolean;
}

/** @param indent of the block around it */
export function scanPlain(cursor: Cursor, indent: number, isInFlow: boolean): PlainScalar {
  let text = "";
  let isLineStart = false;
  const gap = new Gap();
  for (;;) {
    cursor.need(4);
    if (cursor.isDocumentIndicator("-") || cursor.isDocumentIndicator(".")) break;
    if (cursor.is("#")) break;
    while (!cursor.isBlankBreakOrEnd()) {
      if (cursor.is(":") && cursor.isBlankBreakOrEnd(1)) break;
      if (isInFlow && cursor.isOneOf(flowIndicators)) break;
      if (!gap.isEmpty) text += gap.take();
      isLineStart = false;
      text += cursor.read();
    }
    if (!cursor.isBlank() && !cursor.isBreak()) break;
    gap.read(cursor, () => {
      if (gap.isLineStart && cursor.column <= indent && cursor.is("\t")) {
        throw scannerFault("found a tab character that violates indentation", cursor.line);
      }
    });
    isLineStart = gap.isLineStart;
    if (!isInFlow && cursor.column <= indent) break;
  }
  return { text, isAtLineStart: isLineStart };
}

/** A scalar in single or double quotes. */
export function scanQuoted(cursor: Cursor, isSingle: boolean): string {
  const mark = isSingle ? "'" : '"';
  let text = "";
  const gap = new Gap();
  cursor.skip();
  for (;;) {
    cursor.need(4);
    if (cursor.isDocumentIndicator("-") || cursor.isDocumentIndicator(".")) {
      throw scannerFault("found unexpected document indicator", cursor.line);
    }
    if (cursor.code() === endOfText) {
      throw scannerFault("found unexpected end of stream", cursor.line);
    }
    text += isSingle ? singleQuotedWord(cursor) : doubleQuotedWord(cursor, gap);
    if (cursor.is(mark)) break;
    gap.read(cursor);
    text += gap.take();
  }
  cursor.skip();
  return text;
}

function singleQuotedWord(cursor: Cursor): string {
  let text = "";
  while (!cursor.isBlankBreakOrEnd()) {
    if (cursor.is("'")) {
      if (!cursor.is("'", 1)) break;
      cursor.skip();
    }
    text += cursor.read();
  }
  return text;
}

function doubleQuotedWord(cursor: Cursor, gap: Gap): string {
  let text = "";
  while (!cursor.isBlankBreakOrEnd() && !cursor.is('"')) {
    if (!cursor.is("\\")) text += cursor.read();
    else if (cursor.isBreak(1)) {
      cursor.skip();
      cursor.readBreak();
      gap.escapeBreak();
      break;
    } else text += escapedCharacter(cursor);
  }
  return text;
}

/** How many digits the code of a character has. */
const codeLengths: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

function escapedCharacter(cursor: Cursor): string {
  const letter = String.fromCharCode(cursor.code(1));
  const simple = escapes.get(letter);
  const length = codeLengths[letter];
  if (simple === undefined && length === undefined) {
    throw scannerFault("found unknown escape character", cursor.line);
  }
  cursor.skip(2);
  return simple ?? numberedCharacter(cursor, length ?? 0);
}

function numberedCharacter(cursor: Cursor, length: number): string {
  let value = 0;
  for (let offset = 0; offset < length; offset++) {
    const digit = parseInt(String.fromCharCode(cursor.code(offset)), 16);
    if (Number.isNaN(digit)) {
      throw scannerFault("did not find expected hexdecimal number", cursor.line);
    }
    value = value * 16 + digit;
  }
  if ((value >= 0xd800 && value <= 0xdfff) || value > 0x10ffff) {
    throw scannerFault("found invalid Unicode character escape code", cursor.line);
  }
  cursor.skip(length);
  return String.fromCodePoint(value);
}

/** @param parentIndent of the block around it; -1 for none */
export function scanBlockScalar(cursor: Cursor, isLiteral: boolean, parentIndent: number): string {
  cursor.skip();
  const { chomping, increment } = blockHeader(cursor);
  const block = new BlockLines(cursor, parentIndent, increment);
  let [text, leadingBreak, trailingBreaks] = ["", "", block.readBreaks()];
  let wasBlank = false;
  while (cursor.column === block.indent && cursor.code() !== endOfText) {
    const isBlank = cursor.isBlank();
    const isFolded = !isLiteral && !wasBlank && !isBlank && leadingBreak.startsWith("\n");
    if (!isFolded) text += leadingBreak;
    else if (trailingBreaks === "") text += " ";
    text += trailingBreaks;
    wasBlank = isBlank;
    while (!cursor.isBreakOrEnd()) text += cursor.read();
    leadingBreak = cursor.readBreak();
    trailingBreaks = block.readBreaks();
  }
  if (chomping !== "-") text += leadingBreak;
  return chomping === "+" ? text + trailingBreaks : text;
}

interface BlockHeader {
  readonly chomping: string;
  readonly increment: number;
}

function blockHeader(cursor: Cursor): BlockHeader {
  let chomping = cursor.isOneOf("+-") ? cursor.read() : "";
  const increment = blockIncrement(cursor);
  if (chomping === "" && increment > 0 && cursor.isOneOf("+-")) chomping = cursor.read();
  cursor.skipBlanks();
  cursor.skipComment();
  if (!cursor.isBreakOrEnd()) {
    throw scannerFault("did not find expected comment or line break", cursor.line);
  }
  cursor.readBreak();
  return { chomping, increment };
}

function blockIncrement(cursor: Cursor): number {
  if (!cursor.isOneOf("0123456789")) return 0;
  if (cursor.is("0")) throw scannerFault("found an indentation indicator equal to 0", cursor.line);
  return Number(cursor.read());
}

/** The lines of a block scalar: their indentation is that of the first line unless given. */
class BlockLines {
  /** 0 until it is known. */
  indent: number;
  readonly #cursor: Cursor;
  readonly #least: number;

  constructor(cursor: Cursor, parentIndent: number, increment: number) {
    this.#cursor = cursor;
    this.#least = Math.max(parentIndent + 1, 1);
    this.indent = increment === 0 ? 0 : Math.max(parentIndent, 0) + increment;
  }

  /** Goes over empty lines and the indentation of the next one. */
  readBreaks(): string {
    const cursor = this.#cursor;
    let [breaks, widest] = ["", 0];
    for (;;) {
      while (this.#isIndented() && cursor.is(" ")) cursor.skip();
      widest = Math.max(widest, cursor.column);
      if (this.#isIndented() && cursor.is("\t")) {
        const problem = "found a tab character where an indentation space is expected";
        throw scannerFault(problem, cursor.line);
      }
      if (!cursor.isBreak()) break;
      breaks += cursor.readBreak();
    }
    if (this.indent === 0) this.indent = Math.max(widest, this.#least);
    return breaks;
  }

  #isIndented(): boolean {
    return this.indent === 0 || this.#cursor.column < this.indent;
  }
}

const wordCharacter = /[0-9A-Za-z_-]/;

function readWord(cursor: Cursor): string {
  let word = "";
  while (wordCharacter.test(String.fromCharCode(cursor.code()))) word += cursor.read();
  return word;
}

/** The name of an anchor or an alias. */
export function scanAnchor(cursor: Cursor): string {
  cursor.skip();
  const name = readWord(cursor);
  if (name === "" || !(cursor.isBlankBreakOrEnd() || cursor.isOneOf("?:,]}%@`"))) {
    throw scannerFault("did not find expected alphabetic or numeric character", cursor.line);
  }
  return name;
}

/** A tag: its handle, and what follows that. */
export interface ScannedTag {
  readonly handle: string;
  readonly suffix: string;
}

export function scanTag(cursor: Cursor): ScannedTag {
  const tag = cursor.is("<", 1) ? verbatimTag(cursor) : shortTag(cursor);
  if (!cursor.isBlankBreakOrEnd()) {
    throw scannerFault("did not find expected whitespace or line break", cursor.line);
  }
  return tag;
}

function verbatimTag(cursor: Cursor): ScannedTag {
  cursor.skip(2);
  const suffix = readUri(cursor, "");
  if (!cursor.is(">")) throw scannerFault("did not find the expected '>'", cursor.line);
  cursor.skip();
  return { handle: "", suffix };
}

function shortTag(cursor: Cursor): ScannedTag {
  const handle = readHandle(cursor, false);
  if (handle.length > 1 && handle.endsWith("!")) return { handle, suffix: readUri(cursor, "") };
  const suffix = readUri(cursor, handle);
  return suffix === "" ? { handle: "", suffix: "!" } : { handle: "!", suffix };
}

function readHandle(cursor: Cursor, isDirective: boolean): string {
  if (!cursor.is("!")) throw scannerFault("did not find expected '!'", cursor.line);
  let handle = cursor.read() + readWord(cursor);
  if (cursor.is("!")) handle += cursor.read();
  else if (isDirective && handle !== "!") {
    throw scannerFault("did not find expected '!'", cursor.line);
  }
  return handle;
}

const uriCharacter = /[0-9A-Za-z_\-;/?:@&=+$,.!~*'()[\]%]/;

/** @param head what was read of it before, with a `!` that is none of it */
function readUri(cursor: Cursor, head: string): string {
  const bytes: number[] = [];
  const add = (text: string): void => void bytes.push(...new TextEncoder().encode(text));
  add(head.slice(1));
  let isThere = head !== "";
  while (uriCharacter.test(String.fromCharCode(cursor.code()))) {
    if (cursor.is("%")) readUriEscapes(cursor, bytes);
    else add(cursor.read());
    isThere = true;
  }
  if (!isThere) throw scannerFault("did not find expected tag URI", cursor.line);
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

/** The bytes of one character. */
function readUriEscapes(cursor: Cursor, into: number[]): void {
  let left: number | undefined;
  do {
    const digits = String.fromCharCode(cursor.code(1), cursor.code(2));
    if (!cursor.is("%") || !/^[0-9A-Fa-f]{2}$/.test(digits)) {
      throw scannerFault("did not find URI escaped octet", cursor.line);
    }
    const octet = parseInt(digits, 16);
    if (left === undefined) left = widthOf(octet, cursor);
    else if ((octet & 0xc0) !== 0x80) {
      throw scannerFault("found an incorrect trailing UTF-8 octet", cursor.line);
    }
    into.push(octet);
    cursor.skip(3);
    left--;
  } while (left > 0);
}

function widthOf(octet: number, cursor: Cursor): number {
  if (octet < 0x80) return 1;
  if ((octet & 0xe0) === 0xc0) return 2;
  if ((octet & 0xf0) === 0xe0) return 3;
  if ((octet & 0xf8) === 0xf0) return 4;
  throw scannerFault("found an incorrect leading UTF-8 octet", cursor.line);
}

/** The content of a line that begins with `%`. */
export interface Directive {
  readonly kind: "version directive" | "tag directive";
  /** A version such as `1.1`, or a handle. */
  readonly text: string;
  /** The prefix that the handle stands for. */
  readonly prefix: string;
}

export function scanDirective(cursor: Cursor): Directive {
  cursor.skip();
  const name = readWord(cursor);
  if (name === "") throw scannerFault("could not find expected directive name", cursor.line);
  if (!cursor.isBlankBreakOrEnd()) {
    throw scannerFault("found unexpected non-alphabetical character", cursor.line);
  }
  if (name !== "YAML" && name !== "TAG") {
    throw scannerFault("found unknown directive name", cursor.line);
  }
  cursor.skipBlanks();
  const directive = name === "YAML" ? versionDirective(cursor) : tagDirective(cursor);
  cursor.skipBlanks();
  cursor.skipComment();
  if (!cursor.isBreakOrEnd()) {
    throw scannerFault("did not find expected comment or line break", cursor.line);
  }
  cursor.readBreak();
  return directive;
}

function versionDirective(cursor: Cursor): Directive {
  const major = versionNumber(cursor);
  if (!cursor.is(".")) {
    throw scannerFault("did not find expected digit or '.' character", cursor.line);
  }
  cursor.skip();
  return { kind: "version directive", text: `${major}.${versionNumber(cursor)}`, prefix: "" };
}

function versionNumber(cursor: Cursor): number {
  let digits = "";
  while (cursor.isOneOf("0123456789")) {
    if (digits.length === 2) {
      throw scannerFault("found extremely long version number", cursor.line);
    }
    digits += cursor.read();
  }
  if (digits === "") throw scannerFault("did not find expected version number", cursor.line);
  return Number(digits);
}

function tagDirective(cursor: Cursor): Directive {
  const handle = readHandle(cursor, true);
  if (!cursor.isBlank()) throw scannerFault("did not find expected whitespace", cursor.line);
  cursor.skipBlanks();
  const prefix = readUri(cursor, "");
  if (!cursor.isBlankBreakOrEnd()) {
    throw scannerFault("did not find expected whitespace or line break", cursor.line);
  }
  return { kind: "tag directive", text: handle, prefix };
}
