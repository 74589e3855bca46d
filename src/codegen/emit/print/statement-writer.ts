import type { Block, Case, Expr, Member, Of, Stmt, TypeNode } from "../nodes/nodes.js";
import { blockOf, hasManyTypes, headOf, isInline, loneStatement } from "./breaks.js";
import { ExpressionWriter } from "./expression-writer.js";
import { flatAt, flatStatement, flatText, flatType, isHugged } from "./flat-text.js";
import { hasIn } from "./parentheses.js";
import { headOfType } from "./type-writer.js";

/** Writes statements and declarations. */
export class StatementWriter extends ExpressionWriter {
  /** Statements on lines of their own, each with its line end. */
  all(statements: readonly Stmt[]): void {
    for (const statement of statements) {
      if (statement.kind === "list") this.all(statement.body);
      else {
        if (statement.kind !== "blank") this.indent();
        this.#statement(statement);
        this.gap();
      }
    }
  }

  #statements(statements: readonly Stmt[]): void {
    for (const statement of statements) {
      if (statement.kind === "blank") this.gap();
      else if (statement.kind === "list") this.#statements(statement.body);
      else {
        this.line();
        this.#statement(statement);
      }
    }
  }

  braced({ body }: Block): void {
    if (body.length === 0) {
      this.write("{}");
      return;
    }
    this.write("{");
    this.depth += 2;
    this.#statements(body);
    this.depth -= 2;
    this.line();
    this.write("}");
  }

  #statement(of: Stmt): void {
    switch (of.kind) {
      case "blank":
        return;
      case "list":
        this.#statements(of.body);
        return;
      case "comment":
        this.lines(of.text.split("\n"));
        return;
      case "block":
        this.braced(of);
        return;
      case "variable":
        this.#variable(of);
        return;
      case "expression":
        this.expression(of.of, "statement", 1);
        this.write(";");
        return;
      case "return":
      case "throw":
        this.write(of.kind);
        if (of.value !== undefined) this.#leaving(of.value);
        this.write(";");
        return;
      case "leave":
        this.write(flatStatement(of) ?? "");
        return;
      case "labeled":
        this.write(`${of.label}: `);
        this.#statement(of.body);
        return;
      case "if":
        this.#if(of, false);
        return;
      case "forEach":
        this.#forEach(of);
        return;
      case "for":
        this.#for(of);
        return;
      case "while":
        this.#while(of);
        return;
      case "switch":
        this.#switch(of);
        return;
      case "try":
        this.#try(of);
        return;
      default:
        this.#declaration(of);
    }
  }

  #variable({ prefix, word, pattern, type, value }: Of<Stmt, "variable">): void {
    this.write(`${prefix}${word} `);
    this.expression(pattern, "value", value === undefined ? 1 : 2);
    if (type !== undefined && value !== undefined && hasManyTypes(type)) {
      this.#ofManyTypes(type, value);
    } else {
      if (type !== undefined) this.behind(":", type, tailBefore(value));
      if (value !== undefined) this.assigned(" =", value, 1);
    }
    this.write(";");
  }

  /** A type of types is broken before the value behind it is. */
  #ofManyTypes(type: TypeNode, value: Expr): void {
    this.write(": ");
    if (this.#areBeside(type, value)) this.type(type, 2);
    else this.brokenType(type, 2);
    this.write(" = ");
    this.expression(value, "value", 1);
  }

  /** Tells whether a type and the beginning of a value fit on one line. */
  #areBeside(type: TypeNode, value: Expr): boolean {
    const [left, head] = [flatType(type), headOf(value)];
    if (left === null) return false;
    return this.fits(`${left} = ${head}`, head === flatText(value) ? 1 : 0, type.flags);
  }

  /**
   * Writes a value that is returned or thrown: a chain of operators gets parentheses where it is
   * broken.
   */
  #leaving(value: Expr): void {
    this.write(" ");
    const text = flatAt(value, "return");
    if (text !== null && this.fits(text, 1, value.flags)) this.write(text);
    else if (value.kind === "binary" && !isInline(value)) this.inParentheses(value, "return");
    else this.expression(value, "return", 1);
  }

  /** Writes the test of a statement, between parentheses. */
  #test(before: string, test: Expr, tail: number): void {
    const text = flatAt(test, "if");
    if (text !== null && this.fits(text, before.length + tail, test.flags)) {
      this.write(`${before}${text})`);
    } else if (test.kind === "unary" && test.operator === "!" && test.operand.kind === "binary") {
      // A negated chain has parentheses of its own, which stay beside them.
      this.write(before);
      this.expression(test, "if", tail);
      this.write(")");
    } else {
      this.write(before.slice(0, -1));
      this.inParentheses(test, "if");
    }
  }

  #while({ test, body }: Of<Stmt, "while">): void {
    const { row } = this;
    this.#test("while (", test, 3);
    this.#body(body, row);
  }

  /** The body of a loop that begins in a row; on its line if that has room for all of it. */
  #body(body: Stmt, row: number): void {
    if (body.kind === "block") {
      this.write(" ");
      this.braced(body);
      return;
    }
    const text = flatStatement(body);
    if (text !== null && row === this.row && this.fits(text, 1, body.flags)) {
      this.write(` ${text}`);
      return;
    }
    this.depth += 2;
    this.line();
    this.#statement(body);
    this.depth -= 2;
  }

  /** `isChained`: behind an `else`, where a branch stands in braces as the one before it does. */
  #if(of: Of<Stmt, "if">, isChained: boolean): void {
    const { test, then, otherwise } = of;
    const lone = otherwise === undefined && !isChained ? loneStatement(then) : undefined;
    if (lone !== undefined && this.#lone(test, lone, of.flags)) return;
    this.#test("if (", test, 3);
    this.write(" ");
    this.braced(blockOf(then));
    if (otherwise === undefined) return;
    this.write(" else ");
    const body = blockOf(otherwise);
    const [only, second] = body.body;
    if (only?.kind === "if" && second === undefined) this.#if(only, true);
    else this.braced(body);
  }

  /** Writes a lone statement behind its condition, if the line has room for both. */
  #lone(test: Expr, lone: Stmt, flags: number): boolean {
    const [condition, body] = [flatAt(test, "if"), flatStatement(lone)];
    if (condition === null || body === null) return false;
    const line = `if (${condition}) ${body}`;
    if (!this.fits(line, 0, flags)) return false;
    this.write(line);
    return true;
  }

  #forEach(of: Of<Stmt, "forEach">): void {
    const head = headOf(of.over);
    const behind = head === flatText(of.over) ? head.length + 3 : head.length;
    const { row } = this;
    this.write("for (const ");
    this.expression(of.pattern, "value", of.word.length + 2 + behind);
    this.write(` ${of.word} `);
    this.expression(of.over, "value", 3);
    this.write(")");
    this.#body(of.body, row);
  }

  #for({ begin, test, step, body }: Of<Stmt, "for">): void {
    const first = begin === undefined ? undefined : closedAroundIn(begin);
    const texts = [
      first === undefined ? ";" : flatStatement(first),
      test === undefined ? ";" : ended(flatAt(test, "value")),
      step === undefined ? "" : flatAt(step, "statement"),
    ];
    const isEndless = first === undefined && test === undefined && step === undefined;
    const head = texts.includes(null) ? null : `for (${isEndless ? ";;" : texts.join(" ")}`;
    const { row } = this;
    if (head !== null && this.fits(head, 3)) this.write(head);
    else this.#brokenFor(first, test, step);
    this.write(")");
    this.#body(body, row);
  }

  #brokenFor(begin: Stmt | undefined, test: Expr | undefined, step: Expr | undefined): void {
    this.write("for (");
    this.depth += 2;
    this.line();
    if (begin === undefined) this.write(";");
    else this.#statement(begin);
    this.line();
    if (test !== undefined) this.expression(test, "value", 1);
    this.write(";");
    if (step !== undefined) {
      this.line();
      this.expression(step, "statement", 0);
    }
    this.depth -= 2;
    this.line();
  }

  #switch({ of, cases }: Of<Stmt, "switch">): void {
    this.#test("switch (", of, 3);
    this.write(" {");
    this.depth += 2;
    for (const one of cases) this.#case(one);
    this.depth -= 2;
    this.line();
    this.write("}");
  }

  #case({ test, body }: Case): void {
    this.line();
    if (test === undefined) this.write("default:");
    else {
      this.write("case ");
      this.expression(test, "value", 1);
      this.write(":");
    }
    const [only, second] = body;
    if (only?.kind === "block" && second === undefined) {
      this.write(" ");
      this.braced(only);
      return;
    }
    this.depth += 2;
    this.#statements(body);
    this.depth -= 2;
  }

  #try({ body, caught, handler, last }: Of<Stmt, "try">): void {
    this.write("try ");
    this.braced(body);
    if (handler !== undefined) {
      this.write(caught === "" ? " catch " : ` catch (${caught}) `);
      this.braced(handler);
    }
    if (last === undefined) return;
    this.write(" finally ");
    this.braced(last);
  }

  // Declarations.

  #declaration(of: Of<Stmt, "function" | "interface" | "alias" | "class">): void {
    switch (of.kind) {
      case "function":
        this.#function(of);
        return;
      case "interface":
        this.#interface(of);
        return;
      case "alias":
        this.#alias(of);
        return;
      case "class":
        this.#class(of);
    }
  }

  #function(of: Of<Stmt, "function">): void {
    this.write(`${of.prefix}function ${of.name}`);
    this.signature(of.parameters, of.returns, tailOfSignature(of.body));
    if (of.body === undefined) this.write(";");
    else {
      this.write(" ");
      this.braced(of.body);
    }
  }

  #interface(of: Of<Stmt, "interface">): void {
    this.write(`${of.prefix}interface ${of.name}`);
    this.#typeParameters(of.parameters, columnsBehindParameters(of));
    for (const [at, base] of of.extends.entries()) {
      this.write(at === 0 ? " extends " : ", ");
      this.type(base, 2);
    }
    if (of.members.length === 0) {
      this.write(" {}");
      return;
    }
    this.write(" {");
    this.depth += 2;
    this.#members(of.members);
    this.depth -= 2;
    this.line();
    this.write("}");
  }

  /** On lines of their own where they do not fit with so many columns behind them. */
  #typeParameters(parameters: readonly string[], tail: number): void {
    if (parameters.length === 0) return;
    const flat = `<${parameters.join(", ")}>`;
    if (this.column + flat.length + tail <= this.width) {
      this.write(flat);
      return;
    }
    this.write("<");
    this.depth += 2;
    for (const parameter of parameters) {
      this.line();
      this.write(`${parameter},`);
    }
    this.depth -= 2;
    this.line();
    this.write(">");
  }

  /** Members of an interface stand apart if one of them has a comment. */
  #members(members: readonly Member[]): void {
    const areApart = members.some(({ doc }) => doc.length > 0);
    for (const [at, one] of members.entries()) {
      if (areApart && at > 0) this.gap();
      this.line();
      this.field(one, ";");
    }
  }

  #alias({ prefix, name, parameters, type }: Of<Stmt, "alias">): void {
    const types = parameters.length === 0 ? "" : `<${parameters.join(", ")}>`;
    this.write(`${prefix}type ${name}${types} =`);
    const text = flatType(type);
    if (text !== null && this.fits(text, 2, type.flags)) this.write(` ${text}`);
    else if (type.kind === "union" && !isHugged(type.members)) this.behind("", type, 1);
    else {
      const head = headOfType(type);
      const isBelow = !this.fits(head, text === head ? 2 : 1);
      if (isBelow) this.depth += 2;
      if (isBelow) this.line();
      else this.write(" ");
      this.type(type, 1);
      if (isBelow) this.depth -= 2;
    }
    this.write(";");
  }

  #class(of: Of<Stmt, "class">): void {
    this.write(`${of.prefix}class ${of.name}`);
    if (of.extends !== undefined) {
      this.write(" extends ");
      this.type(of.extends, 2);
    }
    this.write(" {");
    this.depth += 2;
    for (const one of of.fields) {
      this.line();
      this.field(one, ";");
    }
    if (of.fields.length > 0) this.gap();
    this.line();
    this.write("constructor");
    this.signature(of.parameters, undefined, tailOfSignature(of.body));
    if (of.body === undefined) this.write(";");
    else {
      this.write(" ");
      this.braced(of.body);
    }
    this.depth -= 2;
    this.line();
    this.write("}");
  }
}

function tailOfSignature(body: Block | undefined): number {
  if (body === undefined) return ";".length;
  return body.body.length === 0 ? " {}".length : " {".length;
}

/** How many columns belong to the line of the type parameters of an interface. */
function columnsBehindParameters(of: Of<Stmt, "interface">): number {
  const [base] = of.extends;
  if (base?.kind !== "reference") return of.members.length === 0 ? 3 : 2;
  // The arguments of a base may begin a line.
  return " extends ".length + base.name.length + (base.args.length > 0 ? 1 : 2);
}

/** Returns the width of the text that belongs to the line of a type before a value. */
function tailBefore(value: Expr | undefined): number {
  if (value === undefined) return ";".length;
  return value.kind === "arrow" ? " = (".length : " =".length;
}

function ended(text: string | null): string | null {
  return text === null ? null : `${text};`;
}

/** In the head of a loop `in` stands in parentheses. */
function closedAroundIn(begin: Stmt): Stmt {
  if (begin.kind === "variable" && begin.value !== undefined) {
    return { ...begin, value: withoutIn(begin.value) };
  }
  return begin.kind === "expression" ? { ...begin, of: withoutIn(begin.of) } : begin;
}

function withoutIn(of: Expr): Expr {
  return hasIn(of) ? { kind: "closed", flags: of.flags, flat: undefined, of } : of;
}
