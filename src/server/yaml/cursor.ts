/*
 * The characters of a body in YAML, as Go's reader gives them to its scanner
 * (`go.yaml.in/yaml/v2`, `readerc.go`).
 */

/** Why a body cannot be read, in the words of Go's library. */
export class YamlFault extends Error {}

/** A fault that the scanner finds on a line, counted from 0. The first line is not named. */
export function scannerFault(problem: string, line: number): YamlFault {
  return new YamlFault(`yaml: ${line === 0 ? "" : `line ${line + 1}: `}${problem}`);
}

/** A fault of the parser, which names the line before. */
export function parserFault(problem: string, line: number): YamlFault {
  return new YamlFault(`yaml: ${line === 0 ? "" : `line ${line}: `}${problem}`);
}

/** A place in a text. */
export interface Mark {
  /** Characters before it. */
  readonly index: number;
  /** From 0, as is the column. */
  readonly line: number;
  readonly column: number;
}

/** A body as text. */
export interface BodyText {
  readonly text: string;
  /** Whoever wants to see more of the text than this many units is told the fault. */
  readonly limit: number;
  readonly fault: string;
}

/** The code behind the end of a text. */
export const endOfText = 0;

/** A place in a text that moves on. */
export class Cursor implements Mark {
  index = 0;
  line = 0;
  column = 0;
  readonly #text: string;
  readonly #limit: number;
  readonly #fault: string;
  #at = 0;

  constructor({ text, limit, fault }: BodyText) {
    this.#text = text;
    this.#limit = limit;
    this.#fault = fault;
  }

  get mark(): Mark {
    return { index: this.index, line: this.line, column: this.column };
  }

  get isAtStart(): boolean {
    return this.#at === 0;
  }

  /** @throws YamlFault where so many characters cannot be had */
  need(count: number): void {
    if (this.#at + count > this.#limit) throw new YamlFault(`yaml: ${this.#fault}`);
  }

  /** A unit of UTF-16; `endOfText` behind the end. */
  code(offset = 0): number {
    const at = this.#at + offset;
    return at < this.#text.length ? this.#text.charCodeAt(at) : endOfText;
  }

  /** @param character of one unit */
  is(character: string, offset = 0): boolean {
    return this.code(offset) === character.charCodeAt(0);
  }

  isOneOf(characters: string, offset = 0): boolean {
    const code = this.code(offset);
    return code !== endOfText && characters.includes(String.fromCharCode(code));
  }

  isBlank(offset = 0): boolean {
    const code = this.code(offset);
    return code === 0x20 || code === 0x09;
  }

  isBreak(offset = 0): boolean {
    const code = this.code(offset);
    return code === 0x0a || code === 0x0d || code === 0x85 || code === 0x2028 || code === 0x2029;
  }

  isBreakOrEnd(offset = 0): boolean {
    return this.code(offset) === endOfText || this.isBreak(offset);
  }

  isBlankBreakOrEnd(offset = 0): boolean {
    return this.isBlank(offset) || this.isBreakOrEnd(offset);
  }

  /**
   * Tells whether three of a character begin the line, without more that is one word with them.
   */
  isDocumentIndicator(character: "-" | "."): boolean {
    if (this.column !== 0) return false;
    const isIndicator = [0, 1, 2].every((offset) => this.is(character, offset));
    return isIndicator && this.isBlankBreakOrEnd(3);
  }

  /** Goes over characters that are no line breaks. */
  skip(count = 1): void {
    for (let left = count; left > 0; left--) {
      this.#at += this.#width();
      this.index++;
      this.column++;
    }
    this.need(1);
  }

  /** The character here; goes over it. */
  read(): string {
    const end = this.#at + this.#width();
    const character = this.#text.slice(this.#at, end);
    this.skip();
    return character;
  }

  /**
   * Goes over a line break and returns the text that it stands for; `""` if there is none.
   */
  readBreak(): string {
    if (!this.isBreak()) return "";
    const code = this.code();
    const isPair = code === 0x0d && this.code(1) === 0x0a;
    this.#at += isPair ? 2 : 1;
    this.index += isPair ? 2 : 1;
    this.column = 0;
    this.line++;
    this.need(1);
    return code >= 0x2028 ? String.fromCharCode(code) : "\n";
  }

  /** Goes over a comment, up to the end of the line. */
  skipComment(): void {
    if (!this.is("#")) return;
    while (!this.isBreakOrEnd()) this.skip();
  }

  skipBlanks(): void {
    while (this.isBlank()) this.skip();
  }

  /** The end of the text ends the line, too. */
  endLine(): void {
    if (this.column === 0) return;
    this.column = 0;
    this.line++;
  }

  #width(): number {
    const code = this.code();
    return code >= 0xd800 && code < 0xdc00 ? 2 : 1;
  }
}
