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
