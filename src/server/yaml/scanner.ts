import type { BodyText, Mark } from "./cursor.js";
import { Cursor, endOfText, scannerFault } from "./cursor.js";
import {
  scanAnchor,
  scanBlockScalar,
  scanDirective,
  scanPlain,
  scanQuoted,
  scanTag,
} from "./scan-scalar.js";

/** A token that may turn out to be a key when a colon follows it. */
interface PossibleKey {
  isPossible: boolean;
  /** Nothing else can stand there. */
  readonly isRequired: boolean;
  /** Of all tokens of the text. */
  readonly tokenNumber: number;
  readonly mark: Mark;
}

/** Levels of brackets, and of indentation (`max_flow_level`, `max_indents`). */
const maxLevels = 10_000;
/** A key has so many characters up to its colon. */
const longestKey = 1024;

/**
 * The tokens of a text, as Go's scanner finds them (`scannerc.go` of `go.yaml.in/yaml/v2`): what
 * may be a key is held back until that is known.
 */
export class Scanner {
  readonly #cursor: Cursor;
  readonly #queue: Token[] = [];
  #head = 0;
  #taken = 0;
  #isReady = false;
  #isStarted = false;
  #flowLevel = 0;
  #indent = -1;
  readonly #indents: number[] = [];
  #mayBeKey = true;
  /** One for each level of brackets, and one for what is in none. */
  readonly #keys: PossibleKey[] = [];
  /** Indices of `#keys` by token numbers. */
  readonly #keyOfToken = new Map<number, number>();

  constructor(text: BodyText) {
    this.#cursor = new Cursor(text);
    this.#keys.push({
      isPossible: false,
      isRequired: false,
      tokenNumber: 0,
      mark: this.#cursor.mark,
    });
  }

  /** The next token. @throws YamlFault */
  peek(): Token {
    if (!this.#isReady) this.#fetchMore();
    const token = this.#queue[this.#head];
    if (token === undefined) throw new Error("there is nothing behind the end of the stream");
    return token;
  }

  /** Goes over the token that was seen. */
  skip(): void {
    this.#isReady = false;
    this.#taken++;
    this.#head++;
    if (this.#head < this.#queue.length) return;
    this.#queue.length = 0;
    this.#head = 0;
  }

  /** The next token, which is gone over. */
  take(): Token {
    const token = this.peek();
    this.skip();
    return token;
  }

  #fetchMore(): void {
    while (this.#head === this.#queue.length || this.#mayHeadBeKey()) this.#fetch();
    this.#isReady = true;
  }

  #mayHeadBeKey(): boolean {
    const index = this.#keyOfToken.get(this.#taken);
    const key = index === undefined ? undefined : this.#keys[index];
    return key !== undefined && this.#isStillPossible(key);
  }

  #isStillPossible(key: PossibleKey): boolean {
    if (!key.isPossible) return false;
    const { line, index } = this.#cursor;
    if (key.mark.line >= line && key.mark.index + longestKey >= index) return true;
    if (key.isRequired) throw scannerFault("could not find expected ':'", line);
    key.isPossible = false;
    return false;
  }

  #fetch(): void {
    const cursor = this.#cursor;
    cursor.need(1);
    if (!this.#isStarted) {
      this.#isStarted = true;
      this.#add("stream start", cursor.mark);
      return;
    }
    this.#skipToToken();
    this.#closeBlocks(cursor.column);
    cursor.need(4);
    if (cursor.code() === endOfText) this.#fetchEnd();
    else if (cursor.column === 0 && cursor.is("%")) this.#fetchDirective();
    else if (cursor.isDocumentIndicator("-")) this.#fetchDocumentIndicator("document start");
    else if (cursor.isDocumentIndicator(".")) this.#fetchDocumentIndicator("document end");
    else this.#fetchIndicator();
  }

  #fetchIndicator(): void {
    const cursor = this.#cursor;
    const isInFlow = this.#flowLevel > 0;
    const isAlone = cursor.isBlankBreakOrEnd(1);
    if (cursor.isOneOf("[{")) this.#fetchBracket();
    else if (cursor.isOneOf("]}")) this.#fetchClosingBracket();
    else if (cursor.is(",")) this.#fetchComma();
    else if (cursor.is("-") && isAlone) this.#fetchDash();
    else if (cursor.is("?") && (isInFlow || isAlone)) this.#fetchKey();
    else if (cursor.is(":") && (isInFlow || isAlone)) this.#fetchValue();
    else if (cursor.isOneOf("*&!'\"")) this.#fetchMarked();
    else if (cursor.isOneOf("|>") && !isInFlow) this.#fetchBlockScalar();
    else if (this.#isPlainStart()) this.#fetchPlain();
    else throw scannerFault("found character that cannot start any token", cursor.line);
  }

  #isPlainStart(): boolean {
    const cursor = this.#cursor;
    if (!cursor.isBlankBreakOrEnd() && !cursor.isOneOf("-?:,[]{}#&*!|>'\"%@`")) return true;
    if (cursor.is("-")) return !cursor.isBlank(1);
    return this.#flowLevel === 0 && cursor.isOneOf("?:") && !cursor.isBlankBreakOrEnd(1);
  }

  #skipToToken(): void {
    const cursor = this.#cursor;
    for (;;) {
      if (cursor.isAtStart && cursor.code() === 0xfeff) cursor.skip();
      // No tab indents a line where a key could begin.
      while (cursor.is(" ") || ((this.#flowLevel > 0 || !this.#mayBeKey) && cursor.is("\t"))) {
        cursor.skip();
      }
      cursor.skipComment();
      if (!cursor.isBreak()) return;
      cursor.readBreak();
      if (this.#flowLevel === 0) this.#mayBeKey = true;
    }
  }

  #add(kind: TokenKind, start: Mark, parts: Partial<Token> = {}): void {
    this.#queue.push(this.#token(kind, start, parts));
  }

  #token(kind: TokenKind, start: Mark, parts: Partial<Token> = {}): Token {
    const endLine = this.#cursor.line;
    return { kind, start, endLine, text: "", suffix: "", isPlain: false, ...parts };
  }

  /** Adds a token of so many characters. */
  #addIndicator(kind: TokenKind, length = 1): void {
    const start = this.#cursor.mark;
    this.#cursor.skip(length);
    this.#add(kind, start);
  }

  /** Puts a token before the one of a number. */
  #insert(kind: TokenKind, mark: Mark, tokenNumber: number): void {
    const token = { ...this.#token(kind, mark), endLine: mark.line };
    this.#queue.splice(this.#head + tokenNumber - this.#taken, 0, token);
  }

  get #nextNumber(): number {
    return this.#taken + this.#queue.length - this.#head;
  }

  get #lastKey(): PossibleKey {
    const key = this.#keys.at(-1);
    if (key === undefined) throw new Error("there is a level at least");
    return key;
  }

  /** Notes that what begins here may be a key. */
  #noteKey(): void {
    if (!this.#mayBeKey) return;
    const { mark } = this.#cursor;
    const isRequired = this.#flowLevel === 0 && this.#indent === mark.column;
    const tokenNumber = this.#nextNumber;
    this.#dropKey();
    this.#keys[this.#keys.length - 1] = { isPossible: true, isRequired, tokenNumber, mark };
    this.#keyOfToken.set(tokenNumber, this.#keys.length - 1);
  }

  #dropKey(): void {
    const key = this.#lastKey;
    if (!key.isPossible) return;
    if (key.isRequired) throw scannerFault("could not find expected ':'", this.#cursor.line);
    key.isPossible = false;
    this.#keyOfToken.delete(key.tokenNumber);
  }

  /** Opens a block where one begins further to the right. */
  #openBlock(kind: TokenKind, mark: Mark, tokenNumber = this.#nextNumber): void {
    if (this.#flowLevel > 0 || this.#indent >= mark.column) return;
    this.#indents.push(this.#indent);
    this.#indent = mark.column;
    if (this.#indents.length > maxLevels) throw this.#tooDeep();
    this.#insert(kind, mark, tokenNumber);
  }

  #tooDeep(): Error {
    return scannerFault(`exceeded max depth of ${maxLevels}`, this.#cursor.line);
  }

  #closeBlocks(column: number): void {
    if (this.#flowLevel > 0) return;
    while (this.#indent > column) {
      this.#add("block end", this.#cursor.mark);
      this.#indent = this.#indents.pop() ?? -1;
    }
  }

  #fetchEnd(): void {
    this.#cursor.endLine();
    this.#endBlocks();
    this.#add("stream end", this.#cursor.mark);
  }

  #endBlocks(): void {
    this.#closeBlocks(-1);
    this.#dropKey();
    this.#mayBeKey = false;
  }

  #fetchDirective(): void {
    this.#endBlocks();
    const start = this.#cursor.mark;
    const { kind, text, prefix } = scanDirective(this.#cursor);
    this.#add(kind, start, { text, suffix: prefix });
  }

  #fetchDocumentIndicator(kind: "document start" | "document end"): void {
    this.#endBlocks();
    this.#addIndicator(kind, 3);
  }

  #fetchBracket(): void {
    this.#noteKey();
    const { mark } = this.#cursor;
    this.#keys.push({ isPossible: false, isRequired: false, tokenNumber: this.#nextNumber, mark });
    this.#flowLevel++;
    if (this.#flowLevel > maxLevels) throw this.#tooDeep();
    this.#mayBeKey = true;
    this.#addIndicator(this.#cursor.is("[") ? "[" : "{");
  }

  #fetchClosingBracket(): void {
    this.#dropKey();
    if (this.#flowLevel > 0) {
      this.#flowLevel--;
      this.#keyOfToken.delete(this.#keys.pop()?.tokenNumber ?? -1);
    }
    this.#mayBeKey = false;
    this.#addIndicator(this.#cursor.is("]") ? "]" : "}");
  }

  #fetchComma(): void {
    this.#dropKey();
    this.#mayBeKey = true;
    this.#addIndicator(",");
  }

  #fetchDash(): void {
    if (this.#flowLevel === 0) {
      if (!this.#mayBeKey) {
        const problem = "block sequence entries are not allowed in this context";
        throw scannerFault(problem, this.#cursor.line);
      }
      this.#openBlock("block sequence", this.#cursor.mark);
    }
    this.#dropKey();
    this.#mayBeKey = true;
    this.#addIndicator("-");
  }

  #fetchKey(): void {
    if (this.#flowLevel === 0) this.#openMapping("mapping keys");
    this.#dropKey();
    this.#mayBeKey = this.#flowLevel === 0;
    this.#addIndicator("key");
  }

  #openMapping(what: string): void {
    const { mark, line } = this.#cursor;
    if (!this.#mayBeKey) throw scannerFault(`${what} are not allowed in this context`, line);
    this.#openBlock("block mapping", mark);
  }

  #fetchValue(): void {
    const key = this.#lastKey;
    if (this.#isStillPossible(key)) {
      this.#insert("key", key.mark, key.tokenNumber);
      this.#openBlock("block mapping", key.mark, key.tokenNumber);
      key.isPossible = false;
      this.#keyOfToken.delete(key.tokenNumber);
      this.#mayBeKey = false;
    } else {
      if (this.#flowLevel === 0) this.#openMapping("mapping values");
      this.#mayBeKey = this.#flowLevel === 0;
    }
    this.#addIndicator("value");
  }

  /**
   * Reads a token that its first character tells: aliases, anchors, tags, and scalars in quotes.
   */
  #fetchMarked(): void {
    const cursor = this.#cursor;
    this.#noteKey();
    this.#mayBeKey = false;
    const start = cursor.mark;
    if (cursor.isOneOf("*&")) {
      this.#add(cursor.is("*") ? "alias" : "anchor", start, { text: scanAnchor(cursor) });
    } else if (cursor.is("!")) {
      const { handle, suffix } = scanTag(cursor);
      this.#add("tag", start, { text: handle, suffix });
    } else {
      this.#add("scalar", start, { text: scanQuoted(cursor, cursor.is("'")) });
    }
  }

  #fetchBlockScalar(): void {
    this.#dropKey();
    this.#mayBeKey = true;
    const start = this.#cursor.mark;
    const text = scanBlockScalar(this.#cursor, this.#cursor.is("|"), this.#indent);
    this.#add("scalar", start, { text });
  }

  #fetchPlain(): void {
    this.#noteKey();
    this.#mayBeKey = false;
    const start = this.#cursor.mark;
    const isInFlow = this.#flowLevel > 0;
    const { text, isAtLineStart } = scanPlain(this.#cursor, this.#indent, isInFlow);
    this.#add("scalar", start, { text, isPlain: true });
    if (isAtLineStart) this.#mayBeKey = true;
  }
}

/** The parts of YAML; the brackets, the comma and the dash (`-`) stand for themselves. */
export type TokenKind =
  | "stream start"
  | "stream end"
  | "version directive"
  | "tag directive"
  | "document start"
  | "document end"
  | "block sequence"
  | "block mapping"
  | "block end"
  | "["
  | "]"
  | "{"
  | "}"
  | ","
  | "-"
  | "key"
  | "value"
  | "alias"
  | "anchor"
  | "tag"
  | "scalar";

/** A part of a text. */
export interface Token {
  readonly kind: TokenKind;
  readonly start: Mark;
  /** The line where it ends, from 0. */
  readonly endLine: number;
  /** Of a scalar; the name of an anchor or an alias; the handle of a tag; the version. */
  readonly text: string;
  /** The rest of a tag, or the prefix of a tag directive. */
  readonly suffix: string;
  /** A scalar without quotes that is no block. */
  readonly isPlain: boolean;
}
