import type { Token, TokenKind } from "./token.js";

/**
 * The tokens of an expression, one at a time (the lexer rules of cel-go's `CEL.g4`).
 *
 * `kind`, `start` and `end` describe the current token; they are fields and no object, because
 * every token is looked at once and forgotten.
 */
export class Lexer {
  kind: TokenKind | "error" = "<EOF>";
  start = 0;
  end = 0;
  readonly #text: string;

  readonly #backticks: boolean;

  /** Without `backticks` a backtick begins no token. */
  constructor(text: string, backticks = true) {
    this.#text = text;
    this.#backticks = backticks;
  }

  /** The text of the current token. */
  get tokenText(): string {
    return this.#text.slice(this.start, this.end);
  }

  /** The test of `kind` as a call, since TypeScript does not see that `next` changes the field. */
  isAt(kind: TokenKind): boolean {
    return this.kind === kind;
  }

  /**
   * Go on to the next token; `error` where the text has none, then `end` says up to where the lexer
   * had looked, and the next call goes on from there.
   */
  next(): void {
    this.start = this.#skipHidden(this.end);
    if (this.start >= this.#text.length) {
      this.end = this.start;
      this.kind = "<EOF>";
      return;
    }
    this.kind = this.#scan(this.#text.charCodeAt(this.start));
  }

  /** White space and comments. */
  #skipHidden(from: number): number {
    let index = from;
    for (;;) {
      const unit = this.#text.charCodeAt(index);
      if (isWhiteSpace(unit)) index++;
      else if (unit === slash && this.#text.charCodeAt(index + 1) === slash) {
        const newline = this.#text.indexOf("\n", index);
        index = newline < 0 ? this.#text.length : newline;
      } else return index;
    }
  }

  #scan(unit: number): TokenKind | "error" {
    if (isIdentifierStart(unit)) return this.#scanWord(unit);
    if (isDigit(unit)) return this.#scanNumber();
    switch (unit) {
      case doubleQuote:
      case singleQuote:
        return this.#finishString(this.#stringEnd(this.start, false), "STRING");
      case dot:
        if (isDigit(this.#at(this.start + 1))) return this.#scanNumber();
        return this.#take(".", 1);
      case backtick:
        return this.#scanEscapedIdentifier();
      default:
        return this.#scanOperator(unit);
    }
  }

  #at(index: number): number {
    return this.#text.charCodeAt(index);
  }

  #take(kind: TokenKind, length: number): TokenKind {
    this.end = this.start + length;
    return kind;
  }

  /** No token: the lexer has looked up to `end`, and at one character at the least. */
  #fail(end: number): "error" {
    this.end = Math.min(Math.max(end, this.start + 1), this.#text.length);
    return "error";
  }

  #scanOperator(unit: number): TokenKind | "error" {
    const single = punctuation.get(unit);
    if (single !== undefined) return this.#take(single, 1);
    const next = this.#at(this.start + 1);
    switch (unit) {
      case exclamationMark:
        return next === equalsSign ? this.#take("!=", 2) : this.#take("!", 1);
      case lessThan:
        return next === equalsSign ? this.#take("<=", 2) : this.#take("<", 1);
      case greaterThan:
        return next === equalsSign ? this.#take(">=", 2) : this.#take(">", 1);
      case equalsSign:
        return next === equalsSign ? this.#take("==", 2) : this.#failAfterOne();
      case ampersand:
        return next === unit ? this.#take("&&", 2) : this.#failAfterOne();
      case verticalBar:
        return next === unit ? this.#take("||", 2) : this.#failAfterOne();
      default:
        return this.#fail(this.start + characterLength(unit));
    }
  }

  /** Half an operator: the lexer had to look at the character after it as well. */
  #failAfterOne(): "error" {
    const next = this.#at(this.start + 1);
    return this.#fail(this.start + 1 + characterLength(next));
  }

  /** An identifier, a keyword, or a string with a prefix. */
  #scanWord(unit: number): TokenKind | "error" {
    const prefix = stringPrefix(unit, this.#at(this.start + 1), this.#at(this.start + 2));
    if (prefix !== undefined) {
      const end = this.#stringEnd(this.start + prefix.length, prefix.raw);
      if (end > 0) {
        this.end = end;
        return prefix.kind;
      }
    }
    let index = this.start + 1;
    while (isIdentifierPart(this.#at(index))) index++;
    this.end = index;
    if (index - this.start > 5) return "IDENTIFIER";
    return keywords.get(this.tokenText) ?? "IDENTIFIER";
  }

  #scanNumber(): TokenKind {
    const from = this.start;
    const isHex = this.#at(from) === zero && this.#at(from + 1) === letterX;
    if (isHex && isHexDigit(this.#at(from + 2))) {
      let index = from + 3;
      while (isHexDigit(this.#at(index))) index++;
      return this.#finishInteger(index);
    }
    let index = this.#skipDigits(from);
    let isFloat = false;
    if (this.#at(index) === dot && isDigit(this.#at(index + 1))) {
      index = this.#skipDigits(index + 1);
      isFloat = true;
    }
    const exponent = this.#skipExponent(index);
    if (exponent > index) {
      index = exponent;
      isFloat = true;
    }
    if (!isFloat) return this.#finishInteger(index);
    this.end = index;
    return "NUM_FLOAT";
  }

  /** Where the digits from an index on end. */
  #skipDigits(from: number): number {
    let index = from;
    while (isDigit(this.#at(index))) index++;
    return index;
  }

  /** Where an exponent at an index ends; the index itself where there is none. */
  #skipExponent(from: number): number {
    if (lowerCase(this.#at(from)) !== letterE) return from;
    const sign = this.#at(from + 1);
    const digits = sign === plus || sign === minus ? from + 2 : from + 1;
    return isDigit(this.#at(digits)) ? this.#skipDigits(digits) : from;
  }

  #finishInteger(end: number): TokenKind {
    const isUnsigned = lowerCase(this.#at(end)) === letterU;
    this.end = isUnsigned ? end + 1 : end;
    return isUnsigned ? "NUM_UINT" : "NUM_INT";
  }

  #scanEscapedIdentifier(): TokenKind | "error" {
    if (!this.#backticks) return this.#fail(this.start + 1);
    let index = this.start + 1;
    while (isEscapedIdentifierPart(this.#at(index))) index++;
    if (this.#at(index) === backtick && index > this.start + 1) {
      this.end = index + 1;
      return "ESC_IDENTIFIER";
    }
    return this.#fail(index + characterLength(this.#at(index)));
  }

  #finishString(end: number, kind: TokenKind): TokenKind | "error" {
    if (end < 0) return this.#fail(-end);
    this.end = end;
    return kind;
  }

  /**
   * Index after the string whose first quote is at `open`; for one that does not end, the negated
   * index up to where the lexer looked for the end.
   */
  #stringEnd(open: number, raw: boolean): number {
    const quote = this.#at(open);
    if (this.#at(open + 1) === quote && this.#at(open + 2) === quote) {
      const end = this.#longStringEnd(open, quote, raw);
      // What does not end as a long string begins with an empty short one.
      return end < 0 ? open + 2 : end;
    }
    let index = open + 1;
    for (;;) {
      const unit = this.#at(index);
      if (unit === quote) return index + 1;
      if (Number.isNaN(unit)) return -index;
      if (unit === lineFeed || unit === carriageReturn) return -(index + 1);
      if (unit === backslash && !raw) {
        const length = this.#escapeLength(index);
        if (length < 0) return -(index - length);
        index += length;
      } else index++;
    }
  }

  /**
   * Index after a string between three quotes, in which line ends may stand; -1 where it does not
   * end.
   */
  #longStringEnd(open: number, quote: number, raw: boolean): number {
    let index = open + 3;
    for (;;) {
      const unit = this.#at(index);
      if (Number.isNaN(unit)) return -1;
      if (unit === quote && this.#at(index + 1) === quote && this.#at(index + 2) === quote) {
        return index + 3;
      }
      if (unit === backslash && !raw) {
        const length = this.#escapeLength(index);
        if (length < 0) return -1;
        index += length;
      } else index++;
    }
  }

  /**
   * Length of the escape sequence at `index`; negated, the length up to the first wrong character.
   */
  #escapeLength(index: number): number {
    const unit = this.#at(index + 1);
    switch (unit) {
      case 0x78: // x
      case 0x58: // X
        return this.#digitsLength(index, 2, isHexDigit);
      case 0x75: // u
        return this.#digitsLength(index, 4, isHexDigit);
      case 0x55: // U
        return this.#digitsLength(index, 8, isHexDigit);
      default:
        if (unit >= 0x30 && unit <= 0x33) return this.#digitsLength(index, 2, isOctalDigit);
        if (Number.isNaN(unit)) return -1;
        return simpleEscapes.has(unit) ? 2 : -(1 + characterLength(unit));
    }
  }

  /**
   * As `#escapeLength`, of an escape with `count` digits behind its letter, or behind its own first
   * digit.
   */
  #digitsLength(index: number, count: number, isDigitOf: (unit: number) => boolean): number {
    for (let digit = 0; digit < count; digit++) {
      const unit = this.#at(index + 2 + digit);
      if (Number.isNaN(unit)) return -(2 + digit);
      if (!isDigitOf(unit)) return -(2 + digit + characterLength(unit));
    }
    return 2 + count;
  }
}

const space = 0x20;
const exclamationMark = 0x21;
const doubleQuote = 0x22;
const ampersand = 0x26;
const singleQuote = 0x27;
const plus = 0x2b;
const minus = 0x2d;
const dot = 0x2e;
const slash = 0x2f;
const zero = 0x30;
const lessThan = 0x3c;
const equalsSign = 0x3d;
const greaterThan = 0x3e;
const backslash = 0x5c;
const underscore = 0x5f;
const backtick = 0x60;
const letterB = 0x62;
const letterE = 0x65;
const letterR = 0x72;
const letterU = 0x75;
const letterX = 0x78;
const verticalBar = 0x7c;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** The small letter of a letter of ASCII; what is no letter does not become one. */
function lowerCase(unit: number): number {
  return unit | 0x20;
}

const punctuation: ReadonlyMap<number, TokenKind> = new Map<number, TokenKind>([
  [0x5b, "["],
  [0x5d, "]"],
  [0x7b, "{"],
  [0x7d, "}"],
  [0x28, "("],
  [0x29, ")"],
  [0x2c, ","],
  [0x2d, "-"],
  [0x3f, "?"],
  [0x3a, ":"],
  [0x2b, "+"],
  [0x2a, "*"],
  [0x2f, "/"],
  [0x25, "%"],
]);

const keywords: ReadonlyMap<string, TokenKind> = new Map<string, TokenKind>([
  ["in", "in"],
  ["true", "true"],
  ["false", "false"],
  ["null", "null"],
]);

/** Characters that may follow a backslash on their own. */
const simpleEscapes: ReadonlySet<number> = new Set(
  Array.from("abfnrtv\"'\\?`", (character) => character.charCodeAt(0)),
);

interface StringPrefix {
  readonly length: number;
  readonly raw: boolean;
  readonly kind: "STRING" | "BYTES";
}

const rawString: StringPrefix = { length: 1, raw: true, kind: "STRING" };
const bytesString: StringPrefix = { length: 1, raw: false, kind: "BYTES" };
const rawBytesString: StringPrefix = { length: 2, raw: true, kind: "BYTES" };

/** `r"…"`, `b"…"` and `br"…"`, by their first three characters. */
function stringPrefix(first: number, second: number, third: number): StringPrefix | undefined {
  if (isR(first)) return isQuote(second) ? rawString : undefined;
  if (lowerCase(first) !== letterB) return undefined;
  if (isQuote(second)) return bytesString;
  return isR(second) && isQuote(third) ? rawBytesString : undefined;
}

function isR(unit: number): boolean {
  return lowerCase(unit) === letterR;
}

/** Space, tab, line feed, form feed, carriage return; no vertical tab. */
function isWhiteSpace(unit: number): boolean {
  return unit === space || (unit >= 0x09 && unit <= 0x0d && unit !== 0x0b);
}

function isQuote(unit: number): boolean {
  return unit === doubleQuote || unit === singleQuote;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

function isOctalDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x37;
}

function isHexDigit(unit: number): boolean {
  const lower = lowerCase(unit);
  return isDigit(unit) || (lower >= 0x61 && lower <= 0x66);
}

function isLetter(unit: number): boolean {
  const lower = lowerCase(unit);
  return lower >= 0x61 && lower <= 0x7a;
}

function isIdentifierStart(unit: number): boolean {
  return isLetter(unit) || unit === underscore;
}

function isIdentifierPart(unit: number): boolean {
  return isLetter(unit) || isDigit(unit) || unit === underscore;
}

/** Within backticks: also `.`, `-`, `/` and the space. */
function isEscapedIdentifierPart(unit: number): boolean {
  return (
    isIdentifierPart(unit) || unit === dot || unit === minus || unit === slash || unit === space
  );
}

/** UTF-16 units of the character that begins with `unit`; 0 at the end of the text. */
function characterLength(unit: number): number {
  if (Number.isNaN(unit)) return 0;
  return unit >= 0xd800 && unit <= 0xdbff ? 2 : 1;
}

/**
 * The tokens of an expression, read when they are first looked at; characters that are no token are
 * left out, and reported.
 */
export class TokenStream {
  readonly #text: string;
  readonly #lexer: Lexer;
  readonly #onError: (offset: number, text: string) => void;
  readonly #tokens: Token[] = [];
  /** Places of the characters left out. */
  readonly #gaps: { readonly start: number; readonly end: number }[] = [];
  #position = 0;

  constructor(text: string, backticks: boolean, onError: (offset: number, text: string) => void) {
    this.#text = text;
    this.#lexer = new Lexer(text, backticks);
    this.#onError = onError;
  }

  /** Index of the current token among those that are tokens. */
  get position(): number {
    return this.#position;
  }

  /** The token that the parser looks at; at the end it is `<EOF>`, as often as asked. */
  get current(): Token {
    return this.at(this.#position);
  }

  /** Go on; the end of the expression stays. */
  advance(): void {
    if (this.current.kind !== "<EOF>") this.#position++;
  }

  /** The token at an index; beyond the end, the end. */
  at(index: number): Token {
    for (;;) {
      const token = this.#tokens[index];
      if (token !== undefined) return token;
      const last = this.#tokens.at(-1);
      if (last?.kind === "<EOF>") return last;
      this.#tokens.push(this.#read());
    }
  }

  #read(): Token {
    for (;;) {
      this.#lexer.next();
      const { kind, start, end } = this.#lexer;
      if (kind !== "error") return { kind, start, end };
      this.#gaps.push({ start, end });
      this.#onError(start, this.#text.slice(start, end));
    }
  }

  /** Returns the text of a token; empty at its end. */
  textOf(token: Token): string {
    return this.#text.slice(token.start, token.end);
  }

  /** A token as messages quote it. */
  quote(token: Token): string {
    return shown(token.kind === "<EOF>" ? "<EOF>" : this.textOf(token));
  }

  /** The text from one token to another one as messages quote it, without what is no token. */
  quoteAll(first: Token, last: Token): string {
    if (first.kind === "<EOF>") return shown("<EOF>");
    let text = "";
    let from = first.start;
    for (const gap of this.#gaps) {
      if (gap.start < from || gap.start >= last.end) continue;
      text += this.#text.slice(from, gap.start);
      from = gap.end;
    }
    return shown(text + this.#text.slice(from, last.end));
  }
}

/** A piece of the expression on one line. */
function shown(text: string): string {
  const line = text.replaceAll("\t", "\\t").replaceAll("\n", "\\n").replaceAll("\r", "\\r");
  return `'${line}'`;
}
