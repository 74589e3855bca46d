import { hasCodePoint } from "./char-set.js";
import type { Neighbour, Re2Program } from "./program.js";
import { codeAt, holds, neighbourOf } from "./program.js";

/** A state of the deterministic automaton. */
interface State extends Subset {
  /** Following states by ASCII code; filled as they are needed. */
  readonly ascii: (State | undefined)[];
  readonly others: Map<number, State>;
  /** True if the text may end here; undefined until it is asked. */
  accepts: boolean | undefined;
}

/** How many steps and transitions are remembered in all before everything is forgotten. */
const budget = 200_000;

/**
 * Answers whether a pattern matches anywhere in a text, in time linear in the text: the
 * deterministic automaton of the program, built as texts demand it and forgotten when it grows too
 * large.
 */
export class Re2Automaton {
  readonly #program: Re2Program;
  readonly #matched: State = newState([], "other");
  #states = new Map<string, State>();
  #remembered = 0;

  constructor(program: Re2Program) {
    this.#program = program;
  }

  /**
   * Tells whether the pattern matches anywhere in the text; an unpaired surrogate is read as
   * U+FFFD, as Go reads it.
   */
  test(text: string): boolean {
    let state = this.#stateOf([], "nothing");
    for (let place = 0; place < text.length;) {
      const code = codeAt(text, place);
      state = this.#following(state, code);
      if (state === this.#matched) return true;
      if (this.#program.anchored && state.steps.length === 0) return false;
      place += code > 0xffff ? 2 : 1;
    }
    return this.#acceptsEnd(state);
  }

  #following(state: State, code: number): State {
    const known = code < 128 ? state.ascii[code] : state.others.get(code);
    return known ?? this.#computeFollowing(state, code);
  }

  #computeFollowing(state: State, code: number): State {
    const next = this.#read(state, code);
    if (++this.#remembered > budget) this.#forget();
    if (code < 128) state.ascii[code] = next;
    else state.others.set(code, next);
    return next;
  }

  #read(state: State, code: number): State {
    const kind = neighbourOf(code);
    const reachable = reachableSteps(this.#program, state, kind);
    if (reachable === "match") return this.#matched;
    return this.#stateOf(stepsBehind(this.#program, reachable, code), kind);
  }

  #acceptsEnd(state: State): boolean {
    state.accepts ??= reachableSteps(this.#program, state, "nothing") === "match";
    return state.accepts;
  }

  #stateOf(steps: readonly number[], before: Neighbour): State {
    const key = `${before}:${steps.join()}`;
    let state = this.#states.get(key);
    if (state === undefined) {
      state = newState(steps, before);
      this.#states.set(key, state);
      this.#remembered += steps.length + 1;
    }
    return state;
  }

  /** The states at hand stay good, but nothing leads to them any more. */
  #forget(): void {
    this.#states = new Map();
    this.#remembered = 0;
  }
}

function newState(steps: readonly number[], before: Neighbour): State {
  return { steps, before, ascii: [], others: new Map(), accepts: undefined };
}

/*
 * The subset construction: a state of the deterministic automaton of a program is a set of steps,
 * and what was read before them.
 */

/** Where a program can be, and what was read last. */
export interface Subset {
  readonly steps: readonly number[];
  readonly before: Neighbour;
}

/**
 * The steps that read a character and can be reached from a subset without reading one, or that a
 * match can. `after`: what is read next.
 */
export function reachableSteps(
  program: Re2Program,
  { steps, before }: Subset,
  after: Neighbour,
): ReadonlySet<number> | "match" {
  const seen = new Set<number>();
  const pending = [...steps];
  if (!program.anchored || before === "nothing") pending.push(program.start);
  for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
    if (seen.has(index)) continue;
    seen.add(index);
    const step = program.steps[index];
    if (step === undefined || step.op === "match") return "match";
    if (step.op === "split") pending.push(step.next, step.other);
    if (step.op === "save") pending.push(step.next);
    if (step.op === "assert" && holds(step.assertion, before, after)) pending.push(step.next);
  }
  return seen;
}

/** The steps behind a character that one of `reachable` reads, sorted. */
export function stepsBehind(
  program: Re2Program,
  reachable: ReadonlySet<number>,
  code: number,
): readonly number[] {
  const next = new Set<number>();
  for (const index of reachable) {
    const step = program.steps[index];
    if (step?.op === "code" && step.code === code) next.add(step.next);
    if (step?.op === "set" && hasCodePoint(step.set, code)) next.add(step.next);
  }
  return [...next].sort((a, b) => a - b);
}
