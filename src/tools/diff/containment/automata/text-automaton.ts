import type { Subset } from "../../../../runtime/v1/values/re2/automaton.js";
import { reachableSteps, stepsBehind } from "../../../../runtime/v1/values/re2/automaton.js";
import type { Neighbour } from "../../../../runtime/v1/values/re2/place.js";
import { neighbourOf } from "../../../../runtime/v1/values/re2/place.js";
import type { Re2Program } from "../../../../runtime/v1/values/re2/program.js";

/** A state: a dense number. */
export type TextState = number;

interface StateContent extends Subset {
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
    content.accepts ??=
      content.matched || reachableSteps(this.#program, content, "nothing") === "match";
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
    const reachable = reachableSteps(this.#program, content, kind);
    if (reachable === "match") return this.#stateOf([], "other", true);
    return this.#stateOf(stepsBehind(this.#program, reachable, code), kind, false);
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
