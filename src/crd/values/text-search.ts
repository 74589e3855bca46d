import type { Subset } from "../../runtime/v1/values/re2/automaton.js";
import { reachableSteps, stepsBehind } from "../../runtime/v1/values/re2/automaton.js";
import type { CharSet, CharTest } from "../../runtime/v1/values/re2/char-set.js";
import { hasCodePoint, maxCodePoint } from "../../runtime/v1/values/re2/char-set.js";
import type { Neighbour, Re2Program } from "../../runtime/v1/values/re2/program.js";
import { neighbourOf } from "../../runtime/v1/values/re2/program.js";

/*
 * Characters that no pattern of some tells apart are one letter: a search then tries a few letters
 * in place of a million characters.
 */

/**
 * One character for each class of characters that all programs treat alike, the most readable of
 * its class.
 */
function alphabetOf(programs: readonly Re2Program[]): readonly number[] {
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

/** A state of the automaton of a pattern: where it can be in its program. */
interface TextState extends Subset {
  /** Another number for each state of one automaton. */
  readonly id: number;
  /** The pattern has matched: every text that goes on from here is good. */
  readonly matched: boolean;
  readonly following: Map<number, TextState>;
  accepts: boolean | undefined;
}

/**
 * The deterministic automaton of a pattern that may match anywhere in a text, made state by state
 * as a search asks for them. Unlike the runtime's it has numbers for its states, so that several
 * automata can be walked side by side.
 */
class TextAutomaton {
  readonly #program: Re2Program;
  readonly #states = new Map<string, TextState>();
  /** The state before the first character. */
  readonly start: TextState;

  constructor(program: Re2Program) {
    this.#program = program;
    this.start = this.#stateOf([], "nothing", false);
  }

  /** The state behind a character. */
  next(state: TextState, code: number): TextState {
    if (state.matched) return state;
    let next = state.following.get(code);
    if (next === undefined) state.following.set(code, (next = this.#read(state, code)));
    return next;
  }

  /** Tells whether the text may end here. */
  accepts(state: TextState): boolean {
    state.accepts ??= state.matched || reachableSteps(this.#program, state, "nothing") === "match";
    return state.accepts;
  }

  /** Tells whether no text that goes on from here can be good. */
  isDead({ steps, matched, before }: TextState): boolean {
    return !matched && steps.length === 0 && this.#program.anchored && before !== "nothing";
  }

  #read(state: TextState, code: number): TextState {
    const kind = neighbourOf(code);
    const reachable = reachableSteps(this.#program, state, kind);
    if (reachable === "match") return this.#stateOf([], "other", true);
    return this.#stateOf(stepsBehind(this.#program, reachable, code), kind, false);
  }

  #stateOf(steps: readonly number[], before: Neighbour, matched: boolean): TextState {
    const key = matched ? "matched" : `${before}:${steps.join()}`;
    let state = this.#states.get(key);
    if (state === undefined) {
      const id = this.#states.size;
      state = { id, steps, before, matched, following: new Map(), accepts: undefined };
      this.#states.set(key, state);
    }
    return state;
  }
}

/** Which texts are looked for. Lengths count code points, as the server counts them. */
export interface TextQuery {
  /** All of these match. */
  readonly matching: readonly Re2Program[];
  /** This one does not. */
  readonly missing?: Re2Program | undefined;
  readonly minLength: number;
  /** Infinity where there is none. */
  readonly maxLength: number;
}

/** A shortest text, that there is none, or that the search would have taken too long. */
export type FoundText = { readonly text: string } | "none" | "too many states";

/** How many states are looked at, and how many steps between them. */
const mostStates = 20_000;
const mostSteps = 600_000;

interface Reached {
  readonly states: readonly TextState[];
  readonly before: Reached | undefined;
  readonly code: number;
}

/**
 * Searches all texts at once, the shortest first: the automata of all patterns read the same
 * characters, and a combination of their states is visited once. Below the least length it is
 * visited once for each length.
 */
export function findText(query: TextQuery): FoundText {
  const search = new Search(query);
  return search.run();
}

class Search {
  readonly #query: TextQuery;
  readonly #letters: readonly number[];
  readonly #automata: readonly TextAutomaton[];
  #seen = new Set<string>();
  #visited = 0;
  #steps = 0;

  constructor(query: TextQuery) {
    const { matching, missing } = query;
    const programs = missing === undefined ? matching : [...matching, missing];
    this.#query = query;
    this.#letters = alphabetOf(programs);
    this.#automata = programs.map((program) => new TextAutomaton(program));
  }

  run(): FoundText {
    const { minLength, maxLength } = this.#query;
    const states = this.#automata.map(({ start }) => start);
    let layer: readonly Reached[] = [{ states, before: undefined, code: -1 }];
    for (let length = 0; layer.length > 0; length++) {
      const good = length < minLength ? undefined : layer.find((reached) => this.#isGood(reached));
      if (good !== undefined) return { text: textOf(good) };
      if (length >= maxLength) break;
      if (length < minLength) this.#seen = new Set();
      const next = this.#following(layer);
      if (next === undefined) return "too many states";
      layer = next;
    }
    return "none";
  }

  #isGood({ states }: Reached): boolean {
    return this.#automata.every(
      (automaton, index) =>
        automaton.accepts(states[index] ?? automaton.start) === this.#isWanted(index),
    );
  }

  #isWanted(index: number): boolean {
    return index < this.#query.matching.length;
  }

  /** Returns what is reached by one more character; undefined where that takes too long. */
  #following(layer: readonly Reached[]): readonly Reached[] | undefined {
    const next: Reached[] = [];
    for (const before of layer) {
      this.#steps += this.#letters.length * this.#automata.length;
      if (this.#steps > mostSteps) return undefined;
      for (const code of this.#letters) {
        const states = this.#automata.map((one, index) =>
          one.next(before.states[index] ?? one.start, code),
        );
        const key = states.map(({ id }) => id).join();
        if (this.#seen.has(key) || this.#isLost(states)) continue;
        this.#seen.add(key);
        if (++this.#visited > mostStates) return undefined;
        next.push({ states, before, code });
      }
    }
    return next;
  }

  #isLost(states: readonly TextState[]): boolean {
    return this.#automata.some((automaton, index) => {
      const state = states[index] ?? automaton.start;
      return this.#isWanted(index) ? automaton.isDead(state) : state.matched;
    });
  }
}

function textOf(reached: Reached): string {
  const codes: number[] = [];
  for (let at: Reached | undefined = reached; at.before !== undefined; at = at.before)
    codes.push(at.code);
  return String.fromCodePoint(...codes.reverse());
}
