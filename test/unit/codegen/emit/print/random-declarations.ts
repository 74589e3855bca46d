import * as make from "../../../../../src/codegen/emit/nodes/make.js";
import type {
  Expr,
  Member,
  Parameter,
  Stmt,
  TypeNode,
} from "../../../../../src/codegen/emit/nodes/nodes.js";
import { Random } from "../../../../support/random.js";

const names = [
  "a",
  "certificateName",
  "aNameThatIsLong",
  "theNameOfSomethingThatIsLongerThanOthers",
];
const types = ["A", "CertificateSpec", "TheSpecOfACertificateOfTheCluster", "Date"];
const words = [
  "string",
  "number",
  "null",
  "undefined",
  '"some text"',
  '"a longer text of an enum"',
];

/** Makes declarations of the forms that are generated, the same ones for the same seed. */
export class RandomDeclarations extends Random {
  declaration(): Stmt {
    const makers = [
      () => make.alias(this.#typeName(), this.type(3), [], "export "),
      () => make.alias(this.#typeName(), this.type(3), [], "export "),
      () => make.interfaceOf(this.#typeName(), this.#members(3), this.#bases(), "export "),
      () =>
        make.functionOf(this.#name(), this.#parameters(), this.type(0), make.block([]), "export "),
      () =>
        make.classOf(
          this.#typeName(),
          this.#bases()[0],
          this.#fields(),
          this.#parameters(),
          make.block([make.expression(make.call(make.nameOf("super"), []))]),
          "export ",
        ),
      () =>
        make.variable(
          "const",
          make.nameOf(this.#name()),
          this.#maybe(() => this.type(2)),
          this.#value(3),
          "export ",
        ),
      () => make.expression(this.#chain(2)),
    ];
    return this.pick(makers)();
  }

  #name(): string {
    return this.pick(names);
  }

  #typeName(): string {
    return this.pick(types);
  }

  #maybe<T>(maker: () => T): T | undefined {
    return this.chance(0.5) ? maker() : undefined;
  }

  #some<T>(maker: () => T, most = 4): T[] {
    return Array.from({ length: this.below(most + 1) }, maker);
  }

  #bases(): readonly TypeNode[] {
    const args = this.#some(() => make.reference(this.#typeName()), 2);
    return this.chance(0.5) ? [make.reference(this.#typeName(), args)] : [];
  }

  #members(depth: number): readonly Member[] {
    const areDocumented = depth === 3 && this.chance(0.3);
    return this.#some(() => {
      const key = this.pick([
        this.#name(),
        `${this.#name()}?`,
        '"a-b"',
        "[key: string]",
        "readonly b",
      ]);
      return make.field(key, this.type(depth - 1), areDocumented ? ["/** What it is. */"] : []);
    });
  }

  #fields(): readonly Member[] {
    return this.#some(() => make.field(`readonly ${this.#name()}`, this.type(1)), 2);
  }

  #parameters(): readonly Parameter[] {
    return this.#some(() =>
      make.parameter(make.nameOf(this.#name()), this.type(2), this.chance(0.2)),
    );
  }

  type(depth: number): TypeNode {
    const leaf = this.below(3);
    if (depth <= 0 || leaf === 0) {
      return this.chance(0.5) ? make.typeWord(this.pick(words)) : make.reference(this.#typeName());
    }
    const inner = (): TypeNode => this.type(depth - 1);
    const several = (): TypeNode[] => [inner(), inner(), ...this.#some(inner, 2)];
    const makers = [
      () => make.arrayOf(inner()),
      () => make.typeOperator("readonly", make.arrayOf(inner())),
      () => make.union(several()),
      () => make.union([inner(), make.typeWord("null")]),
      () => make.union([inner(), make.typeWord("null"), make.typeWord("undefined")]),
      () => make.intersection(several()),
      () => make.fieldsOf(this.#members(depth)),
      () =>
        make.typeOperator(
          "readonly",
          make.tuple([make.field("a", inner()), make.field("b", inner())]),
        ),
      () => make.reference(this.pick(["Record", "Map"]), [make.typeWord("string"), inner()]),
      () => make.reference(this.pick(["Partial", "Array"]), [inner()]),
    ];
    return this.pick(makers)();
  }

  #leaf(): Expr {
    const literals = [make.literal("number", "12"), make.literal("string", '"some text"')];
    return this.pick([...literals, make.nameOf(this.#name())]);
  }

  #value(depth: number): Expr {
    if (depth <= 0) return this.#leaf();
    const inner = (): Expr => this.#value(depth - 1);
    const makers = [
      () =>
        make.objectOf(this.#some(() => make.property(this.pick([this.#name(), '"a-b"']), inner()))),
      () => make.array(this.#some(inner)),
      () => make.call(make.nameOf(this.#name()), this.#arguments(depth)),
      () => make.call(make.nameOf(this.#typeName()), this.#arguments(depth), true),
      () => this.#chain(depth - 1),
      () => this.#comparison(),
      () => make.plainBinary(this.pick(["&&", "||"]), this.#comparison(), this.#comparison()),
      () => make.plainConditional(this.#comparison(), this.#plain(depth), this.#plain(depth)),
    ];
    return this.pick(makers)();
  }

  /** Prettier indents `&&` in a branch where a call is around it; the printer does not. */
  #plain(depth: number): Expr {
    const value = this.#value(depth - 1);
    return value.kind === "binary" ? this.#leaf() : value;
  }

  #comparison(): Expr {
    return make.plainBinary(this.pick(["===", "+"]), make.nameOf(this.#name()), this.#leaf());
  }

  #arguments(depth: number): Expr[] {
    const args = this.#some(() => this.#value(depth - 1), 2);
    if (this.chance(0.8)) return args;
    const parameter = make.parameter(make.nameOf(this.#name()));
    return [...args, make.arrow([parameter], this.#body())];
  }

  #body(): Expr {
    const called = make.call(
      make.nameOf(this.#name()),
      this.#some(() => this.#leaf()),
    );
    return this.pick([this.#leaf(), this.#comparison(), called]);
  }

  /** `z.a(…).b(…)` */
  #chain(depth: number): Expr {
    let chain: Expr = make.nameOf(this.pick(["z", "value", this.#name()]));
    for (let calls = 1 + this.below(4); calls > 0; calls--) {
      chain = make.call(make.member(chain, this.#name()), this.#arguments(depth));
    }
    return chain;
  }
}
