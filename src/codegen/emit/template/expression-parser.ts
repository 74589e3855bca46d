import { binary, conditional, not } from "../nodes/fold.js";
import * as make from "../nodes/make.js";
import type { Block, Expr, LiteralType, Parameter, Property } from "../nodes/nodes.js";
import { isChain, precedences } from "../nodes/nodes.js";
import type { Build } from "./build.js";
import { fixed, lift1, lift2, lift3, none, open, several } from "./build.js";
import { toExpr, toItems, toObject, toProperties } from "./holes.js";
import type { TemplateLiteral, Token } from "./reader.js";
import { one, tokenize } from "./reader.js";
import { TypeParser } from "./type-parser.js";

const assignments = new Set(["=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "??=", "&&=", "||="]);
const prefixes = new Set(["!", "-", "+", "~", "typeof", "void", "delete", "await"]);

/** Reads the expressions of a template, by recursive descent. */
export abstract class ExpressionParser extends TypeParser {
  /** Statements in braces. */
  protected abstract block(): Build<Block>;
  /** One who reads the code in a template literal. */
  protected abstract another(tokens: readonly Token[]): ExpressionParser;

  expression(): Build<Expr> {
    const first = this.assignment();
    if (this.next.text !== ",") return first;
    const parts = [one(first)];
    while (this.accept(",")) parts.push(one(this.assignment()));
    return lift1(several(parts), make.sequence);
  }

  protected pattern(): Build<Expr> {
    return this.accept("...") ? lift1(this.primary(), make.spread) : this.primary();
  }

  protected initial(): Build<Expr> {
    return this.assignment();
  }

  protected assignment(): Build<Expr> {
    const arrow = this.#arrow();
    if (arrow !== undefined) return arrow;
    const left = this.#conditional();
    const { type, text } = this.next;
    if (type !== "sign" || !assignments.has(text)) return left;
    this.at++;
    return lift2(left, this.assignment(), (to, value) => make.assign(text, to, value));
  }

  #conditional(): Build<Expr> {
    const test = this.#binary(0);
    if (!this.accept("?")) return test;
    const yes = this.assignment();
    this.expect(":");
    return lift3(test, yes, this.assignment(), conditional);
  }

  #binary(least: number): Build<Expr> {
    let left = this.#unary();
    for (;;) {
      const { type, text } = this.next;
      if (type === "word" && (text === "as" || text === "satisfies")) {
        // What binds less closely than a comparison is what they stand behind.
        if (least > 8) return left;
        this.at++;
        left = lift2(left, this.type(), (of, to) => make.as(of, to, text));
        continue;
      }
      const here = type === "sign" || type === "word" ? precedences[text] : undefined;
      if (here === undefined || here <= least) return left;
      this.at++;
      const right = this.#binary(text === "**" ? here - 1 : here);
      left = lift2(left, right, (a, b) => binary(text, a, b));
    }
  }

  #unary(): Build<Expr> {
    const { type, text } = this.next;
    if (type === "comment") {
      this.at++;
      return lift1(this.#unary(), (of) => make.commented(text, of));
    }
    if ((type === "sign" || type === "word") && prefixes.has(text)) {
      this.at++;
      return lift1(this.#unary(), text === "!" ? not : (of) => make.unary(text, of));
    }
    if (text === "++" || text === "--") {
      this.at++;
      return lift1(this.#unary(), (of) => make.update(text, of, true));
    }
    return this.#updated();
  }

  #updated(): Build<Expr> {
    const of = this.#postfix();
    const { text } = this.next;
    if (text !== "++" && text !== "--") return of;
    this.at++;
    return lift1(of, (operand) => make.update(text, operand, false));
  }

  #postfix(): Build<Expr> {
    let of = this.next.text === "new" ? this.#new() : this.#object();
    for (;;) {
      const link = this.#link(of);
      if (link === undefined) return of;
      of = link;
    }
  }

  /** A member, an index or a call of an object, if that is what comes next. */
  #link(object: Build<Expr>): Build<Expr> | undefined {
    const { type, text, spaced } = this.next;
    if (type !== "sign") return undefined;
    const optional = text === "?.";
    const next = optional ? this.peek(1).text : text;
    if (next === "(" || (next === "<" && !spaced && this.#isCallTyped())) {
      if (optional) this.at++;
      const types = this.typeArguments();
      return lift3(object, types, this.#arguments(), (callee, all, args) =>
        make.call(callee, args, false, optional, all),
      );
    }
    if (next === "[") {
      this.at += optional ? 2 : 1;
      const inner = this.expression();
      this.expect("]");
      return lift2(object, inner, (of, at) => make.indexOf(of, at, optional));
    }
    if (text === "." || optional) {
      this.at++;
      return lift2(object, this.name(), (of, key) => make.member(of, key, optional));
    }
    if (text !== "!" || spaced) return undefined;
    this.at++;
    return lift1(object, make.certain);
  }

  /** Reads the start of a chain: a hole there is a whole of its own. */
  #object(): Build<Expr> {
    const { type, hole } = this.next;
    if (type !== "hole") return this.primary();
    this.at++;
    const convert = this.#isObject ? toObject : toExpr;
    return open((holes) => convert(holes[hole]));
  }

  /** Tells whether the expression read so far goes on as a member or call. */
  get #isObject(): boolean {
    return [".", "(", "[", "?."].includes(this.next.text);
  }

  #new(): Build<Expr> {
    this.at++;
    let of = this.next.text === "new" ? this.#new() : this.primary();
    while (this.accept(".")) of = lift2(of, this.name(), (object, key) => make.member(object, key));
    const types = this.typeArguments();
    const args = this.next.text === "(" ? this.#arguments() : fixed([]);
    return lift3(of, args, types, (callee, all, given) =>
      make.call(callee, all, true, false, given),
    );
  }

  #isCallTyped(): boolean {
    for (let at = this.at, depth = 0; ; at++) {
      const { text, type } = this.tokenAt(at);
      if (text === "<") depth++;
      else if (text === ">" && --depth === 0) return this.tokenAt(at + 1).text === "(";
      else if (type === "end" || text === ";" || text === "&&" || text === "||") return false;
    }
  }

  #arguments(): Build<readonly Expr[]> {
    this.expect("(");
    return this.items(")", () => this.#item(), toItems);
  }

  #item(): Build<Expr> {
    return this.accept("...") ? lift1(this.assignment(), make.spread) : this.assignment();
  }

  protected primary(): Build<Expr> {
    const { type, text, hole, literal } = this.take();
    switch (type) {
      case "hole":
        return open((holes) => toExpr(holes[hole]));
      case "word":
        return fixed(make.nameOf(text));
      case "number":
      case "string":
      case "regexp":
        return fixed(make.literal(type satisfies LiteralType, text));
      case "text":
        return literal === undefined ? this.fail() : this.#templateLiteral(literal);
      default:
        return this.#inBrackets(text);
    }
  }

  #inBrackets(text: string): Build<Expr> {
    switch (text) {
      case "(": {
        const inner = this.expression();
        this.expect(")");
        const isObject = this.#isObject;
        return lift1(inner, (of) => (isObject && isChain(of) ? make.closed(of) : of));
      }
      case "[":
        return lift1(
          this.items("]", () => this.#item(), toItems),
          make.array,
        );
      case "{": {
        const isBroken = this.next.lines > 0;
        return lift1(this.properties("}"), (members) =>
          make.objectOf(members, isBroken && members.length > 0),
        );
      }
      default:
        this.at--;
        return this.fail();
    }
  }

  #templateLiteral({ parts, between }: TemplateLiteral): Build<Expr> {
    const holes = between.map((inner) =>
      one(
        typeof inner === "number"
          ? open((all) => toExpr(all[inner]))
          : this.another(tokenize([inner])).expression(),
      ),
    );
    return lift1(several(holes), (all) => make.template(parts, all));
  }

  /** Members of an object literal up to a sign, which is taken; `""`: up to the end. */
  properties(last: string): Build<readonly Property[]> {
    return this.items(last, () => this.#property(), toProperties);
  }

  #property(): Build<Property> {
    if (this.accept("...")) return lift1(this.assignment(), make.rest);
    if (this.accept("[")) {
      const key = this.assignment();
      this.expect("]");
      this.expect(":");
      return lift2(key, this.assignment(), make.computed);
    }
    const { type, hole } = this.next;
    const key = this.name();
    if (this.accept(":")) return lift2(key, this.assignment(), make.property);
    const of = type === "hole" ? open((holes) => toExpr(holes[hole])) : lift1(key, make.nameOf);
    return lift2(of, this.accept("=") ? this.assignment() : none, make.shorthand);
  }

  #arrow(): Build<Expr> | undefined {
    if (this.next.type === "word" && this.peek(1).text === "=>") {
      const only = make.parameter(make.nameOf(this.take().text));
      return this.#arrowBody(fixed([only]));
    }
    if (this.next.text !== "(" || this.next.type !== "sign") return undefined;
    if (this.tokenAt(this.closing() + 1).text !== "=>") return undefined;
    return this.#arrowBody(this.parameters());
  }

  #arrowBody(parameters: Build<readonly Parameter[]>): Build<Expr> {
    this.expect("=>");
    const body: Build<Expr | Block> = this.next.text === "{" ? this.block() : this.assignment();
    return lift2(parameters, body, (all, of) => make.arrow(all, of));
  }
}
