import type { ValueValidation } from "../../../crd/ir/schema.js";
import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import type { CharSet } from "../../../runtime/v1/values/re2/char-set.js";
import { unicodeEscape } from "../../../runtime/v1/values/re2/char-set.js";
import type { Re2Assertion, Re2Node, Re2Repeat } from "../../../runtime/v1/values/re2/node.js";
import { Re2Error } from "../../../runtime/v1/values/re2/node.js";
import { parseRe2 } from "../../../runtime/v1/values/re2/parse.js";

/**
 * A pattern of Go as a regular expression of JSON Schema (ECMAScript with the flag `u`) that
 * matches the same texts; undefined where there is none, which are those that ignore case beyond
 * ASCII, and where Go refuses the pattern.
 */
export function ecmaPattern(pattern: string): string | undefined {
  const tree = parseRe2(pattern);
  return tree instanceof Re2Error ? undefined : sourceOf(tree.root);
}

const assertions: Readonly<Record<Re2Assertion, string>> = {
  beginText: "^",
  endText: "$",
  beginLine: "(?<![^\\n])",
  endLine: "(?![^\\n])",
  wordBoundary: "\\b",
  noWordBoundary: "\\B",
};

function sourceOf(node: Re2Node): string | undefined {
  switch (node.op) {
    case "empty":
      return "";
    case "literal":
      return node.codes.map(characterOf).join("");
    case "class":
      return classOf(node.set);
    case "assert":
      return assertions[node.assertion];
    case "capture":
      return wrapped("(", node.sub);
    case "repeat":
      return repeatOf(node);
    case "concat":
      return joined(node.subs.map(concatenable), "");
    case "alternate":
      return joined(node.subs.map(sourceOf), "|");
  }
}

function concatenable(node: Re2Node): string | undefined {
  return node.op === "alternate" ? wrapped("(?:", node) : sourceOf(node);
}

function repeatOf({ min, max, greedy, sub }: Re2Repeat): string | undefined {
  const isOne = sub.op === "class" || sub.op === "capture" || isCharacter(sub);
  const source = isOne ? sourceOf(sub) : wrapped("(?:", sub);
  return source && source + countOf(min, max) + (greedy ? "" : "?");
}

function isCharacter(node: Re2Node): boolean {
  return node.op === "literal" && node.codes.length === 1;
}

function countOf(min: number, max: number): string {
  if (max === Infinity) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  if (min === 0 && max === 1) return "?";
  return min === max ? `{${min}}` : `{${min},${max}}`;
}

function wrapped(open: string, node: Re2Node): string | undefined {
  const source = sourceOf(node);
  return source === undefined ? undefined : `${open}${source})`;
}

function joined(sources: readonly (string | undefined)[], separator: string): string | undefined {
  return sources.includes(undefined) ? undefined : sources.join(separator);
}

function classOf({ ranges, tests, negated }: CharSet): string | undefined {
  // A class of JavaScript ignores case everywhere or nowhere.
  if (tests.some(({ ignoreCase, negated: isNegated }) => ignoreCase || isNegated)) return undefined;
  let source = tests.map((test) => test.source).join("");
  for (let index = 0; index < ranges.length; index += 2) {
    const [first = 0, last = 0] = ranges.slice(index, index + 2);
    source += classCharacter(first);
    if (last > first)
      source += last > first + 1 ? `-${classCharacter(last)}` : classCharacter(last);
  }
  if (source === "" && !negated) return "[]";
  return `[${negated ? "^" : ""}${source}]`;
}

function characterOf(code: number): string {
  const character = String.fromCodePoint(code);
  if (/[$()*+./?[\\\]^{|}]/.test(character)) return `\\${character}`;
  return plainOrEscaped(code);
}

function classCharacter(code: number): string {
  const character = String.fromCodePoint(code);
  if (/[\\\]^-]/.test(character)) return `\\${character}`;
  return plainOrEscaped(code);
}

const controls: Readonly<Record<number, string>> = {
  0x09: "\\t",
  0x0a: "\\n",
  0x0b: "\\v",
  0x0c: "\\f",
  0x0d: "\\r",
};

function plainOrEscaped(code: number): string {
  if (code >= 0x20 && code < 0x7f) return String.fromCodePoint(code);
  return controls[code] ?? unicodeEscape(code);
}

/*
 * The server and JSON Schema count code points (`utf8.RuneCountInString` in go-openapi's
 * `validate/values.go`). yaml-language-server and JetBrains' editors count UTF-16 units, of which
 * the characters beyond U+FFFF, such as emoji, have two.
 */

const lastOfOneUnit = 0xffff;

/** Texts with a character of two units, also for those who read patterns without the flag `u`. */
const longer: JsonObject = { pattern: "[^\\u0000-\\uffff]" };

/**
 * The lengths that both counts refuse. Where the pattern allows characters of two units, texts that
 * have some may be twice as long, so that no editor refuses what the server takes.
 */
export function lengthKeywords(validation: ValueValidation): JsonObject {
  const { maxLength = 0 } = validation;
  if (maxLength === 0 || isCountedAlike(validation)) return plainLengths(validation);
  return {
    ...plainLengths({ ...validation, maxLength: undefined }),
    if: longer,
    then: { maxLength: 2 * maxLength },
    else: { maxLength },
  };
}

/**
 * The lengths where editors find exactly the texts too short and too long that the server does;
 * undefined where they may not.
 */
export function exactLengths(validation: ValueValidation): JsonObject | undefined {
  const { minLength, maxLength } = validation;
  // Whether a text is empty is the same in both counts.
  const isPlain = (minLength ?? 0) <= 1 && (maxLength ?? 0) === 0;
  return isPlain || isCountedAlike(validation) ? plainLengths(validation) : undefined;
}

function plainLengths({ minLength, maxLength }: ValueValidation): JsonObject {
  return {
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
  };
}

/** Tells whether all texts that the other keywords allow have the same length in both counts. */
function isCountedAlike({ pattern, enum: values }: ValueValidation): boolean {
  if (values.length > 0) return values.every((value) => !isLonger(value));
  const tree = parseRe2(pattern);
  return !(tree instanceof Re2Error) && isWhole(tree.root) && !mayBeLonger(tree.root);
}

function isLonger(value: unknown): boolean {
  return typeof value === "string" && /[^\0-\uffff]/u.test(value);
}

/** Tells whether a pattern matches only whole texts, as far as its first and last parts show. */
function isWhole(node: Re2Node): boolean {
  if (node.op === "capture") return isWhole(node.sub);
  if (node.op === "alternate") return node.subs.every(isWhole);
  if (node.op !== "concat") return false;
  const [first, last] = [node.subs[0], node.subs.at(-1)];
  return isAssertion(first, "beginText") && isAssertion(last, "endText");
}

function isAssertion(node: Re2Node | undefined, assertion: string): boolean {
  return node?.op === "assert" && node.assertion === assertion;
}

/** Tells whether a part of a pattern may match a character of two UTF-16 units. */
function mayBeLonger(node: Re2Node): boolean {
  switch (node.op) {
    case "empty":
    case "assert":
      return false;
    case "literal":
      return node.codes.some((code) => code > lastOfOneUnit);
    case "class": {
      const { ranges, tests, negated } = node.set;
      return negated || tests.length > 0 || (ranges.at(-1) ?? 0) > lastOfOneUnit;
    }
    case "capture":
    case "repeat":
      return mayBeLonger(node.sub);
    case "concat":
    case "alternate":
      return node.subs.some(mayBeLonger);
  }
}
