import { hasCodePoint } from "../../../runtime/v1/re2/char-set.js";
import type { Neighbour } from "../../../runtime/v1/re2/place.js";
import { holds, neighbourOf } from "../../../runtime/v1/re2/place.js";
import type { Re2Program } from "../../../runtime/v1/re2/program.js";

/** A state: a dense number. */
export type TextState = number;

interface StateContent {
  readonly steps: readonly number[];
  readonly before: Neighbour;
  /** The pattern has matched: whatever follows, the text is good. */
  readonly matched: boolean;
  readonly following: Map<number, TextState>;
  accepts: boolean | undefined;
}

/**
 * The deterministic automaton of a pattern that may match anywhere in a text, made state by state
 * as a search asks for them. Unlike the runtime's it has numbers for its states, so that several
 * automata can be walked side by side.
 */
export class TextAutomaton {
  readonly #program: Re2Program;
  readonly #states: StateContent[] = [];
  readonly #numbers = new Map<string, TextState>();
  /** The state before the first character. */
  readonly start: TextState;

  constructor(program: Re2Program) {
    this.#program = program;
    this.start = this.#stateOf([], "nothing", false);
  }

  /** The state behind a character. */
  next(state: TextState, code: number): TextState {
    const content = this.#content(state);
    if (content.matched) return state;
    let next = content.following.get(code);
    if (next === undefined) content.following.set(code, (next = this.#read(content, code)));
    return next;
  }

  /** Whether the text may end here. */
  accepts(state: TextState): boolean {
    const content = this.#content(state);
    content.accepts ??= content.matched || this.#reachable(content, "nothing") === "match";
    return content.accepts;
  }

  /** Whether no text that goes on from here can be good. */
  isDead(state: TextState): boolean {
    const { steps, matched, before } = this.#content(state);
    return !matched && steps.length === 0 && this.#program.anchored && before !== "nothing";
  }

  /** Whether every text that goes on from here is good. */
  isSettled(state: TextState): boolean {
    return this.#content(state).matched;
  }

  #read(content: StateContent, code: number): TextState {
    const kind = neighbourOf(code);
    const reachable = this.#reachable(content, kind);
    if (reachable === "match") return this.#stateOf([], "other", true);
    const next = new Set<number>();
    for (const index of reachable) {
      const step = this.#program.steps[index];
      if (step?.op === "code" && step.code === code) next.add(step.next);
      if (step?.op === "set" && hasCodePoint(step.set, code)) next.add(step.next);
    }
    return this.#stateOf(
      [...next].sort((left, right) => left - right),
      kind,
      false,
    );
  }

  /** The steps that read a character next, or that the pattern matches without one. */
  #reachable({ steps, before }: StateContent, after: Neighbour): Set<number> | "match" {
    const seen = new Set<number>();
    const pending = [...steps];
    if (!this.#program.anchored || before === "nothing") pending.push(this.#program.start);
    for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
      if (seen.has(index)) continue;
      seen.add(index);
      const step = this.#program.steps[index];
      if (step === undefined || step.op === "match") return "match";
      if (step.op === "split") pending.push(step.next, step.other);
      if (step.op === "save") pending.push(step.next);
      if (step.op === "assert" && holds(step.assertion, before, after)) pending.push(step.next);
    }
    return seen;
  }

  #stateOf(steps: readonly number[], before: Neighbour, matched: boolean): TextState {
    const key = matched ? "matched" : `${before}:${steps.join()}`;
    let state = this.#numbers.get(key);
    if (state === undefined) {
      state = this.#states.length;
      this.#states.push({ steps, before, matched, following: new Map(), accepts: undefined });
      this.#numbers.set(key, state);
    }
    return state;
  }

  #content(state: TextState): StateContent {
    const content = this.#states[state];
    if (content === undefined) throw new Error(`no state ${state}`);
    return content;
  }
}
