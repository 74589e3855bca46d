import { grammarText } from "./grammar.js";
import type { TokenKind } from "./token.js";

/*
 * The grammar as a network of states, in the shape that ANTLR gives it (its ATN). Which texts come
 * of a syntax error depends on this shape: where the parser looks ahead, where it checks what may
 * come, where it goes on after an error.
 */

/**
 * - `block`: alternatives or an optional part begin
 * - `loop`: a `*` loop is entered or left; `loopBack`: its body is done
 * - `operators`: a loop over the operators of a rule is entered or left; `body`: its body begins,
 *   and the operand's node becomes the left side of a new one
 * - `repeat`: a `+` loop begins; `repeatBack`: it is repeated or left
 */
export type StateKind =
  "basic" | "block" | "loop" | "loopBack" | "operators" | "body" | "repeat" | "repeatBack" | "stop";

/** A way to the next state: without a token, over one, or through another rule. */
export type Edge =
  | { readonly kind: "epsilon"; readonly to: State; readonly alternative: string | undefined }
  | {
      readonly kind: "tokens";
      readonly tokens: ReadonlySet<TokenKind>;
      readonly to: State;
      readonly label: string;
    }
  | {
      readonly kind: "call";
      readonly rule: Rule;
      readonly precedence: number;
      readonly from: State;
      readonly to: State;
      readonly label: string;
    };

/** One production; its states are all that can be reached from `start` without entering a call. */
export interface Rule {
  readonly name: string;
  readonly index: number;
  readonly start: State;
  readonly stop: State;
  /** Where callers go on; ANTLR looks at all of them where it knows no caller. */
  readonly returns: State[];
  /** How tightly the operators of the rule bind, by their first tokens; 1 is the least. */
  readonly levels: Map<TokenKind, number>;
}

/** The tokens that may come next, and whether the rule may end. */
export interface NextTokens {
  readonly tokens: ReadonlySet<TokenKind>;
  readonly canEnd: boolean;
}

/** A state; several edges are a decision. */
export class State {
  readonly index: number;
  readonly rule: Rule;
  kind: StateKind;
  readonly edges: Edge[] = [];
  #next: NextTokens | undefined;
  #isDecidedByOneToken: boolean | undefined;
  readonly #fitting = new Map<TokenKind, readonly number[]>();

  constructor(index: number, rule: Rule, kind: StateKind) {
    this.index = index;
    this.rule = rule;
    this.kind = kind;
  }

  /** The tokens that may come here, within the rule and those it calls. */
  get next(): NextTokens {
    return (this.#next ??= this.#look(false));
  }

  /** True if no token begins two of the alternatives; else ANTLR looks ahead to choose. */
  get isDecidedByOneToken(): boolean {
    return (this.#isDecidedByOneToken ??= this.#hasDisjointAlternatives());
  }

  #hasDisjointAlternatives(): boolean {
    const tokens = this.edges.flatMap(({ to }) => [...to.#look(true).tokens]);
    return new Set(tokens).size === tokens.length;
  }

  /** The alternatives, from 1 on, that a token may begin, or that may leave the rule before it. */
  fitting(kind: TokenKind): readonly number[] {
    const known = this.#fitting.get(kind);
    if (known !== undefined) return known;
    const fitting = this.edges.flatMap(({ to }, index) =>
      to.next.tokens.has(kind) || to.next.canEnd ? [index + 1] : [],
    );
    this.#fitting.set(kind, fitting);
    return fitting;
  }

  /** With `beyond`, what may come after the rule is added. */
  #look(beyond: boolean): NextTokens {
    const tokens = new Set<TokenKind>();
    const seen = new Set<State>([this]);
    for (const state of seen) {
      for (const edge of state.edges) {
        // No rule of the grammar is empty: what comes after a call does not matter here.
        if (edge.kind === "call") seen.add(edge.rule.start);
        else if (edge.kind === "tokens") edge.tokens.forEach((token) => tokens.add(token));
        else seen.add(edge.to);
      }
      if (beyond && state.kind === "stop") state.rule.returns.forEach((to) => seen.add(to));
    }
    return { tokens, canEnd: seen.has(this.rule.stop) };
  }
}

/** A part of a production: a rule's name, tokens, or a group, perhaps optional or repeated. */
interface Part {
  readonly label: string;
  readonly item: string | ReadonlySet<TokenKind> | Production;
  readonly times: string;
}

type Production = readonly Part[];

interface Alternative {
  readonly name: string;
  readonly production: Production;
}

/** Reads ANTLR's notation, as far as the grammar uses it. */
class NotationReader {
  readonly #pieces: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#pieces = text.match(/'[^']+'|\w+=?|\S/g) ?? [];
  }

  rules(): Map<string, readonly Alternative[]> {
    const rules = new Map<string, readonly Alternative[]>();
    while (this.#at < this.#pieces.length) {
      const name = this.#take();
      this.#take();
      rules.set(name, this.#alternatives(";"));
    }
    return rules;
  }

  #take(): string {
    return this.#pieces[this.#at++] ?? "";
  }

  #eat(...pieces: readonly string[]): string | undefined {
    return pieces.includes(this.#pieces[this.#at] ?? "") ? this.#take() : undefined;
  }

  #alternatives(end: string): readonly Alternative[] {
    const alternatives: Alternative[] = [];
    for (let more = true; more; more = this.#take() !== end) {
      const production: Part[] = [];
      while (!/^[|#;)]$/.test(this.#pieces[this.#at] ?? "")) production.push(this.#part());
      alternatives.push({ name: this.#eat("#") ? this.#take() : "", production });
    }
    return alternatives;
  }

  #part(): Part {
    const piece = this.#take();
    const isLabelled = /\w=$/.test(piece);
    const label = isLabelled ? piece.slice(0, -1) : "";
    const item = this.#item(isLabelled ? this.#take() : piece);
    return { label, item, times: this.#eat("?", "*", "+") ?? "" };
  }

  #item(piece: string): Part["item"] {
    if (/^[a-z]/.test(piece)) return piece;
    if (piece !== "(") return new Set([piece.replaceAll("'", "") as TokenKind]); // the lexer knows it
    const bodies = this.#alternatives(")").map(({ production }) => production);
    const [body = []] = bodies;
    if (bodies.length === 1) return body;
    return new Set(bodies.flat().flatMap(({ item }) => [...(item as ReadonlySet<TokenKind>)])); // tokens alone
  }
}

class AutomatonBuilder {
  readonly #definitions: ReadonlyMap<string, readonly Alternative[]>;
  readonly #rules = new Map<string, Rule>();
  #states = 0;

  constructor(definitions: ReadonlyMap<string, readonly Alternative[]>) {
    this.#definitions = definitions;
    for (const name of definitions.keys()) this.#rules.set(name, this.#createRule(name));
  }

  build(): Rule {
    for (const [name, alternatives] of this.#definitions) {
      const rule = this.#rule(name);
      const isOfOperators = alternatives.some(({ production: [first] }) => first?.item === name);
      if (isOfOperators) this.#addOperators(rule, alternatives);
      else this.#addAlternatives(rule, alternatives);
    }
    return this.#rule("start");
  }

  #createRule(name: string): Rule {
    type Unfinished = { -readonly [Key in keyof Rule]: Rule[Key] };
    const rule = {
      name,
      index: this.#rules.size,
      returns: [],
      levels: new Map(),
    } as unknown as Unfinished; // a rule and its first states name each other
    rule.start = this.#state(rule, "basic");
    rule.stop = this.#state(rule, "stop");
    return rule;
  }

  #rule(name: string): Rule {
    const rule = this.#rules.get(name);
    if (rule === undefined) throw new Error(`no rule ${name}`);
    return rule;
  }

  #state(rule: Rule, kind: StateKind): State {
    return new State(this.#states++, rule, kind);
  }

  #epsilon(from: State, to: State, alternative?: string): void {
    from.edges.push({ kind: "epsilon", to, alternative });
  }

  #addAlternatives(rule: Rule, alternatives: readonly Alternative[]): void {
    const [only] = alternatives;
    if (alternatives.length === 1 && only !== undefined) {
      this.#addProduction(rule.start, only.production, rule.stop);
      return;
    }
    rule.start.kind = "block";
    for (const { name, production } of alternatives) {
      const first = this.#state(rule, "basic");
      this.#epsilon(rule.start, first, name);
      this.#addProduction(first, production, rule.stop);
    }
  }

  /** `operand (operator)*`, as ANTLR rewrites a left-recursive rule. */
  #addOperators(rule: Rule, [operand, ...operators]: readonly Alternative[]): void {
    const entry = this.#state(rule, "operators");
    this.#addProduction(rule.start, operand?.production ?? [], entry);
    const body = this.#state(rule, "body");
    const back = this.#state(rule, "loopBack");
    this.#epsilon(entry, body);
    this.#epsilon(entry, rule.stop);
    this.#epsilon(back, entry);
    for (const [index, { name, production }] of operators.entries()) {
      const level = operators.length - index;
      const start = this.#state(rule, "basic");
      this.#epsilon(body, start, name);
      this.#addProduction(start, production.slice(1), back, level + 1);
      for (const token of start.next.tokens) rule.levels.set(token, level);
    }
  }

  /** The right side of an operator holds only what binds more tightly. */
  #addProduction(from: State, production: Production, to: State, ownPrecedence = 0): void {
    let state = from;
    for (const [index, part] of production.entries()) {
      const next = index === production.length - 1 ? to : this.#state(from.rule, "basic");
      this.#addPart(state, part, next, ownPrecedence);
      state = next;
    }
  }

  #addPart(from: State, part: Part, to: State, ownPrecedence: number): void {
    const { item, label, times } = part;
    if (times !== "") {
      const body = Array.isArray(item) ? (item as Production) : [{ ...part, times: "" }]; // TypeScript forgets readonly arrays here
      if (times === "?") this.#addOptional(from, body, to);
      else if (times === "*") this.#addLoop(from, body, to);
      else this.#addRepeat(from, body, to);
    } else if (typeof item === "string") {
      const rule = this.#rule(item);
      const precedence = rule === from.rule ? ownPrecedence : 0;
      from.edges.push({ kind: "call", rule, precedence, from, to, label });
      rule.returns.push(to);
    } else {
      from.edges.push({ kind: "tokens", tokens: item as ReadonlySet<TokenKind>, to, label }); // groups are repeated or optional
    }
  }

  #addOptional(from: State, body: Production, to: State): void {
    const first = this.#state(from.rule, "basic");
    from.kind = "block";
    this.#epsilon(from, first);
    this.#epsilon(from, to);
    this.#addProduction(first, body, to);
  }

  #addLoop(from: State, body: Production, to: State): void {
    const back = this.#state(from.rule, "loopBack");
    const first = this.#state(from.rule, "basic");
    from.kind = "loop";
    this.#epsilon(from, first);
    this.#epsilon(from, to);
    this.#addProduction(first, body, back);
    this.#epsilon(back, from);
  }

  #addRepeat(from: State, body: Production, to: State): void {
    const back = this.#state(from.rule, "repeatBack");
    const first = this.#state(from.rule, "basic");
    from.kind = "repeat";
    this.#epsilon(from, first);
    this.#addProduction(first, body, back);
    this.#epsilon(back, first);
    this.#epsilon(back, to);
  }
}

/** The automaton of the grammar; its rule of whole expressions. */
export function createAutomaton(backticks: boolean): Rule {
  return new AutomatonBuilder(new NotationReader(grammarText(backticks)).rules()).build();
}
