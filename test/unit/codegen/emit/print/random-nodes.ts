import * as make from "../../../../../src/codegen/emit/nodes/make.js";
import type { Case, Expr, Parameter, Property, Stmt, TypeNode } from "../../../../../src/codegen/emit/nodes/nodes.js"; // prettier-ignore
import { precedences } from "../../../../../src/codegen/emit/nodes/nodes.js";
import { Random } from "../../../../support/random.js";

/** Makes nodes of all kinds, the same ones for the same seed. */
export class RandomNodes extends Random {
  #one<T>(makers: readonly (() => T)[]): T {
    return this.pick(makers)();
  }

  #some<T>(maker: () => T, most = 3): T[] {
    return Array.from({ length: this.below(most + 1) }, maker);
  }

  #maybe<T>(maker: () => T, chance = 2): T | undefined {
    return this.below(chance) === 0 ? maker() : undefined;
  }

  #name(): Extract<Expr, { readonly kind: "name" }> {
    const text = this.pick(["a", "b", "value", "key", "isValidCertificateSpec", "x1"]);
    return { kind: "name", flags: 0, flat: undefined, text };
  }

  #leaf(): Expr {
    return this.#one([
      () => this.#name(),
      () => make.literal("number", this.pick(["0", "12", "1.5", "10n"])),
      () => make.literal("string", this.pick(['"text"', '"in"', '"say \\"x\\""', '"一二"'])),
      () => make.literal("regexp", "/a[/]b/u"),
      () => make.nameOf(this.pick(["null", "true", "this", "undefined"])),
      () => make.array([]),
      () => make.objectOf([]),
    ]);
  }

  expr(depth: number): Expr {
    if (depth <= 0) return this.#leaf();
    const e = (): Expr => this.expr(depth - 1 - this.below(2));
    return this.#one([
      () => this.#literal(e),
      () => this.#chain(e),
      () => this.#chain(e),
      () => this.#operation(e),
      () => this.#operation(e),
      () => this.#other(depth, e),
    ]);
  }

  #literal(e: () => Expr): Expr {
    return this.#one([
      () => make.array(this.#some(() => (this.below(6) === 0 ? make.spread(e()) : e()))),
      () => make.array(this.#some(() => make.literal("number", String(this.below(1e6))), 20)),
      () =>
        make.objectOf(
          this.#some(() => this.#property(e)),
          this.below(4) === 0,
        ),
      () => make.template(["x ", " y"], [e()]),
    ]);
  }

  #property(e: () => Expr): Property {
    return this.#one([
      () => make.property(this.pick(["a", '"b-c"', "d"]), e()),
      () => make.shorthand(this.#name()),
      () => make.rest(e()),
      () => make.computed(e(), e()),
    ]);
  }

  #chain(e: () => Expr): Expr {
    const types = this.#maybe(() => [this.type(1)], 6);
    return this.#one([
      () => make.call(e(), this.#some(e), this.below(4) === 0, false, types),
      () => make.call(e(), this.#some(e), false, true),
      () => make.call(make.member(e(), "call"), this.#some(e)),
      () =>
        make.call(
          make.member(make.call(make.member(e(), "one"), this.#some(e)), "two"),
          this.#some(e),
        ),
      () => make.member(e(), "b", true),
      () => make.indexOf(e(), e(), true),
      () => make.member(e(), this.pick(["c", "length"])),
      () => make.indexOf(e(), e()),
      () => make.certain(e()),
      () => make.closed(make.member(e(), "b", true)),
      () => make.member(make.closed(make.member(e(), "b", true)), "c"),
      () => make.call(make.closed(make.member(e(), "b", true)), []),
    ]);
  }

  #operation(e: () => Expr): Expr {
    // TypeScript 5.9 cannot read `a << (b > (c))`.
    const operators = Object.keys(precedences).filter((operator) => operator !== "<<");
    return this.#one([
      () => make.unary(this.pick(["-", "+", "!", "~", "typeof", "void", "delete"]), e()),
      () => make.unary("-", make.unary("-", e())),
      () => make.unary("+", make.update("++", this.#target(e), true)),
      () => make.update(this.pick(["++", "--"]), this.#target(e), this.below(2) === 0),
      () => make.plainBinary(this.pick(operators), e(), e()),
      () => make.plainBinary(this.pick(["&&", "||", "??"]), e(), e()),
      () => make.plainBinary(this.pick(["+", "-", "<", ">", "in", "%", "**"]), e(), e()),
      () => make.assign(this.pick(["=", "+=", "??="]), this.#target(e), e()),
      () => this.#comparisons(e),
    ]);
  }

  /** What reads as a call with types: `a < b, c > (d)`. */
  #comparisons(e: () => Expr): Expr {
    const less = make.plainBinary("<", this.#name(), this.#name());
    const items = [less, make.plainBinary(">", this.#name(), e())];
    return this.#one([
      () => make.array(items),
      () => make.call(this.#name(), items),
      () => make.sequence(items),
    ]);
  }

  /** What can be assigned to. */
  #target(e: () => Expr): Expr {
    return this.#one<Expr>([
      () => this.#name(),
      () => make.member(e(), "b"),
      () => make.indexOf(e(), e()),
      () => make.as(this.#name(), this.type(1)),
      () => make.certain(this.#name()),
    ]);
  }

  #other(depth: number, e: () => Expr): Expr {
    return this.#one([
      () => make.plainConditional(e(), e(), e()),
      () => make.plainConditional(e(), e(), e()),
      () => this.#arrow(depth, e),
      () => this.#arrow(depth, e),
      () => make.sequence([e(), e()]),
      () => make.as(e(), this.type(2), this.pick(["as", "satisfies"])),
      () => make.commented("/* @__PURE__ */", this.#one([() => make.call(e(), this.#some(e)), e])),
    ]);
  }

  #arrow(depth: number, e: () => Expr): Expr {
    const body = this.below(2) === 0 ? e() : make.block(this.#some(() => this.stmt(depth - 2)));
    const returns = this.#maybe(() => this.type(1), 4);
    return make.arrow(
      this.#some(() => this.#parameter(), 2),
      body,
      returns,
    );
  }

  #parameter(): Parameter {
    const type = this.#maybe(() => this.type(1));
    if (this.below(5) === 0) return make.parameter(this.#name(), type, true);
    return make.parameter(
      this.#name(),
      type,
      false,
      this.#maybe(() => this.expr(1), 4),
    );
  }

  type(depth: number): TypeNode {
    if (depth <= 0) {
      const word = (): TypeNode => make.typeWord(this.pick(["string", "null", '"x"', "3"]));
      return this.#one([word, () => make.reference(this.pick(["A", "B", "Certificate"]))]);
    }
    const t = (): TypeNode => this.type(depth - 1 - this.below(2));
    const keys = ["a", "b?", '"c-d"', "readonly e", "[key: string]"];
    return this.#one([
      () => make.arrayOf(t()),
      () => make.typeOperator("keyof", t()),
      () => make.typeOperator("readonly", make.arrayOf(t())),
      () => make.union([t(), t(), ...this.#some(t, 2)]),
      () => make.intersection([t(), t(), ...this.#some(t, 1)]),
      () => make.fieldsOf(this.#some(() => make.field(this.pick(keys), t()))),
      () => make.tuple([make.field("a", t()), make.field("b", t())]),
      () => make.tuple([make.field("", t())]),
      () => make.lookup(t(), t()),
      () => make.choice(t(), t(), t(), t()),
      () =>
        make.signature(
          this.#some(() => make.parameter(this.#name(), t()), 2),
          t(),
          this.below(3) === 0,
        ),
      () => make.reference("Map", [t(), t()]),
      () => make.reference("Array", [t()]),
    ]);
  }

  stmt(depth: number): Stmt {
    const e = (): Expr => this.expr(depth);
    if (depth <= 0) {
      return this.#one([
        () => make.leave("break"),
        () => make.returnOf(e()),
        () => make.expression(e()),
      ]);
    }
    return this.#one([
      () => make.expression(e()),
      () => make.expression(e()),
      () => make.returnOf(this.#maybe(e, 1)),
      () => make.returnOf(this.#maybe(e)),
      () => make.throws(e()),
      () =>
        make.variable(
          this.pick(["const", "let"]),
          this.#name(),
          this.#maybe(() => this.type(depth)),
          e(),
        ),
      () => this.#control(depth, e),
      () => this.#control(depth, e),
      () => this.#declaration(depth),
    ]);
  }

  #body(depth: number): Stmt {
    return make.block(this.#some(() => this.stmt(depth - 1)));
  }

  #control(depth: number, e: () => Expr): Stmt {
    const s = (): Stmt => this.stmt(depth - 1);
    const block = make.block(this.#some(s));
    return this.#one([
      () => make.plainIf(e(), s(), this.#maybe(s)),
      () => make.plainIf(e(), make.list(this.#some(s)), this.#maybe(s)),
      () => make.forEach(this.pick(["of", "in"]), this.#name(), e(), this.#body(depth)),
      () =>
        make.loop(make.variable("let", this.#name(), undefined, e()), e(), e(), this.#body(depth)),
      () => make.loop(make.expression(e()), this.#maybe(e), this.#maybe(e), s()),
      () => make.whileLoop(e(), this.#body(depth)),
      () => make.switchOf(e(), this.#clauses(e, s)),
      () => block,
      () =>
        make.labeled("outer", make.whileLoop(e(), make.block([make.leave("continue", "outer")]))),
      () =>
        make.tryOf(
          block,
          "error",
          make.block(this.#some(s)),
          this.#maybe(() => make.block([s()])),
        ),
    ]);
  }

  #clauses(e: () => Expr, s: () => Stmt): readonly Case[] {
    const clauses = this.#some(() => make.caseOf(this.#tested(e), this.#some(s)));
    return this.below(2) === 0 ? clauses : [...clauses, make.caseOf(undefined, this.#some(s))];
  }

  /** TypeScript takes `case (a = 1): try {}` for an arrow with a type. */
  #tested(e: () => Expr): Expr {
    const test = e();
    return test.kind === "assign" || test.kind === "sequence" ? make.array([test]) : test;
  }

  #declaration(depth: number): Stmt {
    const t = (): TypeNode => this.type(depth);
    const block = make.block(this.#some(() => this.stmt(depth - 1)));
    const prefix = this.pick(["", "export "]);
    const doc = this.pick([[], ["/** a */"]]);
    const members = this.#some(() => make.field("a", t(), doc));
    const parameters = this.#some(() => this.#parameter());
    return this.#one([
      () => make.functionOf("f", parameters, this.#maybe(t), block, prefix),
      () => make.alias("T", t(), this.pick([[], ["A", "B"]]), prefix),
      () =>
        make.interfaceOf(
          "I",
          members,
          this.#some(() => make.reference("B", this.#some(t, 2)), 2),
          prefix,
        ),
      () =>
        make.classOf(
          "C",
          this.#maybe(() => make.reference("B", [t()])),
          members,
          parameters,
          block,
          prefix,
        ),
    ]);
  }
}
