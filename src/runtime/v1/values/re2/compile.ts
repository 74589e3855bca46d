import { Re2Automaton } from "./automaton.js";
import { hasCodePoint } from "./char-set.js";
import type { Re2Tree } from "./node.js";
import { Re2Error } from "./node.js";
import { parseRe2 } from "./parse.js";
import type { Re2Program, Re2Step } from "./program.js";
import { codeAt, compileProgram, holds, neighbourBefore, neighbourOf } from "./program.js";

/**
 * A match: where it begins and ends in UTF-16 units, and the same of each capturing group that took
 * part.
 */
interface Re2Match {
  readonly start: number;
  readonly end: number;
  readonly groups: readonly ({ readonly start: number; readonly end: number } | undefined)[];
}

/**
 * A pattern of Go's `regexp`, ready to match in time linear in the text; an unpaired surrogate
 * reads as U+FFFD.
 */
export class Re2 {
  readonly #tree: Re2Tree;
  #program: Re2Program | undefined;
  #automaton: Re2Automaton | undefined;

  constructor(tree: Re2Tree) {
    this.#tree = tree;
  }

  /** Tells whether the pattern matches anywhere in a text (`MatchString`). */
  test(text: string): boolean {
    this.#program ??= compileProgram(this.#tree);
    this.#automaton ??= new Re2Automaton(this.#program);
    return this.#automaton.test(text);
  }

  /**
   * The leftmost match at or behind a place (`FindStringSubmatchIndex`); what lies before the place
   * is still seen by `^` and `\b`.
   */
  exec(text: string, from = 0): Re2Match | undefined {
    this.#program ??= compileProgram(this.#tree);
    const slots = searchRe2(this.#program, text, from);
    if (slots === undefined) return undefined;
    const [start = 0, end = 0, ...places] = slots;
    return { start, end, groups: groupsOf(places) };
  }
}

function groupsOf(places: readonly number[]): Re2Match["groups"] {
  const groups: ({ start: number; end: number } | undefined)[] = [];
  for (let i = 0; i < places.length; i += 2) {
    const start = places[i] ?? -1;
    const end = places[i + 1] ?? -1;
    groups.push(start < 0 || end < 0 ? undefined : { start, end });
  }
  return groups;
}

/** Reads a pattern as Go 1.26 does; a value that says why if Go refuses it. */
export function compileRe2(pattern: string): Re2 | Re2Error {
  const tree = parseRe2(pattern);
  return tree instanceof Re2Error ? tree : new Re2(tree);
}

/** A place in the program, and where groups began and ended on the way to it (-1: not yet). */
interface Thread {
  readonly step: number;
  readonly slots: readonly number[];
}

/**
 * The match that begins first at or behind a place and, of those, the one the pattern prefers
 * (leftmost-first, as Go and Perl choose): begins and ends of the whole and of each group, in
 * UTF-16 units, -1 for a group without a match; undefined if there is none. Simulates all ways at
 * once (Pike's machine), so its time is linear in the text.
 */
function searchRe2(program: Re2Program, text: string, from: number): readonly number[] | undefined {
  let threads: Thread[] = [];
  let found: readonly number[] | undefined;
  for (let place = from; ;) {
    const code = codeAt(text, place);
    const isStart = found === undefined && (!program.anchored || place === 0);
    const seeds = isStart ? [...threads, startAt(program, place)] : threads;
    if (seeds.length === 0 && (found !== undefined || program.anchored)) return found;
    const ready = settle(program, seeds, text, place, code);
    threads = [];
    for (const thread of ready) {
      const step = program.steps[thread.step];
      if (step === undefined || step.op === "match") {
        found = [thread.slots[0] ?? 0, place, ...thread.slots.slice(2)];
        break;
      }
      if (reads(step, code)) threads.push({ step: step.next, slots: thread.slots });
    }
    if (code < 0) return found;
    place += code > 0xffff ? 2 : 1;
  }
}

function startAt(program: Re2Program, place: number): Thread {
  const slots = new Array<number>(program.slots).fill(-1);
  slots[0] = place;
  return { step: program.start, slots };
}

function reads(step: Re2Step, code: number): step is Re2Step & { op: "set" | "code" } {
  if (code < 0) return false;
  if (step.op === "code") return step.code === code;
  return step.op === "set" && hasCodePoint(step.set, code);
}

/**
 * Follows every thread, in order of preference, to the steps that read a character or match; each
 * step once.
 */
function settle(
  program: Re2Program,
  seeds: readonly Thread[],
  text: string,
  place: number,
  code: number,
): Thread[] {
  const before = neighbourBefore(text, place);
  const after = code < 0 ? "nothing" : neighbourOf(code);
  const seen = new Set<number>();
  const ready: Thread[] = [];
  const pending = [...seeds].reverse();
  for (let thread = pending.pop(); thread !== undefined; thread = pending.pop()) {
    if (seen.has(thread.step)) continue;
    seen.add(thread.step);
    const { slots } = thread;
    const step = program.steps[thread.step];
    if (step?.op === "split") {
      pending.push({ step: step.other, slots }, { step: step.next, slots });
    } else if (step?.op === "save") {
      pending.push({ step: step.next, slots: withSlot(slots, step.slot, place) });
    } else if (step?.op === "assert") {
      if (holds(step.assertion, before, after)) pending.push({ step: step.next, slots });
    } else {
      ready.push(thread);
    }
  }
  return ready;
}

function withSlot(slots: readonly number[], slot: number, place: number): number[] {
  const copy = [...slots];
  copy[slot] = place;
  return copy;
}

/** Matches one RE2 pattern, which is compiled when the first text is tested. */
interface Re2Matcher {
  /** Tells whether the pattern matches anywhere in a text, in time linear in the text. */
  test(text: string): boolean;
}

/**
 * A matcher for a pattern that generated code cannot hold as a regular expression. The generator
 * has checked it.
 */
export function re2Matcher(pattern: string): Re2Matcher {
  let compiled: Re2 | undefined;
  return {
    test(text) {
      compiled ??= compile(pattern);
      return compiled.test(text);
    },
  };
}

function compile(pattern: string): Re2 {
  const tree = parseRe2(pattern);
  if (tree instanceof Re2Error) throw new Error(tree.message);
  return new Re2(tree);
}
