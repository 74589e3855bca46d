import { lineEnd, startOfLine } from "../../../crd/source/split-documents.js";
import type { CelReader, ExpressionScope, KnownExpression } from "./reading.js";

/** A place within an expression. */
export interface CelSpot {
  readonly text: string;
  /** In `text`. */
  readonly offset: number;
  readonly part: KnownExpression["part"];
  readonly scope: ExpressionScope | undefined;
  /** The offset in the file of an offset in `text`. */
  readonly toFile: (offset: number) => number;
}

/**
 * Finds the expression that an offset of a text is in, or at the end of; undefined where there is
 * none. Where the document cannot be read because of that expression, its line is taken as it is.
 */
export async function spotAt(
  reader: CelReader,
  text: string,
  offset: number,
): Promise<CelSpot | undefined> {
  if (!text.includes("x-kubernetes-validations")) return undefined;
  const { expressions } = await reader.read(text);
  for (const expression of expressions) {
    const spot = spotWithin(expression, text, offset);
    if (spot !== undefined) return spot;
  }
  return spotInLine(reader, text, offset);
}

function spotWithin(
  expression: KnownExpression,
  text: string,
  offset: number,
): CelSpot | undefined {
  const { map, part, scope } = expression;
  const { start, end } = contentOf(expression, text);
  if (offset < start) return undefined;
  if (offset <= end) {
    const toFile = (at: number): number => map.toFile(at);
    return { text: expression.text, offset: map.toValue(offset), part, scope, toFile };
  }
  const blanks = text.slice(end, offset);
  if (!isBehind(blanks, expression, text)) return undefined;
  const before = expression.text.trimEnd();
  const whole = before + blanks;
  const toFile = (at: number): number =>
    at <= before.length ? map.toFile(at) : offset - (whole.length - at);
  return { text: whole, offset: whole.length, part, scope, toFile };
}

/** Between the quotes, or below the indicator. */
function contentOf({ value, map }: KnownExpression, text: string): { start: number; end: number } {
  const first = text.charAt(value.start);
  if (first === "'" || first === '"') return { start: value.start + 1, end: value.end - 1 };
  return { start: Math.min(map.toFile(0), value.end), end: value.end };
}

/**
 * Tells whether blanks behind a scalar go on with it: on its line, or as further lines of a block.
 */
function isBehind(blanks: string, { value, key }: KnownExpression, text: string): boolean {
  if (!/^\s*$/.test(blanks)) return false;
  const first = text.charAt(value.start);
  if (first === "'" || first === '"') return false;
  const line = blanks.lastIndexOf("\n");
  if (line < 0) return true;
  const column = key.start - startOfLine(text, key.start);
  return (first === "|" || first === ">") && blanks.length - line - 1 > column;
}

const ruleLine = /^([ \t]*(?:- +)*(["']?)(?:rule|messageExpression)\2[ \t]*:[ \t]+)(.*)$/;

/** Where the expression of a rule is written that may make its document unreadable. */
interface WrittenRule {
  /** Of the value, with its quote. */
  readonly start: number;
  readonly isJson: boolean;
}

/**
 * The rule in the line of an offset, or in a line before it whose quote nothing ends: then the
 * lines in between belong to it if they are indented further than its key.
 */
function ruleAround(text: string, offset: number): WrittenRule | undefined {
  const own = startOfLine(text, offset);
  const mayBegin = ({ start, isJson }: WrittenRule, lineStart: number): boolean => {
    const quote = text.charAt(start);
    if (isJson || !/["']/.test(quote)) return false;
    const column = text.slice(lineStart).search(/[^\s-]/);
    const further = text.slice(endOfLine(text, start), offset).split("\n").slice(1);
    const isIndented = further.every((line) => line.search(/\S|$/) > column || line.trim() === "");
    return isIndented && !endings[quote === "'" ? "single" : "double"].test(text.slice(start, own));
  };
  for (let lineStart = own; ; lineStart = startOfLine(text, lineStart - 1)) {
    const match = ruleLine.exec(text.slice(lineStart, endOfLine(text, lineStart)));
    if (match !== null) {
      const [, before = ""] = match;
      const found = { start: lineStart + before.length, isJson: /["']/.test(before) };
      return lineStart === own || mayBegin(found, lineStart) ? found : undefined;
    }
    if (lineStart === 0 || own - lineStart > longestRule) return undefined;
  }
}

/** So many UTF-16 units are looked through for the beginning of a rule. */
const longestRule = 10_000;

/** Quoted texts that have their end. */
const endings = {
  double: /^"(?:[^"\\]|\\.)*"/s,
  single: /^'(?:[^']|'')*'(?!')/,
} as const;

/** The expression of a line that may have made the document one that nobody can read. */
async function spotInLine(
  reader: CelReader,
  text: string,
  offset: number,
): Promise<CelSpot | undefined> {
  const rule = ruleAround(text, offset);
  if (rule === undefined) return undefined;
  const { start, isJson } = rule;
  const end = endOfLine(text, offset);
  const written = text.slice(start, end);
  const needsComma = isJson && /^\s*"/.test(text.slice(end));
  const mended = `${text.slice(0, start)}"x"${needsComma ? "," : ""}${text.slice(end)}`;
  const { expressions } = await reader.read(mended);
  const found = expressions.find(({ value }) => value.start === start);
  const quote = /^["']/.exec(written)?.[0] ?? "";
  const body = start + quote.length;
  if (found === undefined || offset < body) return undefined;
  const content = written.slice(quote.length).replace(endOf(quote), "");
  const { part, scope } = found;
  const shown = content.padEnd(offset - body, " ");
  return { text: shown, offset: offset - body, part, scope, toFile: (at) => body + at };
}

function endOf(quote: string): RegExp {
  return quote === "" ? /\s+$/ : quote === "'" ? /'\s*$/ : /"\s*,?\s*$/;
}

/** Where the line of an offset ends, in front of its line break. */
export function endOfLine(text: string, offset: number): number {
  const end = lineEnd(text, offset);
  return text.charAt(end - 1) === "\r" && end > offset ? end - 1 : end;
}
