import { hasCodePoint } from "./char-set.js";
import type { Neighbour } from "./place.js";
import { codeAt, holds, neighbourOf } from "./place.js";
import type { Re2Program } from "./program.js";

/** A state of the deterministic automaton: where the program can be, and what was read last. */
interface State {
  readonly steps: readonly number[];
  readonly before: Neighbour;
  /** Following states by ASCII code; filled as they are needed. */
  readonly ascii: (State | undefined)[];
  readonly others: Map<number, State>;
  /** Whether the text may end here; undefined until it is asked. */
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
   * Whether the pattern matches anywhere in the text; an unpaired surrogate is read as U+FFFD, as
   * Go reads it.
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
    const reachable = this.#reachable(state, kind);
    if (reachable === "match") return this.#matched;
    const next = new Set<number>();
    for (const index of reachable) {
      const step = this.#program.steps[index];
      if (step?.op === "code" && step.code === code) next.add(step.next);
      if (step?.op === "set" && hasCodePoint(step.set, code)) next.add(step.next);
    }
    return this.#stateOf(
      [...next].sort((a, b) => a - b),
      kind,
    );
  }

  #acceptsEnd(state: State): boolean {
    state.accepts ??= this.#reachable(state, "nothing") === "match";
    return state.accepts;
  }

  /**
   * The steps that read a character and can be reached from a state without reading one, or that a
   * match can.
   */
  #reachable(state: State, after: Neighbour): Set<number> | "match" {
    const seen = new Set<number>();
    const pending = [...state.steps];
    if (!this.#program.anchored || state.before === "nothing") pending.push(this.#program.start);
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      if (seen.has(index)) continue;
      seen.add(index);
      const step = this.#program.steps[index];
      if (step === undefined || step.op === "match") return "match";
      if (step.op === "split") pending.push(step.next, step.other);
      if (step.op === "save") pending.push(step.next);
      if (step.op === "assert" && holds(step.assertion, state.before, after))
        pending.push(step.next);
    }
    return seen;
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
