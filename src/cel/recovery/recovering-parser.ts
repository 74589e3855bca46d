import { maximumDepth } from "../syntax/grammar-rules.js";
import type { Token, TokenKind } from "../syntax/token.js";
import type { Edge, NextTokens, Rule, State } from "./automaton.js";
import { NextTokenTable } from "./automaton.js";
import type { Grammar } from "./grammar.js";
import type { ReturnStack } from "./prediction.js";
import { Predictor, ReturnStacks } from "./prediction.js";
import type { Leaf, SyntaxNode } from "./syntax-tree.js";
import { addTo, createNode } from "./syntax-tree.js";
import { displayToken, displayTokens, displayText } from "./token-names.js";
import type { TokenStream } from "./token-stream.js";

/** Where a syntax error is reported to. May throw to end the parse. */
export type SyntaxErrorListener = (offset: number, message: string) => void;

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

/** One call of a rule under way. */
interface Frame {
  readonly rule: Rule;
  readonly precedence: number;
  readonly caller: Frame | undefined;
  /** Where the caller goes on, and what it calls the node. */
  readonly returnTo: State | undefined;
  readonly label: string;
  readonly callState: State | undefined;
  readonly returns: ReturnStack | undefined;
  node: SyntaxNode;
}

/** What is wrong with a token, thrown up to the rule it belongs to. */
class Mismatch extends Error {
  readonly offset: number;
  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

/**
 * Parses an expression that may have faults: reports each one as ANTLR does, puts in or leaves out
 * a token or skips some, and goes on (ANTLR's `DefaultErrorStrategy`, with cel-go's limits). Calls
 * of rules are kept on a stack of its own, so that no expression is too deep.
 */
export class RecoveringParser {
  readonly #tokens: TokenStream;
  readonly #report: SyntaxErrorListener;
  readonly #next = new NextTokenTable();
  readonly #stacks = new ReturnStacks();
  readonly #predictor = new Predictor(this.#stacks);
  readonly #depths = new Map<Rule, number>();
  #frame: Frame;
  #state: State;
  #isRecovering = false;
  #lastErrorPosition = -1;
  readonly #lastErrorStates = new Set<State>();
  #recoveries = 0;

  constructor(grammar: Grammar, tokens: TokenStream, report: SyntaxErrorListener) {
    this.#tokens = tokens;
    this.#report = report;
    this.#state = grammar.start.start;
    this.#frame = this.#enter(grammar.start, undefined, undefined);
  }

  /** The tree of the whole expression. */
  parse(): SyntaxNode {
    const root = this.#frame;
    let state: State | undefined = root.rule.start;
    while (state !== undefined) {
      try {
        state = this.#step(state);
      } catch (error) {
        if (!(error instanceof Mismatch)) throw error;
        this.#recover(error);
        state = this.#leave();
      }
    }
    return root.node;
  }

  /**
   * Begin a rule that is called by `edge`; the rule of the whole expression is called by nothing.
   */
  #enter(rule: Rule, caller: Frame | undefined, edge: CallEdge | undefined): Frame {
    const { precedence = 0, label = "", to: returnTo } = edge ?? {};
    const returns =
      returnTo === undefined ? undefined : this.#stacks.push(caller?.returns, returnTo);
    const node = createNode(rule.name, this.#tokens.current);
    const depth = (this.#depths.get(rule) ?? 0) + 1;
    this.#depths.set(rule, depth);
    if (depth > maximumDepth) {
      throw new GaveUp(`expression recursion limit exceeded: ${String(maximumDepth)}`);
    }
    const callState = caller === undefined ? undefined : this.#state;
    return { rule, precedence, caller, returnTo, label, callState, returns, node };
  }

  /** End the current rule; the state at which its caller goes on. */
  #leave(): State | undefined {
    const { rule, caller, returnTo, label, callState, node } = this.#frame;
    this.#depths.set(rule, (this.#depths.get(rule) ?? 1) - 1);
    if (caller === undefined) return undefined;
    addTo(caller.node.nodes, label, node);
    this.#frame = caller;
    if (callState !== undefined) this.#state = callState;
    return returnTo;
  }

  /** Go from a state to the next one. */
  #step(state: State): State | undefined {
    if (state.kind === "stop") return this.#leave();
    if (needsSync(state)) this.#sync(state);
    if (state.decision !== undefined) return this.#decide(state);
    const [edge] = state.edges;
    if (edge === undefined) throw new Error("states have edges");
    // Having come around a loop, it is not asked again what may come.
    if (state.kind === "loopBack" && edge.kind === "epsilon") return this.#decide(edge.to);
    if (state.wrapsOperand) this.#wrapOperand();
    return this.#take(state, edge);
  }

  #take(state: State, edge: Edge): State {
    switch (edge.kind) {
      case "epsilon":
        if (edge.alternative !== undefined) this.#frame.node.alternative = edge.alternative;
        return edge.to;
      case "precedence":
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

  /** What was parsed so far becomes the left operand of an operator. */
  #wrapOperand(): void {
    const left = this.#frame.node;
    const node: SyntaxNode = { ...left, alternative: "", nodes: new Map(), leaves: new Map() };
    addTo(node.nodes, "left", left);
    this.#frame.node = node;
  }

  #decide(state: State): State {
    const index = this.#choose(state);
    const edge = state.edges[index - 1];
    if (edge === undefined) throw new Error("alternatives have edges");
    if (state.wrapsOperand) this.#wrapOperand();
    return this.#take(state, edge);
  }

  #choose(state: State): number {
    if (state.decision?.by === "first") return this.#chooseByFirst(state);
    const { precedence, returns } = this.#frame;
    const outcome = this.#predictor.predict(state, precedence, returns, this.#tokens);
    if (outcome.kind === "alternative") return outcome.index;
    throw this.#noViableAlternative(outcome.at);
  }

  /**
   * The alternative that begins with the next token, else the last one, which is to go on after the
   * block.
   */
  #chooseByFirst(state: State): number {
    const { kind } = this.#tokens.current;
    const index = state.edges.findIndex(
      (edge) => edge.kind === "epsilon" && this.#next.at(edge.to).tokens.has(kind),
    );
    return index < 0 ? state.edges.length : index + 1;
  }

  #noViableAlternative(at: number): Mismatch {
    const [first, last] = [this.#tokens.current, this.#tokens.at(at)];
    const text = first.kind === "<EOF>" ? "<EOF>" : this.#tokens.textBetween(first, last);
    return new Mismatch(last.start, `no viable alternative at input ${displayText(text)}`);
  }

  #match(state: State, edge: TokensEdge): void {
    this.#state = state;
    const token = this.#tokens.current;
    if (edge.tokens.has(token.kind)) {
      this.#endRecovery();
      this.#tokens.advance();
      this.#addLeaf(edge.label, this.#leafOf(token));
      return;
    }
    this.#addLeaf(edge.label, this.#recoverInline(edge));
  }

  #leafOf(token: Token): Leaf {
    return { kind: token.kind, offset: token.start, text: this.#tokens.textOf(token) };
  }

  #addLeaf(label: string | undefined, leaf: Leaf): void {
    if (label !== undefined) addTo(this.#frame.node.leaves, label, leaf);
  }

  /**
   * Leave out a token if the one after it fits, put one in if the current one fits after it, or
   * give up on the rule.
   */
  #recoverInline(edge: TokensEdge): Leaf {
    this.#countRecovery();
    if (this.#deleteToken()) {
      const token = this.#tokens.current;
      this.#tokens.advance();
      return this.#leafOf(token);
    }
    if (this.#expectedAt(edge.to).has(this.#tokens.current.kind)) {
      const expected = this.#expected();
      this.#reportOnce(
        this.#tokens.current.start,
        `missing ${displayTokens(expected)} at ${this.#displayCurrent()}`,
      );
      return missingLeaf(expected, this.#tokens.current);
    }
    throw this.#mismatch();
  }

  #mismatch(): Mismatch {
    const message = `mismatched input ${this.#displayCurrent()} expecting ${displayTokens(this.#expected())}`;
    return new Mismatch(this.#tokens.current.start, message);
  }

  #displayCurrent(): string {
    const token = this.#tokens.current;
    return displayToken(token.kind, this.#tokens.textOf(token));
  }

  #deleteToken(): boolean {
    if (!this.#expected().has(this.#tokens.next.kind)) return false;
    this.#reportUnwanted();
    this.#tokens.advance();
    this.#endRecovery();
    return true;
  }

  #reportUnwanted(): void {
    const expected = displayTokens(this.#expected());
    this.#reportOnce(
      this.#tokens.current.start,
      `extraneous input ${this.#displayCurrent()} expecting ${expected}`,
    );
  }

  /** Before a decision: see to it that the next token is one that can come. */
  #sync(state: State): void {
    this.#state = state;
    if (this.#isRecovering) return;
    const { tokens, canEnd } = this.#next.at(state);
    if (canEnd || tokens.has(this.#tokens.current.kind)) return;
    if (state.kind === "loopBack" || state.kind === "repeatBack") {
      this.#reportUnwanted();
      const stops = new Set([...this.#expected(), ...this.#recoverySet()]);
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

  #expected(): ReadonlySet<TokenKind> {
    return this.#expectedAt(this.#state);
  }

  /** Tokens that may come at a state, callers included. */
  #expectedAt(state: State): ReadonlySet<TokenKind> {
    const expected = new Set<TokenKind>();
    let next: NextTokens = this.#next.at(state);
    let frame: Frame | undefined = this.#frame;
    for (;;) {
      next.tokens.forEach((token) => expected.add(token));
      if (!next.canEnd) return expected;
      if (frame?.returnTo === undefined) return expected.add("<EOF>");
      next = this.#next.at(frame.returnTo);
      frame = frame.caller;
    }
  }

  /** Tokens that may come after any of the rules under way. */
  #recoverySet(): ReadonlySet<TokenKind> {
    const tokens = new Set<TokenKind>();
    for (let frame: Frame | undefined = this.#frame; frame !== undefined; frame = frame.caller) {
      if (frame.returnTo === undefined) continue;
      this.#next.at(frame.returnTo).tokens.forEach((token) => tokens.add(token));
    }
    return tokens;
  }
}

/** ANTLR asks what may come where alternatives or loops begin, and after each pass of a loop. */
function needsSync(state: State): boolean {
  switch (state.kind) {
    case "block":
    case "loop":
    case "loopBack":
    case "repeat":
    case "repeatBack":
      return true;
    case "body":
      return state.decision !== undefined;
    default:
      return false;
  }
}

/**
 * The token that the parser puts in; the names of its kind are as ANTLR's Go runtime writes them.
 */
function missingLeaf(expected: ReadonlySet<TokenKind>, at: Token): Leaf {
  const [kind = "<EOF>"] = [...expected];
  return { kind, offset: at.start, text: "<missing undefined>" };
}
