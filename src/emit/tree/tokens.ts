import type { Expression } from "./nodes.js";

/** A token of TypeScript; `node`: an expression that is a tree already. */
export interface Token {
  readonly type: "word" | "number" | "string" | "regexp" | "sign" | "comment" | "node" | "end";
  readonly text: string;
  readonly node?: Expression;
  /** How many line ends stand before it. */
  readonly lines: number;
  /** Whether a space or line end stands before it. */
  readonly spaced: boolean;
}

const space = /[ \n]*/y;
const word = /[\p{ID_Start}$_][\p{ID_Continue}$\u200C\u200D]*/uy;
const asciiWord = /[A-Za-z$_][\w$]*/y;
const number = /(?:0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)n?/y;
const string = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/y;
const comment = /\/\/[^\n]*|\/\*[^]*?\*\//y;
const regexp = /\/(?:[^\\/[]|\\.|\[(?:[^\\\]]|\\.)*\])+\/[a-z]*/y;
const sign =
  /\.\.\.|=>|[=!]==|[=!]=|<=|>=|\*\*|&&=|\|\|=|\?\?=|&&|\|\||\?\?|\?\.(?!\d)|\+\+|--|[-+*/%|&]=|[-+*/%|&^<>=!~?:;,.(){}[\]]/y;

/** Words after which a slash begins a regular expression. */
const beforeOperand = new Set(["return", "typeof", "case", "in", "of", "instanceof", "else"]);

/** What stands between the tokens of a template and a hole behind them. */
export interface Gap {
  readonly lines: number;
  readonly spaced: boolean;
}

/** The tokens of the parts of a template, and the gaps before its holes. */
export function tokenizeParts(parts: readonly string[]): {
  readonly tokens: readonly (readonly Token[])[];
  readonly gaps: readonly Gap[];
} {
  const whole = parts.map((part, index) => tokenize(part, index === 0 ? undefined : hole));
  return {
    tokens: whole.map((tokens) => tokens.slice(0, -1)),
    gaps: whole.map((tokens) => tokens.at(-1) ?? hole),
  };
}

/** What stands in a hole can be an operand, and a slash behind it divides. */
const hole: Token = { type: "number", text: "", lines: 0, spaced: false };

/**
 * The tokens of a text that follows a token, with an end behind them; throws on what is no token.
 */
export function tokenize(text: string, before?: Token): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let previous = before;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  for (;;) {
    const gap = take(space) ?? "";
    at += gap.length;
    const lines = gap === "" || gap === " " ? 0 : gap.split("\n").length - 1;
    const add = (type: Token["type"], found: string): void => {
      const token = { type, text: found, lines, spaced: gap !== "" };
      tokens.push(token);
      if (type !== "comment") previous = token;
      at += found.length;
    };
    if (at >= text.length) {
      add("end", "");
      return tokens;
    }
    const char = text.charCodeAt(at);
    if (char === slash) {
      const note = take(comment);
      const pattern = note === undefined && isOperandNext(previous) ? take(regexp) : undefined;
      if (note !== undefined) add("comment", note);
      else if (pattern !== undefined) add("regexp", pattern);
      else add("sign", required(take(sign), text, at));
    } else if (char === quote || char === apostrophe)
      add("string", required(take(string), text, at));
    else if (char >= zero && char <= nine) add("number", required(take(number), text, at));
    else {
      const found = take(sign);
      if (found === undefined) add("word", required(wordAt(text, take), text, at));
      else add("sign", found);
    }
  }
}

function wordAt(text: string, take: (pattern: RegExp) => string | undefined): string | undefined {
  const found = take(asciiWord);
  return found !== undefined && !isBeyondAscii(text, asciiWord.lastIndex) ? found : take(word);
}

function isBeyondAscii(text: string, at: number): boolean {
  return at < text.length && text.charCodeAt(at) > 0x7f;
}

const slash = 0x2f;
const quote = 0x22;
const apostrophe = 0x27;
const zero = 0x30;
const nine = 0x39;

function isOperandNext(previous: Token | undefined): boolean {
  if (previous === undefined) return true;
  if (previous.type === "word") return beforeOperand.has(previous.text);
  return previous.type === "sign" && !")]}".includes(previous.text);
}

function required(found: string | undefined, text: string, at: number): string {
  if (found !== undefined) return found;
  throw new Error(
    `invariant: no token of generated code: ${JSON.stringify(text.slice(at, at + 40))}`,
  );
}
