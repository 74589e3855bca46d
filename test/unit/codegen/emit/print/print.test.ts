import { describe, expect, it } from "vitest";
import * as make from "../../../../../src/codegen/emit/nodes/make.js";
import type { Expr } from "../../../../../src/codegen/emit/nodes/nodes.js";
import { Local } from "../../../../../src/codegen/emit/nodes/nodes.js";
import {
  printExpression,
  printStatements,
  printType,
} from "../../../../../src/codegen/emit/print/print.js";
import { nodesOf } from "./nodes-of-typescript.js";

const [a, b, c] = [make.nameOf("a"), make.nameOf("b"), make.nameOf("c")];

describe("parentheses stand where the tree needs them", () => {
  const minusOne = make.unary("-", make.literal("number", "1"));
  const chain = make.member(a, "b", true);
  const object = make.objectOf([]);
  const cases: readonly (readonly [string, Expr])[] = [
    ["(a || b) && c", make.plainBinary("&&", make.plainBinary("||", a, b), c)],
    ["!(a || b)", make.unary("!", make.plainBinary("||", a, b))],
    ["a ?? (b || c)", make.plainBinary("??", a, make.plainBinary("||", b, c))],
    ["(a && b) ?? c", make.plainBinary("??", make.plainBinary("&&", a, b), c)],
    ["a || b || c", make.plainBinary("||", a, make.plainBinary("||", b, c))],
    ["(-1) ** 2", make.plainBinary("**", minusOne, make.literal("number", "2"))],
    [
      "(-1) ** 2",
      make.plainBinary("**", make.literal("number", "-1"), make.literal("number", "2")),
    ],
    ["-(-1)", make.unary("-", minusOne)],
    ["-(-1)", make.unary("-", make.literal("number", "-1"))],
    ["-(--a)", make.unary("-", make.update("--", a, true))],
    ["-+a", make.unary("-", make.unary("+", a))],
    ["new (a())()", make.call(make.call(a, []), [], true)],
    ["new (a().b)()", make.call(make.member(make.call(a, []), "b"), [], true)],
    ["new (a?.b)()", make.call(chain, [], true)],
    ["(a?.b).c", make.member(make.closed(chain), "c")],
    ["a?.b.c", make.member(chain, "c")],
    ["() => ({})", make.arrow([], object)],
    ["() => ({}.a)", make.arrow([], make.member(object, "a"))],
    ["() => (a, b)", make.arrow([], make.sequence([a, b]))],
    ["(a, b) + c", make.plainBinary("+", make.sequence([a, b]), c)],
    ["(a = b) + c", make.plainBinary("+", make.assign("=", a, b), c)],
    ["(a ? b : c).d", make.member(make.plainConditional(a, b, c), "d")],
    ["(() => a)()", make.call(make.arrow([], a), [])],
    ["(1).a", make.member(make.literal("number", "1"), "a")],
    ["(a as B) < c", make.plainBinary("<", make.as(a, make.reference("B")), c)],
    ["((a as B) = c)", make.assign("=", make.as(a, make.reference("B")), c)],
    ["[...(a ?? b)]", make.array([make.spread(make.plainBinary("??", a, b))])],
  ];

  it.each(cases)("%s", (expected, tree) => {
    expect(printExpression(tree)).toBe(expected);
  });

  it("at the beginning of a statement and in the head of a loop", () => {
    const isIn = make.plainBinary("in", a, b);
    const loop = make.loop(make.variable("let", c, undefined, isIn), undefined, undefined, make.block([])); // prettier-ignore
    const called = make.expression(make.call(make.member(object, "b"), []));
    expect(printStatements([loop, called])).toBe("for (let c = (a in b); ; ) {}\n({}.b());\n");
  });
});

describe("types stand in TypeScript alone", () => {
  it.each([
    ["let it: A | undefined;", "let it;"],
    ["return (a as B).c;", "return a.c;"],
    ["return (a?.b as B).c;", "return (a?.b).c;"],
    ["return a!.b!;", "return a.b;"],
    ["const s = new Set<string>(a);", "const s = new Set(a);"],
    ["const f = (a: A, b?: B[], c?) => a;", "const f = (a, b, c) => a;"],
    ["const f = (a): a is B => a as never;", "const f = (a) => a;"],
    ["for (const a of b as C[]) go(a satisfies C);", "for (const a of b) go(a);"],
    ["interface A {}\ntype B = A;\nfunction f(a: A): B;\nfunction f(a) {}", "function f(a) {}"],
    [
      "class A extends B<C> { readonly a: string; constructor(a: string) { super(a!); } }",
      "class A extends B {\n  constructor(a) {\n    super(a);\n  }\n}",
    ],
  ])("%s", (text, expected) => {
    const tree = nodesOf(text);
    const before = printStatements(tree);
    expect(printStatements(tree, { language: "js" })).toBe(`${expected}\n`);
    // What is known of one language is not used for the other.
    expect(printStatements(tree)).toBe(before);
  });
});

describe("what is printed", () => {
  it("begins each line at its depth", () => {
    const statements = nodesOf("if (a) { b(); }\n\n// why\nc();");
    expect(printStatements(statements, { depth: 2 })).toBe("  if (a) b();\n\n  // why\n  c();\n");
  });

  it("has no text for a variable without a name", () => {
    expect(() => printExpression(make.localName(new Local("value", 7)))).toThrow("value#7");
  });

  it("counts the columns of wide characters", () => {
    const text = make.literal("string", `"${"一".repeat(36)}"`);
    expect(printStatements([make.variable("const", a, undefined, text)])).toContain("=\n");
    expect(printType(make.union([make.typeWord('"a"'), make.typeWord("null")]))).toBe('"a" | null');
  });

  it("is indented no more from 80 columns on", () => {
    let tree = make.expression(a);
    for (let depth = 0; depth < 1_000; depth++) tree = make.whileLoop(b, make.block([tree]));
    const lines = printStatements([tree]).split("\n");
    expect(Math.max(...lines.map((line) => line.search(/\S/)))).toBe(80);
  });

  it("may be nested 1,000 times", () => {
    const nest = (wrap: (of: Expr) => Expr): string => {
      let tree: Expr = a;
      for (let depth = 0; depth < 1_000; depth++) tree = wrap(tree);
      return printStatements([make.expression(tree)]);
    };
    // Whether they fit in the stack is what counts.
    expect(nest((of) => make.call(b, [of])).split("b(")).toHaveLength(1_001);
    expect(nest((of) => make.plainBinary("&&", of, b)).split("&&")).toHaveLength(1_001);
    expect(nest((of) => make.plainBinary("&&", b, of)).split("&&")).toHaveLength(1_001);
    expect(nest((of) => make.plainConditional(b, c, of)).split(" ? ")).toHaveLength(1_001);
    expect(nest((of) => make.objectOf([make.property("a", of)], true)).split("{")).toHaveLength(
      1_001,
    );
    expect(nest((of) => make.call(make.member(of, "b"), [c])).split(".b(c)")).toHaveLength(1_001);
    expect(nest((of) => make.arrow([], make.block([make.returnOf(of)]))).split("=>")).toHaveLength(
      1_001,
    );
  });
});
