import type { State } from "./automaton.js";
import type { TokenStream } from "./lexer.js";
import type { TokenKind } from "./token.js";

/**
 * Where a called rule goes on, below it where the rule that called that one does; the stack without
 * `top` is empty: nothing is known of the callers.
 */
class ReturnStack {
  static #made = 0;
  readonly id: number = ++ReturnStack.#made;
  readonly top: { readonly to: State; readonly below: ReturnStack } | undefined;
  readonly #above = new Map<State, ReturnStack>();

  constructor(top?: ReturnStack["top"]) {
    this.top = top;
  }

  /** The stack with one more return on top; the same object for the same return. */
  push(to: State): ReturnStack {
    const known = this.#above.get(to);
    if (known !== undefined) return known;
    const stack = new ReturnStack({ to, below: this });
    this.#above.set(to, stack);
    return stack;
  }
}

/** The alternative to take, from 1 on, or the index of the token at which none was left. */
export type Outcome = number | { readonly noneAt: number };

/** A way through the automaton that the tokens so far allow. */
interface Way {
  readonly state: State;
  readonly alternative: number;
  readonly stack: ReturnStack;
  /** It has left the rule of the decision. */
  readonly isOutside: boolean;
}

/** All ways after the same tokens; remembered, as the same lookahead comes again and again. */
interface Front {
  readonly ways: readonly Way[];
  /** The alternative to take, if no more tokens have to be looked at. */
  readonly decided: number | undefined;
  readonly next: Map<TokenKind, Front | undefined>;
}

/**
 * Chooses among the alternatives of a decision by looking ahead, as ANTLR does (adaptive LL(*)). If
 * alternatives remain that will never differ, the first one wins; as this only happens before `-1`,
 * ANTLR's second look, with the callers of the rule, is left out. What was found out is kept for
 * all expressions.
 */
export class Predictor {
  readonly #nobody = new ReturnStack();
  readonly #starts = new Map<State, Front>();
  readonly #fronts = new Map<string, Front>();

  /**
   * Which alternative of the decision at `state` fits the tokens from the current one on; nothing
   * is consumed.
   */
  predict(state: State, tokens: TokenStream): Outcome {
    let front = this.#startOf(state);
    for (let index = tokens.position; ; index++) {
      const next = this.#after(front, tokens.at(index).kind);
      if (next === undefined) return finished(front.ways, index);
      if (next.decided !== undefined) return next.decided;
      front = next;
    }
  }

  #startOf(state: State): Front {
    const known = this.#starts.get(state);
    if (known !== undefined) return known;
    const begun = state.edges.map(({ to }, index) => {
      return { state: to, alternative: index + 1, stack: this.#nobody, isOutside: false };
    });
    const front = { ways: closure(begun), decided: undefined, next: new Map() };
    this.#starts.set(state, front);
    return front;
  }

  #after(front: Front, kind: TokenKind): Front | undefined {
    const known = front.next.get(kind);
    if (known !== undefined || front.next.has(kind)) return known;
    const moved = front.ways.flatMap((way) =>
      way.state.edges.flatMap((edge) =>
        edge.kind === "tokens" && edge.tokens.has(kind) ? { ...way, state: edge.to } : [],
      ),
    );
    const next = moved.length === 0 ? undefined : this.#frontOf(moved);
    front.next.set(kind, next);
    return next;
  }

  /** One front for equal ways, however far ahead: a long lookahead goes in circles. */
  #frontOf(moved: readonly Way[]): Front {
    const key = moved.map(keyOf).join(" ");
    const known = this.#fronts.get(key);
    if (known !== undefined) return known;
    const decided = decide(moved);
    const ways = decided === undefined ? closure(moved) : moved;
    const front = { ways, decided, next: new Map() };
    this.#fronts.set(key, front);
    return front;
  }
}

/** The first alternative, if there is no other one, or none that will ever differ from it. */
function decide(ways: readonly Way[]): number | undefined {
  const places = new Map<number, Set<string>>();
  for (const { alternative, state, stack } of ways) {
    const known = places.get(alternative) ?? new Set();
    places.set(alternative, known.add(`${String(state.index)}:${String(stack.id)}`));
  }
  const different = new Set([...places.values()].map((known) => [...known].sort().join(" ")));
  return different.size === 1 ? Math.min(...places.keys()) : undefined;
}

/** No way is left: take one that had come to the end of the rule, if there is any. */
function finished(ways: readonly Way[], at: number): Outcome {
  const ended = ways.filter(({ isOutside }) => isOutside).map(({ alternative }) => alternative);
  return ended.length === 0 ? { noneAt: at } : Math.min(...ended);
}

function keyOf({ state, alternative, stack, isOutside }: Way): string {
  return `${String(state.index)}:${String(alternative)}:${String(stack.id)}:${isOutside ? "o" : ""}`;
}

/** Where the ways take their next token. */
function closure(ways: readonly Way[]): readonly Way[] {
  const reached: Way[] = [];
  const seen = new Set<string>();
  for (const way of ways) {
    const pending = [way];
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      const key = keyOf(at);
      if (seen.has(key)) continue;
      seen.add(key);
      if (at.state.edges.some(({ kind }) => kind === "tokens")) reached.push(at);
      pending.push(...follow(at));
    }
  }
  return reached;
}

/** One step without a token: at a rule's end to its caller, to every one where none is known. */
function follow(at: Way): readonly Way[] {
  const { state, stack } = at;
  if (state.kind === "stop") {
    if (stack.top !== undefined) return [{ ...at, state: stack.top.to, stack: stack.top.below }];
    return state.rule.returns.map((to) => ({ ...at, state: to, isOutside: true }));
  }
  return state.edges.flatMap((edge) => {
    if (edge.kind === "tokens") return [];
    if (edge.kind === "epsilon") return { ...at, state: edge.to };
    return { ...at, state: edge.rule.start, stack: stack.push(edge.to) };
  });
}
