import type { Build } from "./build.js";
import { fixed, open, several } from "./build.js";
import type { Splice } from "./holes.js";
import { toName } from "./holes.js";

const endToken: Token = { type: "end", text: "", hole: -1, lines: 0, spaced: false };

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
    return this.#tokens[at] ?? endToken;
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

/** A token of a template. */
export interface Token {
  readonly type: TokenType;
  /** As written; empty for holes and the end. */
  readonly text: string;
  /** The number of a hole, else -1. */
  readonly hole: number;
  /** How many line ends stand before it. */
  readonly lines: number;
  /** True if anything stands between it and the token before. */
  readonly spaced: boolean;
  /** The contents of a template literal. */
  readonly literal?: TemplateLiteral;
}

/** The type of a token; `text`: a template literal. */
type TokenType =
  "word" | "number" | "string" | "regexp" | "text" | "sign" | "comment" | "hole" | "end";

/** A template literal in a template. */
export interface TemplateLiteral {
  readonly parts: readonly string[];
  /** Between the parts: the numbers of holes, or texts of code. */
  readonly between: readonly (number | string)[];
}

const patterns: readonly (readonly [TokenType, RegExp])[] = [
  ["comment", /\/\/[^\n]*|\/\*[^]*?\*\//y],
  ["string", /"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'/y],
  ["number", /(?:0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)n?/y],
  ["word", /[\p{ID_Start}$_][\p{ID_Continue}$\u200C\u200D]*/uy],
  ["sign", /\.\.\.|=>|[=!]==|[=!]=|<=|>=|\*\*|&&=|\|\|=|\?\?=|&&|\|\||\?\?|\?\.(?!\d)|\+\+|--|<<|[-+*/%|&]=|[-+*/%|&^<>=!~?:;,.(){}[\]]/y], // prettier-ignore
];
const regexp = /\/(?:[^\\/[\n]|\\.|\[(?:[^\\\]]|\\.)*\])+\/[a-z]*/y;
const space = /\s*/y;
/** Words after which a slash begins a regular expression. */
const beforeOperand = new Set(["return", "typeof", "case", "in", "of", "instanceof", "else"]);

/** The tokens of a template's parts, with holes between them and an end behind them. */
export function tokenize(parts: readonly string[]): readonly Token[] {
  const lexer = new Lexer(parts);
  lexer.run();
  return lexer.tokens;
}

class Lexer {
  readonly tokens: Token[] = [];
  readonly #parts: readonly string[];
  #part = 0;
  #at = 0;
  #lines = 0;
  #spaced = false;

  constructor(parts: readonly string[]) {
    this.#parts = parts;
  }

  run(): void {
    for (;;) {
      this.#skipSpace();
      if (this.#at < this.#text.length) this.#token();
      else if (this.#part < this.#parts.length - 1) this.#hole();
      else break;
    }
    this.#add("end", "");
  }

  get #text(): string {
    return this.#parts[this.#part] ?? "";
  }

  #add(type: TokenType, text: string, hole = -1, literal?: TemplateLiteral): void {
    const [lines, spaced] = [this.#lines, this.#spaced];
    this.tokens.push({ type, text, hole, lines, spaced, ...(literal && { literal }) });
    this.#lines = 0;
    this.#spaced = false;
  }

  #skipSpace(): void {
    const found = match(space, this.#text, this.#at) ?? "";
    this.#lines += found.split("\n").length - 1;
    this.#spaced ||= found !== "";
    this.#at += found.length;
  }

  #hole(): void {
    this.#add("hole", "", this.#part++);
    this.#at = 0;
  }

  #token(): void {
    const [text, at] = [this.#text, this.#at];
    if (text[at] === "`") {
      this.#at++;
      this.#add("text", "`", -1, this.#templateLiteral());
      return;
    }
    const [type, found] = this.#plainToken(text, at);
    this.#add(type, found);
    this.#at += found.length;
  }

  #plainToken(text: string, at: number): readonly [TokenType, string] {
    const isPattern = text[at] === "/" && isOperandNext(this.tokens);
    for (const [type, pattern] of patterns) {
      const found = match(pattern, text, at);
      if (found === undefined) continue;
      const literal = isPattern && type === "sign" ? match(regexp, text, at) : undefined;
      return literal === undefined ? [type, found] : ["regexp", literal];
    }
    throw new Error(`invariant: no token of a template: ${text.slice(at, at + 40)}`);
  }

  /** Reads up to the end of a template literal, whose holes may be the template's own. */
  #templateLiteral(): TemplateLiteral {
    const parts: string[] = [];
    const between: (number | string)[] = [];
    let part = "";
    for (;;) {
      const [text, at] = [this.#text, this.#at];
      const hole = text.startsWith("${", at) ? holeText(text, at) : undefined;
      if (text[at] === "`") {
        this.#at++;
        return { parts: [...parts, part], between };
      }
      if (at >= text.length || hole !== undefined) {
        parts.push(part);
        part = "";
        between.push(hole ?? this.#part);
        if (hole === undefined) this.#nextPart();
        else this.#at += hole.length + 3;
      } else {
        const length = text[at] === "\\" ? 2 : 1;
        part += text.slice(at, at + length);
        this.#at += length;
      }
    }
  }

  #nextPart(): void {
    if (this.#part === this.#parts.length - 1) {
      throw new Error("invariant: a template literal without an end");
    }
    this.#part++;
    this.#at = 0;
  }
}

/** The code between the braces of a hole that is written in the template. */
function holeText(text: string, at: number): string {
  let depth = 1;
  let end = at + 2;
  for (; depth > 0 && end < text.length; end++)
    depth += text[end] === "{" ? 1 : text[end] === "}" ? -1 : 0;
  return text.slice(at + 2, end - 1);
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function isOperandNext(tokens: readonly Token[]): boolean {
  const last = tokens.findLast(({ type }) => type !== "comment");
  if (last === undefined) return true;
  if (last.type === "word") return beforeOperand.has(last.text);
  return last.type === "sign" && !")]}".includes(last.text);
}
