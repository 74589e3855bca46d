import type { Re2Program } from "../../../../runtime/v1/values/re2/program.js";
import { alphabetOf } from "./alphabet.js";
import type { TextState } from "./text-automaton.js";
import { TextAutomaton } from "./text-automaton.js";

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
      (automaton, index) => automaton.accepts(states[index] ?? 0) === this.#isWanted(index),
    );
  }

  #isWanted(index: number): boolean {
    return index < this.#query.matching.length;
  }

  /** What is reached by one character more; undefined where that takes too long. */
  #following(layer: readonly Reached[]): readonly Reached[] | undefined {
    const next: Reached[] = [];
    for (const before of layer) {
      this.#steps += this.#letters.length * this.#automata.length;
      if (this.#steps > mostSteps) return undefined;
      for (const code of this.#letters) {
        const states = this.#automata.map((one, index) =>
          one.next(before.states[index] ?? 0, code),
        );
        const key = states.join();
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
      const state = states[index] ?? 0;
      return this.#isWanted(index) ? automaton.isDead(state) : automaton.isSettled(state);
    });
  }
}

function textOf(reached: Reached): string {
  const codes: number[] = [];
  for (let at: Reached | undefined = reached; at.before !== undefined; at = at.before)
    codes.push(at.code);
  return String.fromCodePoint(...codes.reverse());
}
