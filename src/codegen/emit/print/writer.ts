import { has } from "../nodes/nodes.js";

/**
 * What is nested more deeply than any code of people is indented no more: indentation would be most
 * of the text.
 */
const maxIndentation = 80;

const indentations = Array.from({ length: maxIndentation + 1 }, (_, depth) => " ".repeat(depth));

const lineBegins = indentations.map((indentation) => `\n${indentation}`);

/** Text that grows line by line, and where its end stands. */
export abstract class Writer {
  /** What has been written, in pieces: to add to one long text would keep a node for each. */
  readonly #pieces: string[] = [];
  protected column: number;
  /** How many lines have begun. */
  protected row = 0;
  /** Columns before each line, as far as they are not too many. */
  protected depth: number;
  protected width: number;

  constructor(width: number, depth: number) {
    this.width = width;
    this.depth = depth;
    this.column = depth;
  }

  /** What has been written. */
  get written(): string {
    return this.#pieces.join("");
  }

  protected write(text: string): void {
    this.#pieces.push(text);
    this.column += text.length;
  }

  /** Begins a line. */
  protected line(): void {
    const column = Math.min(this.depth, maxIndentation);
    this.#pieces.push(lineBegins[column] ?? "");
    this.column = column;
    this.row++;
  }

  /** The indentation of a line that has begun. */
  protected indent(): void {
    this.column = Math.min(this.depth, maxIndentation);
    this.#pieces.push(indentations[this.column] ?? "");
  }

  /** Ends a line, or leaves an empty one before the next. */
  protected gap(): void {
    this.#pieces.push("\n");
  }

  protected lines(lines: readonly string[]): void {
    for (let at = 0; at < lines.length; at++) {
      if (at > 0) this.line();
      this.write(lines[at] ?? "");
    }
  }

  /**
   * Whether a text fits on its line and leaves `tail` columns for what follows. Looking into texts
   * costs time, so the flags of its node say whether it is needed.
   */
  protected fits(text: string, tail: number, flags = 0): boolean {
    const room = this.width - this.column - tail;
    return ((flags & has.wide) === 0 ? text.length : columnsOf(text)) <= room;
  }
}

const wide = /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}/u; // prettier-ignore

/** Columns of a text: wide East Asian characters and emoji take two, combining marks none. */
function columnsOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (!/\p{M}/u.test(character)) width += wide.test(character) ? 2 : 1;
  }
  return width;
}
