/**
 * A set of characters of a pattern: ranges of code points, and tests for what has no short list of
 * ranges (Unicode properties, case folding beyond ASCII). Code points are those Go sees: never a
 * surrogate.
 */
export interface CharSet {
  /** Pairs of first and last code point, ascending and apart. */
  readonly ranges: readonly number[];
  readonly tests: readonly CharTest[];
  /** The set is everything else. */
  readonly negated: boolean;
}

/**
 * A class that a JavaScript regular expression decides, as `\p{Lu}`; `source` is in the syntax of
 * its `u` mode.
 */
export interface CharTest {
  readonly source: string;
  readonly ignoreCase: boolean;
  readonly negated: boolean;
  /** Matches one character of the class, before `negated`. */
  readonly pattern: RegExp;
}

/** The last code point of Unicode. */
export const maxCodePoint = 0x10ffff;

/** The highest code point that has a counterpart in another case. */
const maxFold = 0x1e943;

/** A set that is being put together. */
export interface CharSetBuilder {
  readonly ranges: number[];
  readonly tests: CharTest[];
}

/** A set of nothing, to be filled by `addRange` and finished by `finishCharSet`. */
export function newCharSet(): CharSetBuilder {
  return { ranges: [], tests: [] };
}

/** Puts the ranges in order and joins those that touch. */
export function finishCharSet(builder: CharSetBuilder, negated: boolean): CharSet {
  return { ranges: cleanRanges(builder.ranges), tests: builder.tests, negated };
}

/**
 * Adds a range; with `fold` also what equals one of its characters but for case (Go's
 * `unicode.SimpleFold`).
 */
export function addRange(set: CharSetBuilder, first: number, last: number, fold: boolean): void {
  set.ranges.push(first, last);
  if (!fold || last < 0x41 || first > maxFold) return;
  addFoldedAscii(set.ranges, first, last);
  if (last < 0x80) return;
  const from = unicodeEscape(Math.max(first, 0x80));
  set.tests.push(charTest(`[${from}-${unicodeEscape(last)}]`, true, false));
}

/** Adds a table of ranges, or all but it. */
export function addGroup(
  set: CharSetBuilder,
  ranges: readonly number[],
  negated: boolean,
  fold: boolean,
): void {
  const folded: CharSetBuilder = newCharSet();
  for (let i = 0; i < ranges.length; i += 2) {
    addRange(folded, ranges[i] ?? 0, ranges[i + 1] ?? 0, fold);
  }
  const clean = cleanRanges(folded.ranges);
  set.ranges.push(...(negated ? complement(clean) : clean));
}

/** Adds what a Unicode property names, or all but it. */
export function addProperty(
  set: CharSetBuilder,
  property: string,
  negated: boolean,
  fold: boolean,
): void {
  set.tests.push(charTest(`\\p{${property}}`, fold, negated));
}

/** Tells whether a set has a code point. */
export function hasCodePoint(set: CharSet, code: number): boolean {
  return (
    (inRanges(set.ranges, code) || set.tests.some((test) => passes(test, code))) !== set.negated
  );
}

/** The code points between and around clean ranges. */
export function complement(ranges: readonly number[]): number[] {
  const gaps: number[] = [];
  let next = 0;
  for (let i = 0; i < ranges.length; i += 2) {
    const first = ranges[i] ?? 0;
    if (next < first) gaps.push(next, first - 1);
    next = (ranges[i + 1] ?? 0) + 1;
  }
  if (next <= maxCodePoint) gaps.push(next, maxCodePoint);
  return gaps;
}

/** A code point as an escape of JavaScript's `u` mode. */
export function unicodeEscape(code: number): string {
  const hex = code.toString(16);
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, "0")}`;
}

function charTest(source: string, ignoreCase: boolean, negated: boolean): CharTest {
  const pattern = new RegExp(`^${source}$`, ignoreCase ? "iu" : "u");
  return { source, ignoreCase, negated, pattern };
}

function passes(test: CharTest, code: number): boolean {
  return test.pattern.test(String.fromCodePoint(code)) !== test.negated;
}

function inRanges(ranges: readonly number[], code: number): boolean {
  let low = 0;
  let high = ranges.length / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (code > (ranges[2 * middle + 1] ?? 0)) low = middle + 1;
    else high = middle;
  }
  return low < ranges.length / 2 && code >= (ranges[2 * low] ?? 0);
}

/**
 * Adds the other case of the ASCII letters in a range; k and s have a third form, the Kelvin sign
 * and the long s.
 */
function addFoldedAscii(ranges: number[], first: number, last: number): void {
  for (const [from, to] of [
    [0x41, 0x5a],
    [0x61, 0x7a],
  ] as const) {
    const low = Math.max(first, from);
    const high = Math.min(last, to);
    if (low > high) continue;
    ranges.push(low ^ 0x20, high ^ 0x20);
    if (low <= (0x4b | (from & 0x20)) && high >= (0x4b | (from & 0x20)))
      ranges.push(0x212a, 0x212a);
    if (low <= (0x53 | (from & 0x20)) && high >= (0x53 | (from & 0x20))) ranges.push(0x17f, 0x17f);
  }
}

function cleanRanges(ranges: readonly number[]): number[] {
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0; i < ranges.length; i += 2) pairs.push([ranges[i] ?? 0, ranges[i + 1] ?? 0]);
  pairs.sort(([a], [b]) => a - b);
  const clean: number[] = [];
  for (const [first, last] of pairs) {
    const end = clean[clean.length - 1];
    if (end === undefined || first > end + 1) clean.push(first, last);
    else if (last > end) clean[clean.length - 1] = last;
  }
  return clean;
}
