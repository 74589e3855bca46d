import { utf8Length } from "../runtime/v1/values/go/utf8.js";
import { codePoints } from "../runtime/v1/values/strings.js";

/** One fault of an expression (cel-go `common/error.go`). */
export interface CelIssue {
  readonly message: string;
  /** 1-based; -1 when the issue is about the whole expression. */
  readonly line: number;
  /** 0-based, in code points; -1 with line -1. */
  readonly column: number;
  /** UTF-16 index into the expression; -1 when there is no place. */
  readonly offset: number;
}

/** Issues beyond this number are counted, not kept (cel-go `common/errors.go`). */
const maximum = 100;

/** Collects what is wrong with one expression. */
export class IssueCollector {
  readonly #text: string;
  readonly #issues: CelIssue[] = [];
  #count = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** How many issues there are, those that are not kept included. */
  get count(): number {
    return this.#count;
  }

  /** How many issues came after the first hundred. */
  get omitted(): number {
    return this.#count - this.#issues.length;
  }

  /** Report a fault at a UTF-16 index; -1 for the expression as a whole. */
  report(offset: number, message: string): void {
    this.#add(message, offset, whole);
  }

  /**
   * Report a fault of a node; -1 for one that stands in for something missing, which cel-go places
   * before the text.
   */
  reportNode(offset: number, message: string): void {
    this.#add(message, offset, beforeText);
  }

  #add(message: string, offset: number, nowhere: Position): void {
    this.#count++;
    if (this.#count > maximum) return;
    const place = offset < 0 ? nowhere : locate(this.#text, offset);
    this.#issues.push({ message, offset, ...place });
  }

  /** The issues in order of their position; those at one place in the order of their reports. */
  sorted(): CelIssue[] {
    return [...this.#issues].sort((a, b) => a.line - b.line || a.column - b.column);
  }
}

interface Position {
  readonly line: number;
  readonly column: number;
}

const whole: Position = { line: -1, column: -1 };
const beforeText: Position = { line: 1, column: -1 };

function locate(text: string, offset: number): Position {
  if (text === "") return beforeText;
  let line = 1;
  let start = 0;
  for (let end = text.indexOf("\n"); end >= 0 && end < offset; end = text.indexOf("\n", end + 1)) {
    line++;
    start = end + 1;
  }
  return { line, column: codePoints(text.slice(start, offset)) };
}

/**
 * The text that the API server puts after `compilation failed: `: each issue with its line of the
 * expression and a caret below (cel-go `common/error.go`). Lines longer than 16,384 bytes are not
 * shown.
 */
export function renderIssues(text: string, issues: readonly CelIssue[], omitted: number): string {
  const lines = text.split("\n");
  const rendered = issues.map((issue) =>
    renderIssue(issue, text === "" ? undefined : lines[issue.line - 1]),
  );
  if (omitted > 0) rendered.push(`${String(omitted)} more errors were truncated`);
  return rendered.join("\n");
}

const longestLine = 16_384;

function renderIssue(issue: CelIssue, line: string | undefined): string {
  const head = `ERROR: <input>:${String(issue.line)}:${String(issue.column + 1)}: ${issue.message}`;
  if (line === undefined || utf8Length(line) > longestLine) return head;
  const shown = line.replaceAll("\t", " ");
  return `${head}\n | ${shown}\n | ${caretLine(shown, issue.column)}`;
}

/** Dots up to the column and a caret; full-width ones under characters beyond ASCII. */
function caretLine(line: string, column: number): string {
  const characters = Array.from(line);
  const dots = characters
    .slice(0, Math.max(column, 0))
    .map((character) => (isAscii(character) ? "." : "．"));
  const marked = characters[Math.max(column, 0)];
  return dots.join("") + (marked === undefined || isAscii(marked) ? "^" : "＾");
}

function isAscii(character: string): boolean {
  return character.charCodeAt(0) < 0x80;
}
