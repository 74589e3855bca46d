import { carriageReturn, isBlank, isBreak, space, tab } from "../characters.js";
import type { SyntaxFault } from "../faults/syntax-fault.js";
import { notYaml } from "../faults/syntax-fault.js";
import type { ScalarText } from "./scalar-text.js";

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

  /** What the header says of the breaks at the end. */
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
