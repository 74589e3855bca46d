import type { CharSet, CharTest } from "../../../../runtime/v1/values/re2/char-set.js";
import { hasCodePoint, maxCodePoint } from "../../../../runtime/v1/values/re2/char-set.js";
import { neighbourOf } from "../../../../runtime/v1/values/re2/place.js";
import type { Re2Program } from "../../../../runtime/v1/values/re2/program.js";

/*
 * Characters that no pattern of some tells apart are one letter: a search then tries a few letters
 * in place of a million characters.
 */

/**
 * One character for each class of characters that all programs treat alike, the most readable of
 * its class.
 */
export function alphabetOf(programs: readonly Re2Program[]): readonly number[] {
  const sets = programs.flatMap(setsOf);
  const codes = new Set(programs.flatMap(codesOf));
  const letters = new Map<string, number>();
  for (const code of candidates(sets, codes)) {
    const key = signature(code, sets, codes);
    if (!letters.has(key)) letters.set(key, code);
  }
  return [...letters.values()];
}

function setsOf({ steps }: Re2Program): readonly CharSet[] {
  const sets = steps.flatMap((step) => (step.op === "set" ? [step.set] : []));
  return [...new Set(sets)];
}

function codesOf({ steps }: Re2Program): readonly number[] {
  return steps.flatMap((step) => (step.op === "code" ? [step.code] : []));
}

/** Readable ones first: of each class the first that comes stands for it. */
function candidates(sets: readonly CharSet[], codes: ReadonlySet<number>): Iterable<number> {
  const all = new Set(readable);
  for (const code of codes) all.add(code);
  for (const first of boundaries(sets)) {
    if (first >= 0 && first <= maxCodePoint && !isSurrogate(first)) all.add(first);
  }
  // Behind the surrogates a class may go on that had no character before them.
  all.add(0xe000);
  return all;
}

/** Where a class may begin: at the ends of ranges, and behind them. */
function* boundaries(sets: readonly CharSet[]): Iterable<number> {
  yield 0;
  for (const { ranges, tests } of sets) {
    yield* endsOf(ranges);
    for (const test of tests) yield* endsOf(rangesOfTest(test));
  }
}

function* endsOf(ranges: readonly number[]): Iterable<number> {
  for (let i = 0; i < ranges.length; i += 2) {
    yield ranges[i] ?? 0;
    yield (ranges[i + 1] ?? 0) + 1;
  }
}

function signature(code: number, sets: readonly CharSet[], codes: ReadonlySet<number>): string {
  let key = codes.has(code) ? `${code}:` : `${neighbourOf(code)}:`;
  for (const set of sets) key += hasCodePoint(set, code) ? "1" : "0";
  return key;
}

function isSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdfff;
}

const readable: readonly number[] = Array.from("ab0A-._/: zZ9~é\n").map(
  (character) => character.codePointAt(0) ?? 0,
);

const known = new Map<string, readonly number[]>();

/** The ranges of a Unicode property; all characters are tried once. */
function rangesOfTest({ source, ignoreCase, pattern }: CharTest): readonly number[] {
  const key = `${source} ${ignoreCase}`;
  let ranges = known.get(key);
  if (ranges === undefined) known.set(key, (ranges = findRanges(pattern)));
  return ranges;
}

function findRanges(pattern: RegExp): readonly number[] {
  const ranges: number[] = [];
  let first = -1;
  for (let code = 0; code <= maxCodePoint + 1; code++) {
    const isIn =
      code <= maxCodePoint && !isSurrogate(code) && pattern.test(String.fromCodePoint(code));
    if (isIn && first < 0) first = code;
    if (!isIn && first >= 0) {
      ranges.push(first, code - 1);
      first = -1;
    }
  }
  return ranges;
}
