import type { TokenKind } from "../syntax/token.js";
import type { Edge, State } from "./automaton.js";
import type { TokenStream } from "./token-stream.js";

/**
 * Where a called rule goes on, and where the rule that called that one does; `undefined`: nothing
 * is known, or no more.
 */
export interface ReturnStack {
  readonly id: number;
  readonly to: State;
  readonly below: ReturnStack | undefined;
}

/** Return stacks, one object for equal ones. */
export class ReturnStacks {
  readonly #known = new Map<string, ReturnStack>();

  /** The stack with one more return on top; the same object for the same returns. */
  push(below: ReturnStack | undefined, to: State): ReturnStack {
    const key = `${String(below?.id ?? 0)}:${String(to.index)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const stack = { id: this.#known.size + 1, to, below };
    this.#known.set(key, stack);
    return stack;
  }
}

/** The alternative to take, or the token at which none was left. */
export type Outcome =
  | { readonly kind: "alternative"; readonly index: number }
  | { readonly kind: "none"; readonly at: number };

/** A way through the automaton that the tokens so far allow. */
interface Configuration {
  readonly state: State;
  readonly alternative: number;
  readonly stack: ReturnStack | undefined;
  /** It has left the rule of the decision. */
  readonly isOutside: boolean;
  /** It left a rule with precedences that was called with the lowest one. */
  readonly isOutermost: boolean;
}

/** All ways after the same tokens; remembered, as the same lookahead comes again and again. */
interface Front {
  readonly configurations: readonly Configuration[];
  /** The only alternative that is left, or that a conflict is settled with. */
  readonly decided: number | undefined;
  /**
   * The ways no longer differ as far as a rule alone can tell; its callers have to be looked at.
   */
  readonly needsCallers: boolean;
  readonly next: Map<TokenKind, Front | undefined>;
}

/**
 * Chooses among the alternatives of a decision by looking ahead, as ANTLR does (adaptive LL(*)):
 * first without regard to the callers of the rule, then, if alternatives remain in conflict, with
 * them; in the end the first one wins.
 */
export class Predictor {
  readonly #stacks: ReturnStacks;
  readonly #starts = new Map<string, Front>();
  readonly #fronts = new Map<string, Front>();

  constructor(stacks: ReturnStacks) {
    this.#stacks = stacks;
  }

  /**
   * Which alternative of the decision at `state` fits the tokens from the current one on; nothing
   * is consumed. `precedence` is that with which the rule was called, `callers` where it returns
   * to.
   */
  predict(
    state: State,
    precedence: number,
    callers: ReturnStack | undefined,
    tokens: TokenStream,
  ): Outcome {
    let front = this.#startOf(state, precedence);
    for (let index = tokens.position; ; index++) {
      const { kind } = tokens.at(index);
      const next = this.#after(front, kind);
      if (next === undefined) return finished(front.configurations, index);
      if (next.needsCallers) return this.#predictWithCallers(state, precedence, callers, tokens);
      if (next.decided !== undefined) return { kind: "alternative", index: next.decided };
      front = next;
    }
  }

  #predictWithCallers(
    state: State,
    precedence: number,
    callers: ReturnStack | undefined,
    tokens: TokenStream,
  ): Outcome {
    let configurations = this.#startConfigurations(state, precedence, callers, true);
    for (let index = tokens.position; ; index++) {
      const { kind } = tokens.at(index);
      const reached = this.#reach(configurations, kind, true);
      if (reached.length === 0) return finished(configurations, index);
      const decided = uniqueAlternative(reached) ?? commonMinimum(reached);
      if (decided !== undefined) return { kind: "alternative", index: decided };
      configurations = reached;
    }
  }

  #startOf(state: State, precedence: number): Front {
    const key = `${String(state.index)}:${String(precedence)}`;
    const known = this.#starts.get(key);
    if (known !== undefined) return known;
    let configurations = this.#startConfigurations(state, precedence, undefined, false);
    if (state.decision?.isPrecedenceLoop === true) configurations = withoutShadowed(configurations);
    const front: Front = {
      configurations,
      decided: undefined,
      needsCallers: false,
      next: new Map(),
    };
    this.#starts.set(key, front);
    return front;
  }

  #startConfigurations(
    state: State,
    precedence: number,
    callers: ReturnStack | undefined,
    withCallers: boolean,
  ): readonly Configuration[] {
    const closure = new Closure(this.#stacks, withCallers, state);
    state.edges.forEach((edge, index) => {
      if (edge.kind !== "epsilon") throw new Error("decisions have epsilon edges");
      closure.add(
        {
          state: edge.to,
          alternative: index + 1,
          stack: callers,
          isOutside: false,
          isOutermost: false,
        },
        precedence,
      );
    });
    return closure.configurations;
  }

  #after(front: Front, kind: TokenKind): Front | undefined {
    if (front.next.has(kind)) return front.next.get(kind);
    const configurations = this.#reach(front.configurations, kind, false);
    const next = configurations.length === 0 ? undefined : this.#frontOf(configurations);
    front.next.set(kind, next);
    return next;
  }

  /** One front for equal ways, however far ahead: a long lookahead goes in circles. */
  #frontOf(configurations: readonly Configuration[]): Front {
    const key = configurations.map(keyOf).join(" ");
    const known = this.#fronts.get(key);
    if (known !== undefined) return known;
    const front = frontOf(configurations);
    this.#fronts.set(key, front);
    return front;
  }

  /** The ways that take this token, up to where they need the next one. */
  #reach(
    configurations: readonly Configuration[],
    kind: TokenKind,
    withCallers: boolean,
  ): readonly Configuration[] {
    const moved: Configuration[] = [];
    const ended: Configuration[] = [];
    for (const configuration of configurations) {
      if (configuration.state.kind === "stop") {
        if (withCallers || kind === "<EOF>") ended.push(configuration);
        continue;
      }
      for (const edge of configuration.state.edges) {
        if (edge.kind === "tokens" && edge.tokens.has(kind)) {
          moved.push({ ...configuration, state: edge.to });
        }
      }
    }
    if (ended.length === 0 && kind !== "<EOF>" && uniqueAlternative(moved) !== undefined)
      return moved;
    const closure = new Closure(this.#stacks, withCallers, undefined);
    for (const configuration of moved) closure.add(configuration, undefined);
    const reached = closure.configurations;
    const stopped =
      kind === "<EOF>" ? reached.filter(({ state }) => state.kind === "stop") : reached;
    if (ended.length > 0 && !(withCallers && stopped.some(({ state }) => state.kind === "stop"))) {
      return [...stopped, ...ended];
    }
    return stopped;
  }
}

function frontOf(configurations: readonly Configuration[]): Front {
  const unique = uniqueAlternative(configurations);
  const needsCallers = unique === undefined && isConflict(configurations);
  return { configurations, decided: unique, needsCallers, next: new Map() };
}

function keyOf(configuration: Configuration): string {
  const { state, alternative, stack, isOutside, isOutermost } = configuration;
  const flags = (isOutside ? 1 : 0) + (isOutermost ? 2 : 0);
  return `${String(state.index)}:${String(alternative)}:${String(stack?.id ?? 0)}:${String(flags)}`;
}

/** Follows edges that take no token. */
class Closure {
  readonly configurations: Configuration[] = [];
  readonly #stacks: ReturnStacks;
  readonly #withCallers: boolean;
  readonly #decision: State | undefined;
  readonly #seen = new Set<string>();

  constructor(stacks: ReturnStacks, withCallers: boolean, decision: State | undefined) {
    this.#stacks = stacks;
    this.#withCallers = withCallers;
    this.#decision = decision;
  }

  /** Add what can be reached; with a precedence, operators that bind too weakly cannot. */
  add(from: Configuration, precedence: number | undefined): void {
    const pending: { readonly at: Configuration; readonly precedence: number | undefined }[] = [
      { at: from, precedence },
    ];
    for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
      if (this.#isSeen(item.at)) continue;
      if (item.at.state.kind === "stop") {
        for (const at of this.#leave(item.at)) pending.push({ at, precedence: undefined });
        continue;
      }
      if (item.at.state.edges.some(({ kind }) => kind === "tokens")) {
        this.configurations.push(item.at);
      }
      for (const edge of item.at.state.edges) {
        const next = this.#follow(item.at, edge, item.precedence);
        if (next !== undefined) pending.push(next);
      }
    }
  }

  #isSeen(configuration: Configuration): boolean {
    const key = keyOf(configuration);
    if (this.#seen.has(key)) return true;
    this.#seen.add(key);
    return false;
  }

  #follow(
    at: Configuration,
    edge: Edge,
    precedence: number | undefined,
  ): { at: Configuration; precedence: number | undefined } | undefined {
    switch (edge.kind) {
      case "tokens":
        return undefined;
      case "epsilon":
        return { at: { ...at, state: edge.to }, precedence };
      case "precedence":
        // Only operators of the rule of the decision itself are compared.
        if (precedence !== undefined && edge.level < precedence) return undefined;
        return { at: { ...at, state: edge.to }, precedence };
      case "call": {
        const stack = this.#stacks.push(at.stack, edge.to);
        return { at: { ...at, state: edge.rule.start, stack }, precedence: undefined };
      }
    }
  }

  /** To the caller; to every possible one where none is known. */
  #leave(at: Configuration): readonly Configuration[] {
    if (at.stack !== undefined) return [{ ...at, state: at.stack.to, stack: at.stack.below }];
    const { returns } = at.state.rule;
    if (this.#withCallers || returns.length === 0) {
      this.configurations.push(at);
      return [];
    }
    const decision = this.#decision;
    const ownRule = decision?.decision?.isPrecedenceLoop === true ? decision.rule : undefined;
    return returns.map(({ to, isOutermost }) => {
      const suppressed = isOutermost && at.state.rule === ownRule;
      return { ...at, state: to, isOutside: true, isOutermost: at.isOutermost || suppressed };
    });
  }
}

/**
 * Ways that leave an operator loop and come to a state that entering it comes to as well: entering
 * wins (ANTLR's applyPrecedenceFilter).
 */
function withoutShadowed(configurations: readonly Configuration[]): readonly Configuration[] {
  const key = ({ state, stack }: Configuration): string =>
    `${String(state.index)}:${String(stack?.id ?? 0)}`;
  const entered = new Set(configurations.filter(({ alternative }) => alternative === 1).map(key));
  return configurations.filter(
    (configuration) =>
      configuration.alternative === 1 ||
      configuration.isOutermost ||
      !entered.has(key(configuration)),
  );
}

/** No way is left: take one that had come to the end of the rule, if there is any. */
function finished(configurations: readonly Configuration[], at: number): Outcome {
  const ended = configurations
    .filter(
      ({ isOutside, state, stack }) => isOutside || (state.kind === "stop" && stack === undefined),
    )
    .map(({ alternative }) => alternative);
  if (ended.length === 0) return { kind: "none", at };
  return { kind: "alternative", index: Math.min(...ended) };
}

function uniqueAlternative(configurations: readonly Configuration[]): number | undefined {
  const [first] = configurations;
  if (first === undefined) return undefined;
  const { alternative } = first;
  return configurations.every((other) => other.alternative === alternative)
    ? alternative
    : undefined;
}

/** Alternatives by state and the stacks they are in that state with. */
function alternativeSets(configurations: readonly Configuration[]): readonly {
  readonly state: State;
  readonly alternatives: ReadonlySet<number>;
}[] {
  const stacks = new Map<string, { state: State; alternative: number; ids: Set<number> }>();
  for (const { state, alternative, stack } of configurations) {
    const key = `${String(state.index)}:${String(alternative)}`;
    const group = stacks.get(key) ?? { state, alternative, ids: new Set<number>() };
    stacks.set(key, group);
    group.ids.add(stack?.id ?? 0);
  }
  const sets = new Map<string, { state: State; alternatives: Set<number> }>();
  for (const { state, alternative, ids } of stacks.values()) {
    // An unknown caller stands for every caller.
    const known = ids.has(0) ? [0] : [...ids].sort((a, b) => a - b);
    const key = `${String(state.index)}:${known.join(",")}`;
    const set = sets.get(key) ?? { state, alternatives: new Set<number>() };
    sets.set(key, set);
    set.alternatives.add(alternative);
  }
  return [...sets.values()];
}

/** Whether looking further ahead will not tell the alternatives apart. */
function isConflict(configurations: readonly Configuration[]): boolean {
  if (configurations.every(({ state }) => state.kind === "stop")) return true;
  const sets = alternativeSets(configurations);
  if (!sets.some(({ alternatives }) => alternatives.size > 1)) return false;
  const byState = new Map<State, Set<number>>();
  for (const { state, alternatives } of sets) {
    const all = byState.get(state) ?? new Set<number>();
    byState.set(state, all);
    alternatives.forEach((alternative) => all.add(alternative));
  }
  return [...byState.values()].every(({ size }) => size > 1);
}

/** The alternative that is the first one wherever alternatives conflict. */
function commonMinimum(configurations: readonly Configuration[]): number | undefined {
  const minima = new Set(
    alternativeSets(configurations).map(({ alternatives }) => Math.min(...alternatives)),
  );
  const [only] = minima;
  return minima.size === 1 ? only : undefined;
}
