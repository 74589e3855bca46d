import type {
  Block,
  Expression,
  ParameterNode,
  Property,
  Statement,
} from "../../src/emit/tree/nodes.js";
import { precedences } from "../../src/emit/tree/nodes.js";
import type { Random } from "./random.js";

/** Statements with all operators beside all operators, by chance. */
export function madeUpStatement(random: Random, depth: number): Statement {
  return new TreeMaker(random).statement(depth);
}

const names = ["a", "b", "value", "key", "isValidCertificateSpec", "x1"];
const binaries = Object.keys(precedences);

class TreeMaker {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  statement(depth: number): Statement {
    const of = (): Expression => this.#expression(depth);
    const block = (): Block => ({
      kind: "block",
      body: this.#some(() => this.statement(depth - 1)),
    });
    if (depth <= 0) return { kind: "expression", of: of() };
    return this.#one<Statement>([
      () => ({ kind: "expression", of: of() }),
      () => ({ kind: "expression", of: of() }),
      () => ({ kind: "return", value: of() }),
      () => ({ kind: "throw", value: of() }),
      () => ({
        kind: "variable",
        word: "const",
        pattern: this.#name(),
        type: undefined,
        value: of(),
      }),
      () => ({ kind: "if", test: of(), then: this.statement(depth - 1), otherwise: undefined }),
      () => ({ kind: "if", test: of(), then: block(), otherwise: block() }),
      () => ({
        kind: "forEach",
        word: this.#random.pick(["of", "in"]),
        pattern: this.#name(),
        over: of(),
        body: block(),
      }),
      () => ({
        kind: "for",
        begin: {
          kind: "variable",
          word: "let",
          pattern: this.#name(),
          type: undefined,
          value: of(),
        },
        test: of(),
        step: of(),
        body: block(),
      }),
      () => ({ kind: "while", test: of(), body: block() }),
      () => ({
        kind: "switch",
        of: of(),
        cases: [{ test: of(), body: [this.statement(depth - 1)] }],
      }),
    ]);
  }

  #expression(depth: number): Expression {
    if (depth <= 0) return this.#leaf();
    const of = (): Expression => this.#expression(depth - 1 - this.#random.below(2));
    const optional = this.#random.chance(0.15);
    return this.#one<Expression>([
      () => ({ kind: "array", items: this.#some(() => this.#item(of)) }),
      () => ({
        kind: "object",
        members: this.#some(() => this.#property(of)),
        broken: this.#random.chance(0.2),
      }),
      () => ({
        kind: "call",
        isNew: false,
        callee: of(),
        types: [],
        arguments: this.#some(() => this.#item(of)),
        optional,
      }),
      () => ({
        kind: "call",
        isNew: true,
        callee: of(),
        types: [],
        arguments: this.#some(of),
        optional: false,
      }),
      () => ({ kind: "member", object: of(), name: this.#random.pick(["c", "length"]), optional }),
      () => ({ kind: "index", object: of(), index: of(), optional }),
      () => ({ kind: "unary", operator: this.#sign(), operand: of() }),
      () => ({
        kind: "unary",
        operator: this.#sign(),
        operand: { kind: "unary", operator: this.#sign(), operand: of() },
      }),
      () => ({ kind: "unary", operator: this.#sign(), operand: this.#update() }),
      () => ({
        kind: "binary",
        operator: this.#random.pick(["+", "-"]),
        left: of(),
        right: { kind: "unary", operator: this.#sign(), operand: of() },
      }),
      () => this.#update(),
      () => ({ kind: "binary", operator: this.#random.pick(binaries), left: of(), right: of() }),
      () => ({ kind: "binary", operator: this.#random.pick(binaries), left: of(), right: of() }),
      () => ({
        kind: "assign",
        operator: this.#random.pick(["=", "+=", "??="]),
        left: this.#target(),
        right: of(),
      }),
      () => ({
        kind: "assign",
        operator: "=",
        left: { kind: "object", members: [{ kind: "shorthand", name: "a" }], broken: false },
        right: of(),
      }),
      () => ({ kind: "conditional", test: of(), yes: of(), no: of() }),
      () => ({
        kind: "arrow",
        parameters: this.#some(() => this.#parameter(of)),
        returns: undefined,
        body: this.#random.chance(0.7)
          ? of()
          : { kind: "block", body: [this.statement(depth - 2)] },
      }),
      () => ({ kind: "sequence", parts: [of(), of()] }),
      () => ({
        kind: "as",
        word: this.#random.pick(["as", "satisfies"]),
        of: of(),
        type: { kind: "reference", name: "A", arguments: [] },
      }),
      () => ({ kind: "closed", of: { kind: "member", object: of(), name: "c", optional: true } }),
      () => ({ kind: "commented", comment: "/* @__PURE__ */", of: of() }),
    ]);
  }

  #leaf(): Expression {
    return this.#one<Expression>([
      () => this.#name(),
      () => ({ kind: "name", text: this.#random.pick(["null", "true", "this"]) }),
      () => ({
        kind: "literal",
        type: "number",
        text: this.#random.pick(["0", "1.5", "-1", "-1.5", "-0"]),
      }),
      () => ({
        kind: "literal",
        type: "string",
        text: this.#random.pick(['"text"', '"in"', '"say \\"x\\""']),
      }),
      () => ({ kind: "literal", type: "regexp", text: "/^a$/u" }),
      () => ({ kind: "object", members: [], broken: false }),
    ]);
  }

  #name(): Expression {
    return { kind: "name", text: this.#random.pick(names) };
  }

  #sign(): string {
    return this.#random.pick(["-", "-", "+", "+", "!", "~", "typeof", "void"]);
  }

  #update(): Expression {
    return {
      kind: "update",
      operator: this.#random.pick(["++", "--"]),
      operand: this.#target(),
      prefix: this.#random.chance(0.6),
    };
  }

  #target(): Expression {
    return this.#one<Expression>([
      () => this.#name(),
      () => ({ kind: "member", object: this.#name(), name: "c", optional: false }),
      () => ({ kind: "index", object: this.#name(), index: this.#leaf(), optional: false }),
    ]);
  }

  #item(of: () => Expression): Expression {
    return this.#random.chance(0.15) ? { kind: "spread", of: of() } : of();
  }

  #property(of: () => Expression): Property {
    return this.#one<Property>([
      () => ({ kind: "property", key: this.#random.pick(["a", '"b-c"', "d"]), value: of() }),
      () => ({ kind: "shorthand", name: "key" }),
      () => ({ kind: "spread", of: of() }),
    ]);
  }

  #parameter(of: () => Expression): ParameterNode {
    const initial = this.#random.chance(0.3) ? of() : undefined;
    return { pattern: this.#name(), optional: false, type: undefined, initial };
  }

  #some<T>(make: () => T): readonly T[] {
    return Array.from({ length: this.#random.below(3) }, make);
  }

  #one<T>(ways: readonly (() => T)[]): T {
    return this.#random.pick(ways)();
  }
}
