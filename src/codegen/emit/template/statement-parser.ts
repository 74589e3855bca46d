import { ifStatement, round } from "../nodes/fold.js";
import * as make from "../nodes/make.js";
import type { Block, Case, Expr, Stmt } from "../nodes/nodes.js";
import type { Build } from "./build.js";
import { fixed, lift1, lift2, lift3, none, open, several } from "./build.js";
import { ExpressionParser } from "./expression-parser.js";
import { toCases, toStatements } from "./holes.js";
import type { Token } from "./reader.js";
import { one } from "./reader.js";

/** Words between two operands. */
const operators = new Set(["in", "instanceof", "as", "satisfies"]);

/** Reads templates whole: statements, and all that may stand in them. */
export class StatementParser extends ExpressionParser {
  /** One statement, or several as a list. */
  wholeStatement(): Build<Stmt> {
    return lift1(this.statements(), (all) => {
      const [only, other] = all;
      return only !== undefined && other === undefined ? only : make.list(all);
    });
  }

  /** Statements up to the end, a closing brace or the next clause. */
  statements(): Build<readonly Stmt[]> {
    const found: Build<readonly Stmt[]>[] = [];
    for (;;) {
      const { type, text, lines } = this.next;
      if (type === "end" || text === "}" || text === "case" || text === "default") break;
      if (lines > 1 && found.length > 0) found.push(fixed([make.blank]));
      found.push(this.#statements());
    }
    return several(found);
  }

  protected block(): Build<Block> {
    this.expect("{");
    const body = this.statements();
    this.expect("}");
    return lift1(body, make.block);
  }

  protected another(tokens: readonly Token[]): ExpressionParser {
    return new StatementParser(tokens);
  }

  /** One statement, or those of a hole. */
  #statements(): Build<readonly Stmt[]> {
    const { type, text, hole } = this.next;
    if (type === "comment" && !text.startsWith("/* @")) {
      return one(fixed(make.commentOf(this.take().text)));
    }
    if (type === "hole" && this.#isWhole()) {
      this.at++;
      return open((holes) => toStatements(holes[hole]));
    }
    return one(this.#statement());
  }

  /** Tells whether a hole at the beginning of a statement is all of it. */
  #isWhole(): boolean {
    const { type, text } = this.peek(1);
    if (type === "word") return !operators.has(text);
    return type !== "sign" || text === "}" || text === "{";
  }

  /** The body of a branch or loop: several statements are a block. */
  #body(): Build<Stmt> {
    return lift1(this.#statements(), (found) => {
      const [only, other] = found;
      return only !== undefined && other === undefined ? only : make.block(found);
    });
  }

  #statement(): Build<Stmt> {
    const { type, text } = this.next;
    if (text === "{") return this.block();
    if (type === "word" && this.peek(1).text === ":") return this.#labeled();
    switch (text) {
      case "const":
      case "let":
        return this.#ended(this.#variable());
      case "return":
        this.at++;
        if (this.accept(";")) return fixed(make.returnOf());
        return this.#ended(lift1(this.expression(), make.returnOf));
      case "throw":
        this.at++;
        return this.#ended(lift1(this.expression(), make.throws));
      case "break":
      case "continue":
        return this.#leave(text);
      case "if":
        return this.#if();
      case "for":
        return this.#for();
      case "while":
        return this.#while();
      case "switch":
        return this.#switch();
      case "try":
        return this.#try();
      default:
        return this.#ended(lift1(this.expression(), make.expression));
    }
  }

  #ended<T>(build: Build<T>): Build<T> {
    this.expect(";");
    return build;
  }

  #labeled(): Build<Stmt> {
    const label = this.take().text;
    this.at++;
    return lift1(this.#body(), (body) => make.labeled(label, body));
  }

  #leave(word: "break" | "continue"): Build<Stmt> {
    this.at++;
    const label = this.next.type === "word" ? this.take().text : "";
    return this.#ended(fixed(make.leave(word, label)));
  }

  #variable(): Build<Stmt> {
    const word = this.take().text === "const" ? "const" : "let";
    const pattern = this.primary();
    const annotation = this.annotation();
    const value = this.accept("=") ? this.assignment() : none;
    return lift3(pattern, annotation, value, (left, of, right) =>
      make.variable(word, left, of, right),
    );
  }

  #if(): Build<Stmt> {
    this.at++;
    const test = this.#inParentheses();
    const then = this.#body();
    const otherwise = this.accept("else") ? this.#body() : none;
    return lift3(test, then, otherwise, ifStatement);
  }

  #while(): Build<Stmt> {
    this.at++;
    const test = this.#inParentheses();
    return lift2(test, this.#body(), (condition, body) => make.whileLoop(condition, round(body)));
  }

  #for(): Build<Stmt> {
    this.at++;
    this.expect("(");
    const isDeclared = this.next.text === "const" || this.next.text === "let";
    if (isDeclared && this.#isForEach()) return this.#forEach();
    const begin = this.next.text === ";" ? none : this.#begin(isDeclared);
    this.expect(";");
    const test = this.next.text === ";" ? none : this.expression();
    this.expect(";");
    const step = this.next.text === ")" ? none : this.expression();
    this.expect(")");
    const head = lift3(begin, test, step, (...all) => all);
    return lift2(head, this.#body(), ([first, condition, last], body) =>
      make.loop(first, condition, last, round(body)),
    );
  }

  #begin(isDeclared: boolean): Build<Stmt> {
    return isDeclared ? this.#variable() : lift1(this.expression(), make.expression);
  }

  /** Tells whether `of` or `in` follows the name or pattern. */
  #isForEach(): boolean {
    const at = this.at++;
    const behind = "[{".includes(this.next.text) && this.next.type === "sign" ? this.closing() : this.at; // prettier-ignore
    this.at = at;
    const { text } = this.tokenAt(behind + 1);
    return text === "of" || text === "in";
  }

  #forEach(): Build<Stmt> {
    this.at++;
    const pattern = this.primary();
    const word = this.take().text === "of" ? "of" : "in";
    const over = this.expression();
    this.expect(")");
    return lift3(pattern, over, this.#body(), (left, right, body) =>
      make.forEach(word, left, right, round(body)),
    );
  }

  #switch(): Build<Stmt> {
    this.at++;
    const of = this.#inParentheses();
    this.expect("{");
    const cases = this.cases();
    this.expect("}");
    return lift2(of, cases, make.switchOf);
  }

  /** Clauses of a switch, up to what is none. */
  cases(): Build<readonly Case[]> {
    const found: Build<readonly Case[]>[] = [];
    for (;;) {
      const { text, type, hole } = this.next;
      if (type === "hole") {
        this.at++;
        found.push(open((holes) => toCases(holes[hole])));
      } else if (text === "case" || text === "default") found.push(one(this.#case()));
      else return several(found);
    }
  }

  #case(): Build<Case> {
    const test = this.take().text === "case" ? this.expression() : none;
    this.expect(":");
    return lift2(test, this.statements(), make.caseOf);
  }

  #try(): Build<Stmt> {
    this.at++;
    const body = this.block();
    const isCaught = this.accept("catch");
    const caught = isCaught && this.accept("(") ? this.take().text : "";
    if (caught !== "") this.expect(")");
    const handler = isCaught ? this.block() : none;
    const last = this.accept("finally") ? this.block() : none;
    return lift3(body, handler, last, (of, then, always) => make.tryOf(of, caught, then, always));
  }

  #inParentheses(): Build<Expr> {
    this.expect("(");
    const inner = this.expression();
    this.expect(")");
    return inner;
  }
}
