import { AstBuilder, TooManyNodes } from "./ast-builder.js";
import type { Constant, Expr, MapEntry, StructField } from "./ast.js";
import { operators } from "./ast.js";
import {
  additive,
  balance,
  calculations,
  isTooLong,
  maximumDepth,
  relations,
  reservedWords,
} from "./grammar-rules.js";
import { Lexer } from "./lexer.js";
import type { LiteralFault } from "./literals.js";
import { parseBytes, parseDouble, parseInt64, parseString, parseUint64 } from "./literals.js";
import type { MacroOptions } from "./macros.js";
import { expandCall } from "./macros.js";
import type { TokenKind } from "./token.js";

/** What of the language an environment has. */
export interface SyntaxOptions extends MacroOptions {
  /** `.?f`, `[?k]`, `{?k: v}`, `[?e]`. */
  readonly optionals: boolean;
  /**
   * Names in backticks: `no token` where the lexer does not know them, `refused` where only the
   * parser knows them.
   */
  readonly backticks: "no token" | "refused" | "allowed";
  /** Messages of syntax errors are taken for formats. */
  readonly formatsMessages: boolean;
}

/**
 * Parse an expression that has no fault; `undefined` for one that has any. What the fault is, and
 * what cel-go says about it, `recovery` finds out: ANTLR's texts depend on its way of prediction
 * and recovery, and it would be in the way here.
 */
export function parseFlawless(text: string, options: SyntaxOptions): Expr | undefined {
  if (isTooLong(text)) return undefined;
  const parser = new Parser(text, options);
  try {
    return parser.parseStart();
  } catch (error) {
    if (error === flaw || error instanceof TooManyNodes) return undefined;
    throw error;
  }
}

/** Thrown, and caught above, where a production cannot go on. */
const flaw: unique symbol = Symbol("flaw");

class Parser {
  readonly #text: string;
  readonly #options: SyntaxOptions;
  readonly #lexer: Lexer;
  readonly #builder = new AstBuilder();
  /** Behind it no name can be that of a message. */
  readonly #lastBrace: number;
  // Uses of one production within each other are limited for each production by itself (cel-go's
  // recursionListener).
  #exprDepth = 0;
  #relationDepth = 0;
  #calcDepth = 0;
  /**
   * Operators on the longest path of what was parsed last; cel-go's visitor gives up beyond the
   * maximum.
   */
  #height = 0;

  constructor(text: string, options: SyntaxOptions) {
    this.#text = text;
    this.#options = options;
    this.#lexer = new Lexer(text);
    this.#lastBrace = text.lastIndexOf("{");
    this.#lexer.next();
  }

  /** `start: expr EOF` */
  parseStart(): Expr {
    const expr = this.#parseExpr();
    if (this.#peek() !== "<EOF>" || this.#height > maximumDepth) this.#fail();
    return expr;
  }

  #peek(): TokenKind | "error" {
    return this.#lexer.kind;
  }

  #fail(): never {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- no error: caught in parseFlawless, never seen
    throw flaw;
  }

  /** Consume a token of this kind and return where it was. */
  #expect(kind: TokenKind): number {
    if (this.#peek() !== kind) this.#fail();
    return this.#advance();
  }

  #advance(): number {
    const { start } = this.#lexer;
    this.#lexer.next();
    return start;
  }

  #eat(kind: TokenKind): boolean {
    if (this.#peek() !== kind) return false;
    this.#lexer.next();
    return true;
  }

  /** A question mark that makes something optional. */
  #eatOptional(): boolean {
    if (!this.#eat("?")) return false;
    if (!this.#options.optionals) this.#fail();
    return true;
  }

  /** `expr: conditionalOr ('?' conditionalOr ':' expr)?` */
  #parseExpr(): Expr {
    if (++this.#exprDepth > maximumDepth) this.#fail();
    let expr = this.#parseOr();
    if (this.#peek() === "?") {
      let height = this.#height;
      const offset = this.#advance();
      const whenTrue = this.#parseOr();
      height = Math.max(height, this.#height);
      this.#expect(":");
      const whenFalse = this.#parseExpr();
      this.#height = Math.max(height, this.#height) + 1;
      expr = this.#builder.call(offset, operators.conditional, [expr, whenTrue, whenFalse]);
    }
    this.#exprDepth--;
    return expr;
  }

  /** `conditionalOr: conditionalAnd ('||' conditionalAnd)*` */
  #parseOr(): Expr {
    const first = this.#parseAnd();
    return this.#peek() === "||" ? this.#parseChain("||", first) : first;
  }

  /** `conditionalAnd: relation ('&&' relation)*` */
  #parseAnd(): Expr {
    const first = this.#parseRelation();
    return this.#peek() === "&&" ? this.#parseChain("&&", first) : first;
  }

  /** The operators and terms behind the first term of a chain. */
  #parseChain(operator: "||" | "&&", first: Expr): Expr {
    let height = this.#height;
    const terms = [first];
    const offsets: number[] = [];
    while (this.#peek() === operator) {
      offsets.push(this.#advance());
      terms.push(operator === "||" ? this.#parseAnd() : this.#parseRelation());
      height = Math.max(height, this.#height);
    }
    this.#height = height;
    const name = operator === "||" ? operators.logicalOr : operators.logicalAnd;
    return balance(this.#builder, name, terms, offsets);
  }

  /**
   * `relation: calc | relation ('<' | '<=' | '>=' | '>' | '==' | '!=' | 'in') relation`, from the
   * left
   */
  #parseRelation(): Expr {
    if (++this.#relationDepth > maximumDepth) this.#fail();
    let left = this.#parseCalc(additive);
    for (;;) {
      const name = relations.get(this.#peek());
      if (name === undefined) break;
      const height = this.#height;
      const offset = this.#advance();
      if (++this.#relationDepth > maximumDepth) this.#fail();
      const right = this.#parseCalc(additive);
      this.#relationDepth--;
      this.#height = Math.max(height, this.#height) + 1;
      left = this.#builder.call(offset, name, [left, right]);
    }
    this.#relationDepth--;
    return left;
  }

  /**
   * `calc: unary | calc ('*' | '/' | '%') calc | calc ('+' | '-') calc`, from the left. Operators
   * below the `lowest` precedence are left to the caller.
   */
  #parseCalc(lowest: number): Expr {
    if (++this.#calcDepth > maximumDepth) this.#fail();
    let left = this.#parseUnary();
    for (;;) {
      const next = calculations.get(this.#peek());
      if (next === undefined || next.precedence < lowest) break;
      const height = this.#height;
      const offset = this.#advance();
      const right = this.#parseCalc(next.precedence + 1);
      this.#height = Math.max(height, this.#height) + 1;
      left = this.#builder.call(offset, next.name, [left, right]);
    }
    this.#calcDepth--;
    return left;
  }

  /** `unary: member | '!'+ member | '-'+ member` */
  #parseUnary(): Expr {
    switch (this.#peek()) {
      case "!":
        return this.#parseNot();
      case "-":
        return this.#parseNegation();
      default:
        return this.#parseMember(this.#parsePrimary());
    }
  }

  /** `'!'+ member`, where the member may begin with a negative number */
  #parseNot(): Expr {
    const offset = this.#lexer.start;
    const count = this.#eatAll("!");
    const isNegative = this.#peek() === "-";
    const operand = this.#parseMember(
      isNegative ? this.#parseNegative(this.#advance()) : this.#parsePrimary(),
    );
    return count % 2 === 0 ? operand : this.#builder.call(offset, operators.logicalNot, [operand]);
  }

  /** `'-'+ member`, where a single `-` before a number is the sign of that */
  #parseNegation(): Expr {
    const offset = this.#lexer.start;
    const count = this.#eatAll("-");
    if (count === 1 && this.#isAtNumber()) return this.#parseMember(this.#parseNegative(offset));
    const operand = this.#parseMember(this.#parsePrimary());
    return count % 2 === 0 ? operand : this.#builder.call(offset, operators.negate, [operand]);
  }

  /** Consume tokens of one kind and count them. */
  #eatAll(kind: TokenKind): number {
    let count = 0;
    while (this.#eat(kind)) count++;
    return count;
  }

  #isAtNumber(): boolean {
    return this.#peek() === "NUM_INT" || this.#peek() === "NUM_FLOAT";
  }

  /** A number behind its sign, which is where the literal begins. */
  #parseNegative(offset: number): Expr {
    if (!this.#isAtNumber()) this.#fail();
    this.#height = 0;
    return this.#parseNumber(offset, true);
  }

  /**
   * `member: primary | member '.' '?'? escapeIdent | member '.' IDENTIFIER '(' exprList? ')'`
   * `| member '[' '?'? expr ']'`
   */
  #parseMember(primary: Expr): Expr {
    let operand = primary;
    for (;;) {
      if (this.#peek() === ".") operand = this.#parseSelection(operand);
      else if (this.#peek() === "[") operand = this.#parseIndex(operand);
      else return operand;
    }
  }

  #parseSelection(operand: Expr): Expr {
    const height = this.#height;
    const offset = this.#advance();
    const optional = this.#eatOptional();
    const fieldOffset = this.#lexer.start;
    const isCall = !optional && this.#peek() === "IDENTIFIER";
    const field = this.#parseEscapeIdent();
    if (isCall && this.#peek() === "(") return this.#parseMemberCall(operand, field, height);
    this.#height = height + 1;
    if (!optional) return this.#builder.select(offset, operand, field);
    const name = this.#builder.literal(fieldOffset, { type: "string", value: field });
    return this.#builder.call(offset, operators.optionalSelect, [operand, name]);
  }

  /** `escapeIdent: IDENTIFIER | ESC_IDENTIFIER` */
  #parseEscapeIdent(): string {
    const text = this.#lexer.tokenText;
    if (this.#peek() === "IDENTIFIER") {
      this.#advance();
      return text;
    }
    if (this.#options.backticks !== "allowed") this.#fail();
    this.#expect("ESC_IDENTIFIER");
    return text.slice(1, -1);
  }

  #parseMemberCall(target: Expr, name: string, targetHeight: number): Expr {
    const offset = this.#expect("(");
    const args = this.#parseArguments();
    this.#height = Math.max(targetHeight, this.#height) + 1;
    return (
      this.#expandMacro(offset, name, target, args) ??
      this.#builder.memberCall(offset, name, target, args)
    );
  }

  #parseIndex(operand: Expr): Expr {
    const height = this.#height;
    const offset = this.#advance();
    const optional = this.#eatOptional();
    const index = this.#parseExpr();
    this.#expect("]");
    this.#height = Math.max(height, this.#height) + 1;
    const name = optional ? operators.optionalIndex : operators.index;
    return this.#builder.call(offset, name, [operand, index]);
  }

  /** `exprList? ')'`; leaves the greatest height of an argument */
  #parseArguments(): Expr[] {
    const args: Expr[] = [];
    let height = 0;
    if (this.#peek() !== ")") {
      do {
        args.push(this.#parseExpr());
        height = Math.max(height, this.#height);
      } while (this.#eat(","));
    }
    this.#expect(")");
    this.#height = height;
    return args;
  }

  #expandMacro(
    offset: number,
    name: string,
    target: Expr | undefined,
    args: readonly Expr[],
  ): Expr | undefined {
    const expanded = expandCall(this.#options, this.#builder, offset, { name, target, args });
    if (expanded?.kind === "fault") this.#fail();
    return expanded;
  }

  /** `primary: ident | call | '(' expr ')' | list | map | struct | literal` */
  #parsePrimary(): Expr {
    this.#height = 0;
    switch (this.#peek()) {
      case "IDENTIFIER":
        return this.#parseName("");
      case ".":
        this.#advance();
        if (this.#peek() !== "IDENTIFIER") this.#fail();
        return this.#parseName(".");
      case "(": {
        this.#advance();
        const expr = this.#parseExpr();
        this.#expect(")");
        return expr;
      }
      case "[":
        return this.#parseList();
      case "{":
        return this.#parseMap();
      default:
        return this.#parseLiteral();
    }
  }

  /** `'.'? IDENTIFIER`, `'.'? IDENTIFIER '(' exprList? ')'`, or the name of a message before `{` */
  #parseName(dot: "" | "."): Expr {
    const text = this.#lexer.tokenText;
    const offset = this.#advance();
    if (reservedWords.has(text)) this.#fail();
    const name = dot + text;
    if (this.#peek() === "(") {
      const open = this.#advance();
      const args = this.#parseArguments();
      return this.#expandMacro(open, name, undefined, args) ?? this.#builder.call(open, name, args);
    }
    if (this.#peek() === "{") return this.#parseStruct(name);
    const messageName = this.#peek() === "." ? this.#messageNameAhead(text) : undefined;
    if (messageName !== undefined) {
      this.#skipTo("{");
      return this.#parseStruct(dot + messageName);
    }
    return this.#builder.ident(offset, name);
  }

  /**
   * `a.b.c` if a `{` follows. Looks at the text, as the chain is one token after another without
   * anything between.
   */
  #messageNameAhead(first: string): string | undefined {
    if (this.#lexer.start > this.#lastBrace) return undefined;
    const ahead = new Lexer(this.#text);
    ahead.end = this.#lexer.start;
    let name = first;
    for (;;) {
      ahead.next();
      if (ahead.isAt("{")) return name;
      if (!ahead.isAt(".")) return undefined;
      ahead.next();
      if (!ahead.isAt("IDENTIFIER")) return undefined;
      name += `.${ahead.tokenText}`;
    }
  }

  #skipTo(kind: TokenKind): void {
    while (!this.#lexer.isAt(kind)) this.#lexer.next();
  }

  /** `'{' (optField ':' expr (',' optField ':' expr)*)? ','? '}'` */
  #parseStruct(name: string): Expr {
    const offset = this.#expect("{");
    const fields: StructField[] = [];
    let height = 0;
    while (this.#peek() !== "}" && this.#peek() !== ",") {
      const optional = this.#eatOptional();
      const field = this.#parseEscapeIdent();
      const colon = this.#expect(":");
      const value = this.#parseExpr();
      height = Math.max(height, this.#height);
      fields.push(this.#builder.structField(colon, field, value, optional));
      if (!this.#eatSeparator("}")) break;
    }
    if (fields.length === 0) this.#eat(",");
    this.#expect("}");
    this.#height = height;
    return this.#builder.struct(offset, name, fields);
  }

  /** A comma that more must follow; the one before the end stays. */
  #eatSeparator(close: "]" | "}"): boolean {
    if (!this.#eat(",")) return false;
    return this.#peek() !== close;
  }

  /** `'[' (optExpr (',' optExpr)*)? ','? ']'` */
  #parseList(): Expr {
    const offset = this.#advance();
    const elements: Expr[] = [];
    const optionalIndices: number[] = [];
    let height = 0;
    while (this.#peek() !== "]" && this.#peek() !== ",") {
      if (this.#eatOptional()) optionalIndices.push(elements.length);
      elements.push(this.#parseExpr());
      height = Math.max(height, this.#height);
      if (!this.#eatSeparator("]")) break;
    }
    if (elements.length === 0) this.#eat(",");
    this.#expect("]");
    this.#height = height;
    return this.#builder.list(offset, elements, optionalIndices);
  }

  /** `'{' (optExpr ':' expr (',' optExpr ':' expr)*)? ','? '}'` */
  #parseMap(): Expr {
    const offset = this.#advance();
    const entries: MapEntry[] = [];
    let height = 0;
    while (this.#peek() !== "}" && this.#peek() !== ",") {
      const optional = this.#eatOptional();
      const key = this.#parseExpr();
      height = Math.max(height, this.#height);
      const colon = this.#expect(":");
      const value = this.#parseExpr();
      height = Math.max(height, this.#height);
      entries.push(this.#builder.mapEntry(colon, key, value, optional));
      if (!this.#eatSeparator("}")) break;
    }
    if (entries.length === 0) this.#eat(",");
    this.#expect("}");
    this.#height = height;
    return this.#builder.map(offset, entries);
  }

  /**
   * `literal: '-'? NUM_INT | NUM_UINT | '-'? NUM_FLOAT | STRING | BYTES`
   * `| 'true' | 'false' | 'null'`
   */
  #parseLiteral(): Expr {
    const text = this.#lexer.tokenText;
    const { start } = this.#lexer;
    switch (this.#peek()) {
      case "NUM_INT":
      case "NUM_FLOAT":
        return this.#parseNumber(start, false);
      case "NUM_UINT":
        return this.#literal(start, parseUint64(text));
      case "STRING":
        return this.#literal(start, parseString(text));
      case "BYTES":
        return this.#literal(start, parseBytes(text));
      case "true":
        return this.#literal(start, { type: "bool", value: true });
      case "false":
        return this.#literal(start, { type: "bool", value: false });
      case "null":
        return this.#literal(start, { type: "null" });
      default:
        return this.#fail();
    }
  }

  /** The sign, if any, has been read; it is where the literal begins. */
  #parseNumber(offset: number, isNegative: boolean): Expr {
    const text = this.#lexer.tokenText;
    const parse = this.#peek() === "NUM_INT" ? parseInt64 : parseDouble;
    return this.#literal(offset, parse(text, isNegative));
  }

  #literal(offset: number, value: Constant | LiteralFault): Expr {
    if ("fault" in value) this.#fail();
    this.#advance();
    return this.#builder.literal(offset, value);
  }
}
