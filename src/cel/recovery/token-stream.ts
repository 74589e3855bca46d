import { Lexer } from "../syntax/lexer.js";
import type { Token } from "../syntax/token.js";

/**
 * Told about characters that are no token: where they begin, and what the message shows of them.
 */
export type LexicalErrorListener = (offset: number, text: string) => void;

/**
 * The tokens of an expression, read when they are first looked at; characters that are no token are
 * left out.
 */
export class TokenStream {
  readonly #text: string;
  readonly #lexer: Lexer;
  readonly #onError: LexicalErrorListener;
  readonly #tokens: Token[] = [];
  /** Places of the characters left out. */
  readonly #gaps: { readonly start: number; readonly end: number }[] = [];
  #position = 0;

  constructor(text: string, backticks: boolean, onError: LexicalErrorListener) {
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

  /** The token after the current one. */
  get next(): Token {
    return this.at(this.#position + 1);
  }

  /** Go on; the end of the expression stays. */
  advance(): void {
    if (this.current.kind !== "<EOF>") this.#position++;
  }

  /** The token at an index; beyond the end, the end. */
  at(index: number): Token {
    while (this.#tokens.length <= index) {
      const last = this.#tokens.at(-1);
      if (last?.kind === "<EOF>") return last;
      this.#tokens.push(this.#read());
    }
    const token = this.#tokens[index];
    if (token === undefined) throw new Error("tokens up to here were read");
    return token;
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

  /** What the expression has at a token; empty at its end. */
  textOf(token: Token): string {
    return this.#text.slice(token.start, token.end);
  }

  /** The text from one token to another one, without what is no token. */
  textBetween(first: Token, last: Token): string {
    let text = "";
    let from = first.start;
    for (const gap of this.#gaps) {
      if (gap.start < from || gap.start >= last.end) continue;
      text += this.#text.slice(from, gap.start);
      from = gap.end;
    }
    return text + this.#text.slice(from, last.end);
  }
}
