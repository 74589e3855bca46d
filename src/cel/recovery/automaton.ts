import type { TokenKind } from "../syntax/token.js";

/**
 * The grammar as a network of states, in the shape that ANTLR gives it (its ATN). Which texts come
 * of a syntax error depends on this shape: where the parser looks ahead, where it checks what may
 * come, where it goes on after an error.
 */
export interface State {
  readonly index: number;
  readonly rule: Rule;
  readonly kind: StateKind;
  readonly edges: Edge[];
  /** How a state with several edges chooses; `undefined` where there is one way only. */
  decision: Decision | undefined;
  /**
   * For the state where a loop's body begins: an operand's node becomes the left side of a new one.
   */
  wrapsOperand: boolean;
}

/**
 * - `block`: alternatives or an optional part begin
 * - `loop`: a `*` loop is entered or left; `loopBack`: its body is done; `body`: its body begins
 * - `repeat`: a `+` loop begins; `repeatBack`: it is repeated or left
 */
export type StateKind =
  "basic" | "block" | "loop" | "loopBack" | "body" | "repeat" | "repeatBack" | "stop";

/**
 * A way from one state to the next: without a token, over one, through another rule, or on a
 * condition.
 */
export type Edge =
  | { readonly kind: "epsilon"; readonly to: State; readonly alternative: string | undefined }
  | {
      readonly kind: "tokens";
      readonly tokens: ReadonlySet<TokenKind>;
      readonly to: State;
      readonly label: string | undefined;
    }
  | {
      readonly kind: "call";
      readonly rule: Rule;
      readonly precedence: number;
      readonly to: State;
      readonly label: string | undefined;
    }
  /**
   * An operator that binds at this level; taken when the level is not below that of the call of the
   * rule.
   */
  | { readonly kind: "precedence"; readonly level: number; readonly to: State };

/**
 * `first`: the next token tells, and what no alternative begins with means the last one.
 * `predicted`: as many tokens as it takes.
 */
export interface Decision {
  readonly index: number;
  readonly by: "first" | "predicted";
  /** The loop over the operators of a rule with precedences. */
  readonly isPrecedenceLoop: boolean;
}

/**
 * One production of `CEL.g4`; its states are all that can be reached from `start` without entering
 * a call.
 */
export interface Rule {
  readonly name: string;
  readonly start: State;
  readonly stop: State;
  /** Where callers of this rule go on. */
  readonly returns: Return[];
}

/**
 * A place that a rule returns to, as ANTLR looks at all of them where it does not know the caller.
 */
export interface Return {
  readonly to: State;
  /** Called with the lowest precedence, by a rule that has precedences. */
  readonly isOutermost: boolean;
}

/** What may come next: tokens, and whether the rule may end. */
export interface NextTokens {
  readonly tokens: ReadonlySet<TokenKind>;
  readonly canEnd: boolean;
}

/** Computes, and remembers, what may come next at a state, within the rule and those it calls. */
export class NextTokenTable {
  readonly #known = new Map<State, NextTokens>();

  /** What may come at a state; both depend on the state alone, so each is worked out once. */
  at(state: State): NextTokens {
    const known = this.#known.get(state);
    if (known !== undefined) return known;
    const next = this.#collect(state);
    this.#known.set(state, next);
    return next;
  }

  #collect(from: State): NextTokens {
    const tokens = new Set<TokenKind>();
    const seen = new Set<State>();
    const pending = [from];
    for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
      if (seen.has(state)) continue;
      seen.add(state);
      for (const edge of state.edges) {
        // No rule of the grammar is empty: what comes after a call does not matter here.
        if (edge.kind === "call") pending.push(edge.rule.start);
        else if (edge.kind === "tokens") edge.tokens.forEach((token) => tokens.add(token));
        else pending.push(edge.to);
      }
    }
    return { tokens, canEnd: this.#endsOwnRule(from) };
  }

  /** Whether the rule of the state can end without another token. */
  #endsOwnRule(from: State): boolean {
    const seen = new Set<State>();
    const pending = [from];
    for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
      if (state.kind === "stop") return true;
      if (seen.has(state)) continue;
      seen.add(state);
      for (const edge of state.edges) {
        if (edge.kind === "epsilon" || edge.kind === "precedence") pending.push(edge.to);
      }
    }
    return false;
  }
}
