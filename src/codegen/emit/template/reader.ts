import type { Build } from "./build.js";
import { fixed, open, several } from "./build.js";
import type { Splice } from "./holes.js";
import { toName } from "./holes.js";
import type { Token } from "./tokens.js";

const end: Token = { type: "end", text: "", hole: -1, lines: 0, spaced: false };

/** Reads the tokens of a template one after the other. */
export class TokenReader {
  readonly #tokens: readonly Token[];
  protected at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** Throws unless all was read. */
  finish(): void {
    if (this.next.type !== "end") this.fail();
  }

  protected get next(): Token {
    return this.tokenAt(this.at);
  }

  protected tokenAt(at: number): Token {
    return this.#tokens[at] ?? end;
  }

  protected peek(by: number): Token {
    return this.tokenAt(this.at + by);
  }

  protected take(): Token {
    return this.tokenAt(this.at++);
  }

  protected accept(text: string): boolean {
    if (this.next.text !== text || this.next.type === "string") return false;
    this.at++;
    return true;
  }

  protected expect(text: string): void {
    if (!this.accept(text)) this.fail();
  }

  /** Where the bracket closes that comes next. */
  protected closing(): number {
    let depth = 0;
    for (let at = this.at; ; at++) {
      const { text, type } = this.tokenAt(at);
      if (type === "end") return at;
      if (type !== "sign") continue;
      if (text === "(" || text === "[" || text === "{") depth++;
      else if ((text === ")" || text === "]" || text === "}") && --depth === 0) return at;
    }
  }

  /** A name, or a key as it is written. */
  protected name(): Build<string> {
    const { type, text, hole } = this.take();
    if (type === "hole") return open((holes) => toName(holes[hole]));
    if (type !== "word" && type !== "string" && type !== "number") this.fail();
    return fixed(text);
  }

  /** Items between commas up to a sign or the end, which is taken; a hole may stand for several. */
  protected items<T>(
    last: string,
    read: () => Build<T>,
    convert: (splice: Splice) => readonly T[],
  ): Build<readonly T[]> {
    const found: Build<readonly T[]>[] = [];
    while (!this.#isLast(last)) {
      const { type, hole } = this.next;
      if (type === "hole" && this.#endsItem(this.peek(1), last)) {
        this.at++;
        found.push(open((holes) => convert(holes[hole])));
      } else found.push(one(read()));
      if (!this.accept(",") && !this.#endsItem(this.next, last)) this.fail();
    }
    return several(found);
  }

  #endsItem({ type, text }: Token, last: string): boolean {
    return type === "end" || (type === "sign" && (text === "," || text === last));
  }

  #isLast(last: string): boolean {
    return last === "" ? this.next.type === "end" : this.accept(last);
  }

  protected fail(): never {
    const texts = this.#tokens.map(({ type, text }) => (type === "hole" ? "${…}" : text));
    const [before, behind] = [texts.slice(0, this.at), texts.slice(this.at)];
    throw new Error(`invariant: no template: ${before.join(" ")} ⟂ ${behind.join(" ")}`);
  }
}

/** A part as a list of one. */
export function one<T>(build: Build<T>): Build<readonly T[]> {
  if (build.isFixed) return fixed([build.make([])]);
  const { make } = build;
  return open((holes) => [make(holes)]);
}
