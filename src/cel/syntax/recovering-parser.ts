import type { Edge, NextTokens, Rule, State } from "./automaton.js";
import { maximumDepth } from "./grammar.js";
import type { TokenStream } from "./lexer.js";
import { Predictor } from "./prediction.js";
import type { Token, TokenKind } from "./token.js";
import { displayTokens } from "./token.js";

/**
 * A labelled token of the tree; `text` is what the expression has there, or a note that the parser
 * put a token in.
 */
export interface Leaf {
  readonly label: string;
  readonly offset: number;
  readonly text: string;
}

/** One use of a production, possibly with parts missing. */
export interface SyntaxNode {
  readonly rule: Rule;
  /** The label that it has in the production that it is a part of. */
  label: string;
  /** Name of the alternative that was taken; `""` where it has none, or none was found. */
  alternative: string;
  /** UTF-16 index of its first token. */
  readonly offset: number;
  /** The labelled ones; `undefined` where there are none. */
  nodes: SyntaxNode[] | undefined;
  leaves: Leaf[] | undefined;
}

/**
 * Thrown where cel-go gives up on an expression; `message` is reported without a place, if there is
 * one.
 */
export class GaveUp extends Error {}

type CallEdge = Extract<Edge, { kind: "call" }>;
type TokensEdge = Extract<Edge, { kind: "tokens" }>;

/** cel-go's limits (`parser/parser.go`). */
const maximumRecoveries = 30;
const maximumSkippedTokens = 256;

/** One call of a rule under way, and the node that comes of it. */
class Frame implements SyntaxNode {
  readonly rule: Rule;
  readonly caller: Frame | undefined;
  /** The call of the rule; `undefined` for the rule of the whole expression. */
  readonly edge: CallEdge | undefined;
  label: string;
  alternative = "";
  readonly offset: number;
  nodes: SyntaxNode[] | undefined = undefined;
  leaves: Leaf[] | undefined = undefined;

  constructor(rule: Rule, caller: Frame | undefined, edge: CallEdge | undefined, offset: number) {
    this.rule = rule;
    this.caller = caller;
    this.edge = edge;
    this.label = edge === undefined ? "" : edge.label;
    this.offset = offset;
  }

  /** The node; its part `e` where that is all it has. */
  finish(): SyntaxNode {
    const [only] = this.nodes ?? [];
    if (only?.label !== "e" || this.leaves !== undefined || this.nodes?.length !== 1) return this;
    only.label = this.label;
    return only;
  }

  addNode(node: SyntaxNode): void {
    if (this.nodes === undefined) this.nodes = [node];
    else this.nodes.push(node);
  }

  addLeaf(leaf: Leaf): void {
    if (this.leaves === undefined) this.leaves = [leaf];
    else this.leaves.push(leaf);
  }

  /** Makes what was parsed so far the left operand of an operator. */
  wrapOperand(): void {
    const left = new Frame(this.rule, undefined, undefined, this.offset);
    left.label = "left";
    left.alternative = this.alternative;
    left.nodes = this.nodes;
    left.leaves = this.leaves;
    this.alternative = "";
    this.nodes = [left.finish()];
    this.leaves = undefined;
  }
}

/** A fault at a token, thrown up to the rule it belongs to. */
class Mismatch extends Error {
  readonly offset: number;
  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

/** A grammar, and what its parsers found out about it. */
export class Grammar {
  readonly start: Rule;
  readonly predictor: Predictor = new Predictor();

  constructor(start: Rule) {
    this.start = start;
  }
}

/**
 * Parses an expression that may have faults: reports each one as ANTLR does, puts in or leaves out
 * a token or skips some, and goes on (ANTLR's `DefaultErrorStrategy`, with cel-go's limits). Calls
 * of rules are kept on a stack of its own, so that no expression is too deep.
 */
export class RecoveringParser {
  readonly #tokens: TokenStream;
  /** Told about each syntax error; may throw to end the parse. */
  readonly #report: (offset: number, message: string) => void;
  readonly #predictor: Predictor;
  /** How often each rule is under way. */
  readonly #depths: number[] = [];
  #frame: Frame;
  #state: State;
  #isRecovering = false;
  #lastErrorPosition = -1;
  readonly #lastErrorStates = new Set<State>();
  #recoveries = 0;

  constructor(
    { start, predictor }: Grammar,
    tokens: TokenStream,
    report: (offset: number, message: string) => void,
  ) {
    this.#tokens = tokens;
    this.#report = report;
    this.#predictor = predictor;
    this.#state = start.start;
    this.#frame = this.#enter(start, undefined, undefined);
  }

  /** The tree of the whole expression. */
  parse(): SyntaxNode {
    const root = this.#frame;
    let state: State | undefined = root.rule.start;
    while (state !== undefined) {
      try {
        while (state !== undefined) state = this.#step(state);
      } catch (error) {
        if (!(error instanceof Mismatch)) throw error;
        this.#recover(error);
        state = this.#leave();
      }
    }
    return root.finish();
  }

  /** Begin a rule. */
  #enter(rule: Rule, caller: Frame | undefined, edge: CallEdge | undefined): Frame {
    const { start: offset } = this.#tokens.current;
    const depth = (this.#depths[rule.index] ?? 0) + 1;
    this.#depths[rule.index] = depth;
    if (depth > maximumDepth) {
      throw new GaveUp(`expression recursion limit exceeded: ${String(maximumDepth)}`);
    }
    return new Frame(rule, caller, edge, offset);
  }

  /** End the current rule; the state at which its caller goes on. */
  #leave(): State | undefined {
    const { rule, caller, edge } = this.#frame;
    this.#depths[rule.index] = (this.#depths[rule.index] ?? 1) - 1;
    if (caller === undefined || edge === undefined) return undefined;
    caller.addNode(this.#frame.finish());
    this.#frame = caller;
    this.#state = edge.from;
    return edge.to;
  }

  /** Go from a state to the next one. */
  #step(state: State): State | undefined {
    if (state.kind === "stop") return this.#leave();
    if (needsSync(state)) this.#sync(state);
    if (state.edges.length > 1) return this.#decide(state);
    const [edge] = state.edges;
    if (edge === undefined) throw new Error("states have edges");
    // Having come around a loop, it is not asked again what may come.
    if (state.kind === "loopBack") return this.#decide(edge.to);
    if (state.kind === "body") this.#frame.wrapOperand();
    return this.#take(state, edge);
  }

  #take(state: State, edge: Edge): State {
    switch (edge.kind) {
      case "epsilon":
        if (edge.alternative !== undefined) this.#frame.alternative = edge.alternative;
        return edge.to;
      case "tokens":
        this.#match(state, edge);
        return edge.to;
      case "call":
        this.#state = state;
        this.#frame = this.#enter(edge.rule, this.#frame, edge);
        return edge.rule.start;
    }
  }

  #decide(state: State): State {
    const index = this.#choose(state);
    const edge = state.edges[index - 1];
    if (edge === undefined) throw new Error("alternatives have edges");
    if (state.kind === "body") this.#frame.wrapOperand();
    return this.#take(state, edge);
  }

  /** The alternative to take, from 1 on. */
  #choose(state: State): number {
    const { kind } = this.#tokens.current;
    if (state.kind === "operators") {
      const lowest = this.#frame.edge?.precedence ?? 0;
      return (state.rule.levels.get(kind) ?? -1) >= lowest ? 1 : 2;
    }
    const [fitting, ...others] = state.fitting(kind);
    if (fitting !== undefined && others.length === 0) return fitting;
    // What no alternative begins with means the last one, which is to go on after the block.
    if (state.isDecidedByOneToken) return fitting ?? state.edges.length;
    const outcome = this.#predictor.predict(state, this.#tokens);
    if (typeof outcome === "number") return outcome;
    const last = this.#tokens.at(outcome.noneAt);
    const input = this.#tokens.quoteAll(this.#tokens.current, last);
    throw new Mismatch(last.start, `no viable alternative at input ${input}`);
  }

  #match(state: State, edge: TokensEdge): void {
    this.#state = state;
    const { label, tokens } = edge;
    const token = this.#tokens.current;
    if (!tokens.has(token.kind)) {
      this.#addLeaf(label, this.#recoverInline(edge));
      return;
    }
    this.#endRecovery();
    this.#tokens.advance();
    this.#addLeaf(label, token);
  }

  /** `undefined` for a token that the parser puts in, as ANTLR's Go runtime shows it. */
  #addLeaf(label: string, token: Token | undefined): void {
    if (label === "") return;
    const text = token === undefined ? "<missing undefined>" : this.#tokens.textOf(token);
    const { start: offset } = token ?? this.#tokens.current;
    this.#frame.addLeaf({ label, offset, text });
  }

  /**
   * Leave out a token if the one after it fits, put one in if the current one fits after it, or
   * give up on the rule.
   */
  #recoverInline(edge: TokensEdge): Token | undefined {
    this.#countRecovery();
    if (this.#deleteToken()) {
      const token = this.#tokens.current;
      this.#tokens.advance();
      return token;
    }
    const { current } = this.#tokens;
    if (!this.#expectedAt(edge.to).has(current.kind)) throw this.#mismatch();
    const expected = displayTokens(this.#expectedAt(this.#state));
    this.#reportOnce(current.start, `missing ${expected} at ${this.#tokens.quote(current)}`);
    return undefined;
  }

  #mismatch(): Mismatch {
    const { current } = this.#tokens;
    return new Mismatch(current.start, `mismatched ${this.#inputAndExpected()}`);
  }

  #inputAndExpected(): string {
    const expected = displayTokens(this.#expectedAt(this.#state));
    return `input ${this.#tokens.quote(this.#tokens.current)} expecting ${expected}`;
  }

  #deleteToken(): boolean {
    const next = this.#tokens.at(this.#tokens.position + 1);
    if (!this.#expectedAt(this.#state).has(next.kind)) return false;
    this.#reportUnwanted();
    this.#tokens.advance();
    this.#endRecovery();
    return true;
  }

  #reportUnwanted(): void {
    this.#reportOnce(this.#tokens.current.start, `extraneous ${this.#inputAndExpected()}`);
  }

  /** Before a decision: see to it that the next token is one that can come. */
  #sync(state: State): void {
    this.#state = state;
    if (this.#isRecovering) return;
    const { tokens, canEnd } = state.next;
    if (canEnd || tokens.has(this.#tokens.current.kind)) return;
    if (state.kind === "loopBack" || state.kind === "repeatBack") {
      this.#reportUnwanted();
      const stops = new Set([...this.#expectedAt(state), ...this.#recoverySet()]);
      while (!this.#stopsAt(stops)) this.#tokens.advance();
      return;
    }
    if (!this.#deleteToken()) throw this.#mismatch();
  }

  #stopsAt(tokens: ReadonlySet<TokenKind>): boolean {
    const { kind } = this.#tokens.current;
    return kind === "<EOF>" || tokens.has(kind);
  }

  /** Report what ended a rule and skip to a token with which some caller can go on. */
  #recover(error: Mismatch): void {
    this.#reportOnce(error.offset, error.message);
    this.#countRecovery();
    let skipped = 0;
    const skip = (): void => {
      if (skipped++ >= maximumSkippedTokens) {
        throw new GaveUp(
          `error recovery token lookahead limit exceeded: ${String(maximumSkippedTokens)}`,
        );
      }
      this.#tokens.advance();
    };
    // Stuck at the same token in the same state: something has to go.
    const { position } = this.#tokens;
    if (this.#lastErrorPosition === position && this.#lastErrorStates.has(this.#state)) skip();
    this.#lastErrorPosition = this.#tokens.position;
    this.#lastErrorStates.add(this.#state);
    const stops = this.#recoverySet();
    while (!this.#stopsAt(stops)) skip();
  }

  #countRecovery(): void {
    if (this.#recoveries++ < maximumRecoveries) return;
    const message = `error recovery attempt limit exceeded: ${String(maximumRecoveries)}`;
    this.#report(this.#tokens.current.start, message);
    throw new GaveUp();
  }

  /** One fault is reported once, until a token is matched again. */
  #reportOnce(offset: number, message: string): void {
    if (this.#isRecovering) return;
    this.#isRecovering = true;
    this.#report(offset, message);
  }

  #endRecovery(): void {
    this.#isRecovering = false;
    this.#lastErrorPosition = -1;
    this.#lastErrorStates.clear();
  }

  /** Tokens that may come at a state, callers included. */
  #expectedAt(state: State): ReadonlySet<TokenKind> {
    const expected = new Set<TokenKind>();
    let next: NextTokens = state.next;
    for (let frame: Frame | undefined = this.#frame; ; frame = frame.caller) {
      next.tokens.forEach((token) => expected.add(token));
      if (!next.canEnd) return expected;
      if (frame?.edge === undefined) return expected.add("<EOF>");
      next = frame.edge.to.next;
    }
  }

  /** Tokens that may come after any of the rules under way. */
  #recoverySet(): ReadonlySet<TokenKind> {
    const tokens = new Set<TokenKind>();
    for (let frame: Frame | undefined = this.#frame; frame !== undefined; frame = frame.caller) {
      frame.edge?.to.next.tokens.forEach((token) => tokens.add(token));
    }
    return tokens;
  }
}

/** ANTLR asks what may come where alternatives or loops begin, and after each pass of a loop. */
function needsSync({ kind, edges }: State): boolean {
  if (kind === "body") return edges.length > 1;
  return kind !== "basic" && kind !== "stop";
}
