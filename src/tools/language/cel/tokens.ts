import { Lexer } from "../../../cel/syntax/lexer.js";
import type { TokenKind } from "../../../cel/syntax/token.js";
import type { CelReading, KnownExpression } from "./reading.js";

/** The kinds of words in an expression, for whoever gives them colours. */
export const wordKinds = [
  "keyword",
  "variable",
  "property",
  "function",
  "string",
  "number",
  "operator",
  "comment",
] as const;

/** One of them. */
export type WordKind = (typeof wordKinds)[number];

/** A part of a text, in UTF-16 units, half open; it is within one line. */
export interface Word {
  readonly from: number;
  readonly to: number;
  readonly kind: WordKind;
}

/** A token of an expression; `error` where it has none. */
export interface CelToken {
  readonly kind: TokenKind | "error";
  readonly start: number;
  readonly end: number;
}

/** The tokens of an expression, without its end. */
export function tokensOf(text: string): readonly CelToken[] {
  const lexer = new Lexer(text);
  const tokens: CelToken[] = [];
  for (;;) {
    lexer.next();
    const { kind, start, end } = lexer;
    if (kind === "<EOF>") return tokens;
    tokens.push({ kind, start, end });
  }
}

/** The words of all expressions of a text, in its order. */
export function wordsOf({ expressions }: CelReading, text: string): readonly Word[] {
  return expressions
    .flatMap((expression) => wordsIn(expression, text))
    .sort((a, b) => a.from - b.from);
}

function wordsIn({ text: own, map }: KnownExpression, text: string): readonly Word[] {
  return classified(own).flatMap(({ from, to, kind }) => {
    const [first, last] = [map.toFile(from), map.toFile(to - 1)];
    if (last - first === to - 1 - from && isSameLine(text, first, last)) {
      return [{ from: first, to: endOf(text, last, map.toFile(to)), kind }];
    }
    const pieces: Word[] = [];
    // A token of several lines is one word on each of them.
    for (let at = from; at < to;) {
      const start = map.toFile(at);
      let next = at + 1;
      while (next < to && isSameLine(text, map.toFile(next - 1), map.toFile(next))) next++;
      // A line break of the token is a character of it, too.
      const [line = ""] = text
        .slice(start, endOf(text, map.toFile(next - 1), map.toFile(next)))
        .split("\n");
      const end = start + line.trimEnd().length;
      if (own.slice(at, next).trim() !== "") pieces.push({ from: start, to: end, kind });
      at = next;
    }
    return pieces;
  });
}

function isSameLine(text: string, from: number, to: number): boolean {
  return !text.slice(from, to).includes("\n");
}

/** Behind the character at `last`, which may be an escape that the next one follows. */
function endOf(text: string, last: number, next: number): number {
  if (/^\\.|^''/.test(text.slice(last, last + 2)) && next > last + 1) {
    return isSameLine(text, last, next) ? next : last + 2;
  }
  return last + 1;
}

/** The words of an expression, by its own offsets. */
export function classified(text: string): readonly Word[] {
  const tokens = tokensOf(text);
  const words: Word[] = [];
  let before = 0;
  for (const [index, token] of tokens.entries()) {
    words.push(...commentsIn(text, before, token.start));
    const kind = kindOf(tokens, index);
    if (kind !== undefined) words.push({ from: token.start, to: token.end, kind });
    before = token.end;
  }
  return [...words, ...commentsIn(text, before, text.length)];
}

function commentsIn(text: string, from: number, to: number): readonly Word[] {
  return Array.from(text.slice(from, to).matchAll(/\/\/[^\n]*/g), ({ index, 0: comment }) => ({
    from: from + index,
    to: from + index + comment.trimEnd().length,
    kind: "comment",
  }));
}

function kindOf(tokens: readonly CelToken[], index: number): WordKind | undefined {
  const kind = tokens[index]?.kind;
  switch (kind) {
    case "IDENTIFIER":
    case "ESC_IDENTIFIER":
      return kindOfName(tokens, index);
    case "STRING":
    case "BYTES":
      return "string";
    case "NUM_INT":
    case "NUM_UINT":
    case "NUM_FLOAT":
      return "number";
    case "true":
    case "false":
    case "null":
    case "in":
      return "keyword";
    default:
      return kind !== undefined && operatorKinds.has(kind) ? "operator" : undefined;
  }
}

const operatorKinds: ReadonlySet<string> = new Set([
  ...["==", "!=", "<", "<=", ">=", ">", "&&", "||", "!", "?", ":", "+", "-", "*", "/", "%"],
]);

function kindOfName(tokens: readonly CelToken[], index: number): WordKind {
  if (tokens[index + 1]?.kind === "(") return "function";
  return dotBefore(tokens, index) === undefined ? "variable" : "property";
}

/** The index of the dot before a name, with `?` between them or not; undefined where none is. */
export function dotBefore(tokens: readonly CelToken[], index: number): number | undefined {
  if (tokens[index - 1]?.kind === ".") return index - 1;
  const isOptional = tokens[index - 1]?.kind === "?" && tokens[index - 2]?.kind === ".";
  return isOptional ? index - 2 : undefined;
}
