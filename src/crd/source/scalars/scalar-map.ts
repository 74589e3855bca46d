import { SyntaxFault } from "../faults/syntax-fault.js";
import type { Span } from "../source-file.js";
import {
  foldPlain,
  readBlockContent,
  readBlockHeader,
  readDoubleQuoted,
  readSingleQuoted,
  ScalarText,
} from "./scalar-text.js";

/**
 * The offset in the file of one character of a string value, for carets inside CEL rules and
 * patterns.
 *
 * `scalar` is the span that `locate` gives for the value, quotes or block indicator included;
 * `value` is the string that was read there; `offset` counts UTF-16 units, and `value.length` means
 * the place behind the last character. A character that an escape or a folded line break stands for
 * gives the start of that. `undefined` where the text of the scalar does not give `value`, as below
 * an alias or a tag.
 */
export function offsetInFile(scalar: Span, value: string, offset: number): number | undefined {
  if (offset < 0 || offset > value.length) return undefined;
  const pieces = piecesOf(scalar, value);
  return pieces === undefined ? undefined : find(pieces, offset, value.length);
}

/** The span in the file of a stretch of a string value; see `offsetInFile`. */
export function spanInFile(
  scalar: Span,
  value: string,
  start: number,
  end: number,
): Span | undefined {
  const from = offsetInFile(scalar, value, start);
  const to = start === end ? from : offsetInFile(scalar, value, end - 1);
  if (from === undefined || to === undefined) return undefined;
  return { file: scalar.file, start: from, end: start === end ? to : to + 1 };
}

/** The way from a string value to its scalar in the file, and back. */
export interface ScalarMap {
  /** As `offsetInFile`; offsets beyond the value give its end. */
  toFile(offset: number): number;
  /**
   * The offset in the value of the character that stands at an offset in the file, or behind which
   * that is: indentation and line breaks that fold belong to what is before them.
   */
  toValue(fileOffset: number): number;
}

/**
 * The map of a scalar, for whoever looks for many places in it; arguments as for `offsetInFile`.
 * `undefined` where the text of the scalar does not give `value`.
 */
export function scalarMap(scalar: Span, value: string): ScalarMap | undefined {
  const pieces = piecesOf(scalar, value);
  if (pieces === undefined) return undefined;
  const { length } = value;
  // Behind the last character, which may be an escape, stands the quote.
  const isQuoted = /["']/.test(scalar.file.text.charAt(scalar.start));
  const end = isQuoted ? scalar.end - 1 : (find(pieces, length, length) ?? scalar.end);
  return {
    toFile: (offset) =>
      offset >= length ? end : (find(pieces, Math.max(0, offset), length) ?? scalar.end),
    toValue: (offset) => findBack(pieces, offset),
  };
}

function findBack(pieces: readonly number[], offset: number): number {
  let found = 0;
  for (let at = 0; at < pieces.length; at += 3) {
    const [valueStart = 0, fileStart = 0, size = 0] = pieces.slice(at, at + 3);
    if (fileStart > offset) break;
    found = valueStart + Math.min(offset - fileStart, size);
  }
  return found;
}

/**
 * Triples of offset in the value, offset in the file and length, in order; a length of 1 may be an
 * escape.
 */
function piecesOf(scalar: Span, value: string): readonly number[] | undefined {
  const out = new ScalarText(scalar.file.text, scalar.file.text, []);
  try {
    readScalar(out, scalar.start, scalar.end);
  } catch (error) {
    if (error instanceof SyntaxFault) return undefined;
    throw error;
  }
  return out.value === value ? out.pieces : undefined;
}

function readScalar(out: ScalarText, start: number, end: number): void {
  const { text } = out;
  const first = text.charAt(start);
  if (first === "'") readSingleQuoted(out, start, end);
  else if (first === '"') readDoubleQuoted(out, start, end, "json");
  else if (first === "|" || first === ">") {
    const header = readBlockHeader(text, start, end);
    readBlockContent(out, header, columnOfCollection(text, start), blockEnd(text, end));
  } else foldPlain(out, start, end);
}

/** The line break at the end of a block belongs to its value, but not to its span. */
function blockEnd(text: string, end: number): number {
  let at = end;
  while (at < text.length && text.charAt(at) === "\r") at++;
  return text.charAt(at) === "\n" ? at + 1 : at;
}

/**
 * The column of the collection whose entry the scalar at `start` is: that of its key, or of its
 * last dash.
 */
function columnOfCollection(text: string, start: number): number {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  let column = -1;
  let at = lineStart;
  while (at < start) {
    const char = text.charAt(at);
    if (char === "-" && " \t".includes(text.charAt(at + 1))) column = at - lineStart;
    else if (char !== " " && char !== "\t") return at - lineStart;
    at++;
  }
  return column;
}

function find(pieces: readonly number[], offset: number, length: number): number | undefined {
  let low = 0;
  let high = pieces.length / 3 - 1;
  if (high < 0) return undefined;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle * 3] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  const [valueStart = 0, fileStart = 0, size = 0] = pieces.slice(low * 3, low * 3 + 3);
  if (offset === length) return fileStart + size;
  return fileStart + Math.min(offset - valueStart, Math.max(size - 1, 0));
}
