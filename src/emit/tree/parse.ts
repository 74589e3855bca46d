import { binary, conditional, ifStatement, not, round } from "./fold.js";
import type {
  Block,
  Case,
  Expression,
  ParameterNode,
  Property,
  Statement,
  Type,
  TypeMember,
} from "./nodes.js";
import { isOptionalChain, precedences } from "./nodes.js";
import type { Token } from "./tokens.js";
import { tokenize } from "./tokens.js";

/** What is parsed: tokens, or a text. */
export type Source = string | readonly Token[];

/** Statements; throws on what generated code has no use for. */
export function parseStatements(source: Source, language: Language): readonly Statement[] {
  return parseWhole(source, language, (parser) => parser.statements());
}

/** One expression. */
export function parseExpression(source: Source, language: Language): Expression {
  return parseWhole(source, language, (parser) => parser.expression());
}

/** One type, or what a function says about its parameter. */
export function parseType(source: Source): Type {
  return parseWhole(source, "ts", (parser) => parser.returnType());
}

/** What a tree is read for: JavaScript has no types, so they are left out of its trees. */
export type Language = "ts" | "js";

function parseWhole<T>(source: Source, language: Language, parse: (parser: Parser) => T): T {
  const tokens = typeof source === "string" ? tokenize(source) : source;
  const parser = new Parser(tokens, language === "ts");
  const parsed = parse(parser);
  parser.end();
  return parsed;
}

const assignments = new Set(["=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "??=", "&&=", "||="]);
const prefixes = new Set(["!", "-", "+", "~", "typeof", "void", "delete"]);
const updates = new Set(["++", "--"]);

/** Reads the subset of TypeScript that templates are written in, by recursive descent. */
class Parser {
  readonly #tokens: readonly Token[];
  readonly #keepsTypes: boolean;
  #at = 0;

  constructor(tokens: readonly Token[], keepsTypes: boolean) {
    this.#tokens = tokens;
    this.#keepsTypes = keepsTypes;
  }

  end(): void {
    if (this.#next.type !== "end") this.#fail();
  }

  statements(): readonly Statement[] {
    const found: Statement[] = [];
    for (;;) {
      const { type, text, lines } = this.#next;
      if (type === "end" || text === "}" || text === "case" || text === "default") return found;
      const statement = this.statement();
      found.push(lines > 1 && found.length > 0 ? { ...statement, blank: true } : statement);
    }
  }

  statement(): Statement {
    const token = this.#next;
    if (token.type === "comment" && !token.text.startsWith("/* @__PURE__")) {
      return { kind: "comment", text: this.#take().text };
    }
    if (token.text === "{") return this.block();
    if (token.type !== "word") return this.#expressionStatement();
    switch (token.text) {
      case "const":
      case "let":
        return this.#variable();
      case "return":
        return this.#return();
      case "throw": {
        this.#at++;
        const value = this.expression();
        this.#expect(";");
        return { kind: "throw", value };
      }
      case "break":
      case "continue":
        return this.#leave(token.text);
      case "if":
        return this.#if();
      case "for":
        return this.#for();
      case "while": {
        this.#at++;
        const test = this.#inParentheses();
        return { kind: "while", test, body: round(this.statement()) };
      }
      case "switch":
        return this.#switch();
      default:
        return this.#isLabel() ? this.#labeled() : this.#expressionStatement();
    }
  }

  block(): Block {
    this.#expect("{");
    const body = this.statements();
    this.#expect("}");
    return { kind: "block", body };
  }

  expression(): Expression {
    return this.#sequence();
  }

  returnType(): Type {
    const asserts = this.#next.text === "asserts" && this.#peek(1).type === "word";
    const at = this.#at + (asserts ? 1 : 0);
    const name = this.#tokens[at];
    if (name?.type === "word" && this.#tokens[at + 1]?.text === "is") {
      this.#at = at + 2;
      return { kind: "predicate", asserts, name: name.text, type: this.type() };
    }
    return this.type();
  }

  type(): Type {
    this.#accept("|");
    const members = [this.#intersection()];
    while (this.#accept("|")) members.push(this.#intersection());
    return several("union", members);
  }

  #intersection(): Type {
    const members = [this.#postfixType()];
    while (this.#accept("&")) members.push(this.#postfixType());
    return several("intersection", members);
  }

  #postfixType(): Type {
    if (this.#next.text === "readonly" && this.#peek(1).type !== "sign") {
      this.#at++;
      return { kind: "readonly", of: this.#postfixType() };
    }
    if (this.#next.text === "readonly" && this.#peek(1).text === "(") {
      this.#at++;
      return { kind: "readonly", of: this.#postfixType() };
    }
    let type = this.#primaryType();
    while (this.#next.text === "[" && this.#peek(1).text === "]") {
      this.#at += 2;
      type = { kind: "array", items: type };
    }
    return type;
  }

  #primaryType(): Type {
    const token = this.#next;
    if (token.text === "(") {
      if (this.#isFunctionType()) return this.#functionType();
      this.#at++;
      const inner = this.type();
      this.#expect(")");
      return inner;
    }
    if (token.text === "{") return this.#objectType();
    if (token.text === "[") {
      this.#at++;
      return { kind: "tuple", items: this.#list("]", () => this.type()) };
    }
    if (token.text === "-") {
      this.#at++;
      return { kind: "word", text: `-${this.#take().text}` };
    }
    if (token.type === "string" || token.type === "number") {
      return { kind: "word", text: this.#take().text };
    }
    if (token.type !== "word") this.#fail();
    if ((token.text === "typeof" || token.text === "keyof") && this.#peek(1).type === "word") {
      this.#at++;
      return { kind: "word", text: `${token.text} ${this.#dotted()}` };
    }
    const name = this.#dotted();
    return { kind: "reference", name, arguments: this.#typeArguments() };
  }

  #dotted(): string {
    let name = this.#take().text;
    while (this.#accept(".")) name += `.${this.#take().text}`;
    return name;
  }

  #typeArguments(): readonly Type[] {
    return this.#accept("<") ? this.#list(">", () => this.type()) : [];
  }

  /** Of a call, which has none in JavaScript. */
  #callTypes(): readonly Type[] {
    const types = this.#typeArguments();
    return this.#keepsTypes ? types : [];
  }

  #annotation(): Type | undefined {
    const type = this.#accept(":") ? this.type() : undefined;
    return this.#keepsTypes ? type : undefined;
  }

  #isFunctionType(): boolean {
    if (this.#peek(1).text === ")") return true;
    return this.#peek(1).type === "word" && [":", ",", "?"].includes(this.#peek(2).text);
  }

  #functionType(): Type {
    const parameters = this.#parameters();
    this.#expect("=>");
    return { kind: "function", parameters, returns: this.returnType() };
  }

  #objectType(): Type {
    this.#expect("{");
    const members: TypeMember[] = [];
    while (!this.#accept("}")) {
      let key = "";
      while (this.#next.text !== ":") {
        const { text, spaced } = this.#take();
        key += key.startsWith("[") && spaced ? ` ${text}` : text;
        if (key.startsWith("[") && !key.endsWith("]") && this.#accept(":")) key += ":";
        if (text === "readonly") key += " ";
      }
      this.#expect(":");
      members.push({ key, type: this.type() });
      if (!this.#accept(";")) this.#accept(",");
    }
    return { kind: "object", members };
  }

  #variable(): Statement {
    const statement = this.#variableHead();
    this.#expect(";");
    return statement;
  }

  #variableHead(): Statement {
    const name = this.#take().text === "const" ? "const" : "let";
    const pattern = this.#primary();
    const type = this.#annotation();
    const value = this.#accept("=") ? this.#assignment() : undefined;
    return { kind: "variable", word: name, pattern, type, value };
  }

  #return(): Statement {
    this.#at++;
    const value = this.#next.text === ";" ? undefined : this.expression();
    this.#expect(";");
    return { kind: "return", value };
  }

  #leave(name: "break" | "continue"): Statement {
    this.#at++;
    const label = this.#next.type === "word" ? this.#take().text : "";
    this.#expect(";");
    return { kind: "leave", word: name, label };
  }

  #isLabel(): boolean {
    return this.#next.type === "word" && this.#peek(1).text === ":";
  }

  #labeled(): Statement {
    const label = this.#take().text;
    this.#expect(":");
    return { kind: "labeled", label, body: this.statement() };
  }

  #if(): Statement {
    this.#at++;
    const test = this.#inParentheses();
    const then = this.statement();
    const otherwise = this.#accept("else") ? this.statement() : undefined;
    return ifStatement(test, then, otherwise);
  }

  #for(): Statement {
    this.#at++;
    this.#expect("(");
    if (this.#next.text === "const" || this.#next.text === "let") {
      const at = this.#at;
      this.#at++;
      const pattern = this.#primary();
      const name = this.#take().text;
      if (name === "of" || name === "in") {
        const over = this.expression();
        this.#expect(")");
        return { kind: "forEach", word: name, pattern, over, body: round(this.statement()) };
      }
      this.#at = at;
    }
    const begin = this.#next.text === ";" ? undefined : this.#variableHead();
    this.#expect(";");
    const test = this.#next.text === ";" ? undefined : this.expression();
    this.#expect(";");
    const step = this.#next.text === ")" ? undefined : this.expression();
    this.#expect(")");
    return { kind: "for", begin, test, step, body: round(this.statement()) };
  }

  #switch(): Statement {
    this.#at++;
    const of = this.#inParentheses();
    this.#expect("{");
    const cases: Case[] = [];
    while (!this.#accept("}")) {
      const isDefault = this.#accept("default");
      if (!isDefault) this.#expect("case");
      const test = isDefault ? undefined : this.expression();
      this.#expect(":");
      cases.push({ test, body: this.statements() });
    }
    return { kind: "switch", of, cases };
  }

  #expressionStatement(): Statement {
    const of = this.expression();
    this.#expect(";");
    return { kind: "expression", of };
  }

  #inParentheses(): Expression {
    this.#expect("(");
    const inner = this.expression();
    this.#expect(")");
    return inner;
  }

  #sequence(): Expression {
    const first = this.#assignment();
    if (this.#next.text !== ",") return first;
    const parts = [first];
    while (this.#accept(",")) parts.push(this.#assignment());
    return { kind: "sequence", parts };
  }

  #assignment(): Expression {
    if (this.#isArrow()) return this.#arrow();
    const left = this.#conditional();
    const { type, text } = this.#next;
    if (type !== "sign" || !assignments.has(text)) return left;
    this.#at++;
    return { kind: "assign", operator: text, left, right: this.#assignment() };
  }

  /** Whether an arrow stands behind the parentheses that close next. */
  #isArrow(): boolean {
    if (this.#next.text !== "(" || this.#next.type !== "sign") return false;
    let depth = 0;
    for (let at = this.#at; at < this.#tokens.length; at++) {
      const { type, text } = this.#tokenAt(at);
      if (type !== "sign") continue;
      if (text === "(" || text === "[" || text === "{") depth++;
      else if (text === ")" || text === "]" || text === "}") depth--;
      if (depth > 0) continue;
      const after = this.#tokenAt(at + 1).text;
      return after === "=>";
    }
    return false;
  }

  #arrow(): Expression {
    const parameters = this.#parameters();
    this.#expect("=>");
    const body = this.#next.text === "{" ? this.block() : this.#assignment();
    return { kind: "arrow", parameters, returns: undefined, body };
  }

  #parameters(): readonly ParameterNode[] {
    this.#expect("(");
    return this.#list(")", () => this.#parameter());
  }

  #parameter(): ParameterNode {
    const pattern = this.#primary();
    const optional = this.#accept("?") && this.#keepsTypes;
    const type = this.#annotation();
    const initial = this.#accept("=") ? this.#assignment() : undefined;
    return { pattern, optional, type, initial };
  }

  #conditional(): Expression {
    const test = this.#binary(0);
    if (this.#next.text !== "?" || this.#next.type !== "sign") return test;
    this.#at++;
    const yes = this.#assignment();
    this.#expect(":");
    return conditional(test, yes, this.#assignment());
  }

  #binary(least: number): Expression {
    let left = this.#unary();
    for (;;) {
      const { type, text } = this.#next;
      if (type === "word" && (text === "as" || text === "satisfies")) {
        this.#at++;
        const asserted = this.type();
        if (this.#keepsTypes) left = { kind: "as", word: text, of: left, type: asserted };
        continue;
      }
      const isOperator = type === "sign" || text === "in" || text === "instanceof";
      const precedence = isOperator ? precedences[text] : undefined;
      if (precedence === undefined || precedence <= least) return left;
      this.#at++;
      const right = this.#binary(text === "**" ? precedence - 1 : precedence);
      left = binary(text, left, right);
    }
  }

  #unary(): Expression {
    const { type, text } = this.#next;
    if (type === "comment") {
      this.#at++;
      return { kind: "commented", comment: text, of: this.#unary() };
    }
    if (type !== "sign" && type !== "word") return this.#postfix();
    if (prefixes.has(text)) {
      this.#at++;
      const operand = this.#unary();
      return text === "!" ? not(operand) : { kind: "unary", operator: text, operand };
    }
    if (updates.has(text)) {
      this.#at++;
      return { kind: "update", operator: text, operand: this.#unary(), prefix: true };
    }
    return this.#postfix();
  }

  #postfix(): Expression {
    const of = this.#chain(this.#next.text === "new" ? this.#new() : this.#primary());
    const { text } = this.#next;
    if (!updates.has(text)) return of;
    this.#at++;
    return { kind: "update", operator: text, operand: of, prefix: false };
  }

  #new(): Expression {
    this.#at++;
    let callee = this.#primary();
    while (this.#next.text === ".") callee = this.#member(callee);
    const types = this.#callTypes();
    this.#expect("(");
    const args = this.#list(")", () => this.#element());
    return { kind: "call", isNew: true, callee, types, arguments: args, optional: false };
  }

  #chain(start: Expression): Expression {
    let of = start;
    for (;;) {
      const { type, text, spaced } = this.#next;
      if (type !== "sign") return of;
      if (text === "." || (text === "?." && this.#peek(1).type === "word")) of = this.#member(of);
      else if (text === "[" || (text === "?." && this.#peek(1).text === "[")) of = this.#index(of);
      else if (text === "(" || text === "?." || (text === "<" && !spaced)) of = this.#call(of);
      else return of;
    }
  }

  #member(object: Expression): Expression {
    const optional = this.#take().text === "?.";
    return { kind: "member", object, name: this.#take().text, optional };
  }

  #index(object: Expression): Expression {
    const optional = this.#accept("?.");
    this.#expect("[");
    const index = this.expression();
    this.#expect("]");
    return { kind: "index", object, index, optional };
  }

  #call(callee: Expression): Expression {
    const optional = this.#accept("?.");
    const types = this.#callTypes();
    this.#expect("(");
    const args = this.#list(")", () => this.#element());
    return { kind: "call", isNew: false, callee, types, arguments: args, optional };
  }

  #primary(): Expression {
    const token = this.#take();
    switch (token.type) {
      case "word":
        return { kind: "name", text: token.text };
      case "number":
      case "string":
      case "regexp":
        return { kind: "literal", type: token.type, text: token.text };
      case "node":
        if (token.node !== undefined) return token.node;
        break;
      case "sign":
        if (token.text === "(") return this.#grouped();
        if (token.text === "[")
          return { kind: "array", items: this.#list("]", () => this.#itemOrGap()) };
        if (token.text === "{") return this.#object();
        break;
      case "comment":
      case "end":
    }
    this.#at--;
    return this.#fail();
  }

  #grouped(): Expression {
    const inner = this.expression();
    this.#expect(")");
    const follows = [".", "[", "("].includes(this.#next.text);
    return follows && isOptionalChain(inner) ? { kind: "closed", of: inner } : inner;
  }

  #object(): Expression {
    const broken = this.#next.lines > 0;
    const members = this.#list("}", (): Property => {
      if (this.#accept("...")) return { kind: "spread", of: this.#assignment() };
      const token = this.#take();
      let key = token.text;
      if (key === "[") {
        key = `[${this.#take().text}]`;
        this.#expect("]");
      }
      if (!this.#accept(":")) return { kind: "shorthand", name: key };
      return { kind: "property", key, value: this.#assignment() };
    });
    return { kind: "object", members, broken };
  }

  /** In patterns an item may be left out. */
  #itemOrGap(): Expression {
    return this.#next.text === "," ? { kind: "name", text: "" } : this.#element();
  }

  #element(): Expression {
    return this.#accept("...") ? { kind: "spread", of: this.#assignment() } : this.#assignment();
  }

  #list<T>(close: string, item: () => T): readonly T[] {
    const items: T[] = [];
    while (!this.#accept(close)) {
      items.push(item());
      if (!this.#accept(",") && this.#next.text !== close) this.#fail();
    }
    return items;
  }

  get #next(): Token {
    return this.#tokenAt(this.#at);
  }

  #peek(offset: number): Token {
    return this.#tokenAt(this.#at + offset);
  }

  #tokenAt(at: number): Token {
    return this.#tokens[at] ?? end;
  }

  #take(): Token {
    return this.#tokenAt(this.#at++);
  }

  #accept(text: string): boolean {
    const token = this.#next;
    if (token.text !== text || token.type === "string") return false;
    this.#at++;
    return true;
  }

  #expect(text: string): void {
    if (!this.#accept(text)) this.#fail();
  }

  #fail(): never {
    const near = this.#tokens.slice(Math.max(0, this.#at - 8), this.#at + 4);
    const text = near.map((token) => token.text).join(" ");
    throw new Error(`invariant: generated code does not parse near: ${text}`);
  }
}

const end: Token = { type: "end", text: "", lines: 0, spaced: false };

function several(kind: "union" | "intersection", members: readonly Type[]): Type {
  const [first] = members;
  return members.length === 1 && first !== undefined ? first : { kind, members };
}
