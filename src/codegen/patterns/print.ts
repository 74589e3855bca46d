import type { CharSet } from "../../runtime/v1/values/re2/char-set.js";
import { complement, hasCodePoint, unicodeEscape } from "../../runtime/v1/values/re2/char-set.js";
import type { Re2Assertion, Re2Node, Re2Repeat } from "../../runtime/v1/values/re2/node.js";

/*
 * A parsed pattern as a regular expression of JavaScript's `u` mode. A text with an unpaired
 * surrogate is matched as if it had U+FFFD there, because that is what the API server reads; so a
 * class must treat the two alike.
 */

/** The expression, or undefined if a class has none that means exactly the same. */
export function printRegExp(node: Re2Node): string | undefined {
  const lost = { found: false };
  const text = print(node, lost);
  return lost.found ? undefined : text;
}

/** Tells whether every class, spelled as it is, treats unpaired surrogates like U+FFFD. */
export function isSurrogateSafe(node: Re2Node): boolean {
  switch (node.op) {
    case "literal":
      return !node.codes.includes(0xfffd);
    case "class":
      return surrogatesIn(node.set) === (hasCodePoint(node.set, 0xfffd) !== node.set.negated);
    case "capture":
    case "repeat":
      return isSurrogateSafe(node.sub);
    case "concat":
    case "alternate":
      return node.subs.every(isSurrogateSafe);
    default:
      return true;
  }
}

/** Set when some class cannot be printed. */
interface Lost {
  found: boolean;
}

function print(node: Re2Node, lost: Lost): string {
  switch (node.op) {
    case "empty":
      return "";
    case "literal":
      return node.codes.map((code) => printCode(code)).join("");
    case "class":
      return printSet(node.set, lost);
    case "assert":
      return printAssertion(node.assertion, lost);
    case "capture":
      return group(print(node.sub, lost));
    case "repeat":
      return printRepeat(node, lost);
    case "concat":
      return node.subs
        .map((sub) => (sub.op === "alternate" ? group(print(sub, lost)) : print(sub, lost)))
        .join("");
    case "alternate":
      return node.subs.map((sub) => print(sub, lost)).join("|");
  }
}

function printAssertion(assertion: Re2Assertion, lost: Lost): string {
  switch (assertion) {
    case "beginText":
      return "^";
    case "endText":
      return "$";
    // Where a character is asked for that is none but a line end, V8 finds the place between two
    // halves of one.
    case "beginLine":
      return "(?<=^|\\n)";
    case "endLine":
      return "(?=\\n|$)";
    case "wordBoundary":
      return "\\b";
    case "noWordBoundary":
      // V8 also finds `\\B` between the two halves of a character beyond U+FFFF.
      lost.found = true;
      return "\\B";
  }
}

function group(text: string): string {
  return `(?:${text})`;
}

function printRepeat(node: Re2Repeat, lost: Lost): string {
  const text = print(node.sub, lost);
  const isSingle =
    node.sub.op === "class" ||
    node.sub.op === "capture" ||
    (node.sub.op === "literal" && node.sub.codes.length === 1 && node.sub.codes[0] !== 0xfffd);
  return (isSingle ? text : group(text)) + quantifier(node) + (node.greedy ? "" : "?");
}

function quantifier({ min, max }: Re2Repeat): string {
  if (max === Infinity) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  if (min === 0 && max === 1) return "?";
  return min === max ? `{${min}}` : `{${min},${max}}`;
}

function printCode(code: number): string {
  return code === 0xfffd ? "[\\ufffd\\ud800-\\udfff]" : spell(code, /[\^$\\.*+?()[\]{}|/]/);
}

const controls: Readonly<Record<number, string>> = {
  0x09: "\\t",
  0x0a: "\\n",
  0x0b: "\\v",
  0x0c: "\\f",
  0x0d: "\\r",
};

/** A character, escaped where it has a meaning or does not print. */
function spell(code: number, special: RegExp): string {
  const character = String.fromCodePoint(code);
  if (special.test(character)) return `\\${character}`;
  const isPlain = code === 0x20 || !/[\p{C}\p{Z}\p{M}]/u.test(character);
  return isPlain ? character : (controls[code] ?? unicodeEscape(code));
}

const shorthands: ReadonlyMap<string, string> = new Map([
  ["48,57", "d"],
  ["48,57,65,90,95,95,97,122", "w"],
]);

function printSet(set: CharSet, lost: Lost): string {
  if (set.tests.length === 0) {
    const shorthand = shorthands.get(set.ranges.join());
    if (shorthand !== undefined) return `\\${set.negated ? shorthand.toUpperCase() : shorthand}`;
  }
  if (set.tests.some((test) => test.ignoreCase)) lost.found = true;
  const ranges = surrogateRanges(set, lost);
  const rest = complement(ranges);
  if (set.tests.length === 0 && rest.length < ranges.length) {
    return `[${set.negated ? "" : "^"}${printRanges(rest)}]`;
  }
  const tests = set.tests.map((test) =>
    test.negated ? test.source.replace("\\p", "\\P") : test.source,
  );
  return `[${set.negated ? "^" : ""}${printRanges(ranges)}${tests.join("")}]`;
}

/** The ranges, with the surrogates if and only if U+FFFD is meant. */
function surrogateRanges(set: CharSet, lost: Lost): readonly number[] {
  const wanted = hasCodePoint(set, 0xfffd) !== set.negated;
  const isTested = set.tests.some((test) => test.pattern.test("\ud800") !== test.negated);
  if (isTested && !wanted) lost.found = true;
  if (surrogatesIn(set) === wanted) return set.ranges;
  const kept: number[] = wanted ? [0xd800, 0xdfff] : [];
  for (let i = 0; i < set.ranges.length; i += 2) {
    const first = set.ranges[i] ?? 0;
    const last = set.ranges[i + 1] ?? 0;
    if (first < 0xd800) kept.push(first, Math.min(last, 0xd7ff));
    if (last > 0xdfff) kept.push(Math.max(first, 0xe000), last);
  }
  return kept;
}

/**
 * Tells whether a set's ranges and tests hold all surrogates (true) or none (false); some:
 * undefined.
 */
function surrogatesIn(set: CharSet): boolean | undefined {
  if (set.tests.some((test) => test.pattern.test("\ud800") !== test.negated)) return true;
  let count = 0;
  for (let i = 0; i < set.ranges.length; i += 2) {
    const first = Math.max(set.ranges[i] ?? 0, 0xd800);
    const last = Math.min(set.ranges[i + 1] ?? 0, 0xdfff);
    if (first <= last) count += last - first + 1;
  }
  return count === 0 ? false : count === 0x800 ? true : undefined;
}

function printRanges(ranges: readonly number[]): string {
  let text = "";
  for (let i = 0; i < ranges.length; i += 2) {
    const first = ranges[i] ?? 0;
    const last = ranges[i + 1] ?? 0;
    text += spell(first, /[\\\]^[-]/);
    if (last > first + 1) text += "-";
    if (last > first) text += spell(last, /[\\\]^[-]/);
  }
  return text;
}
