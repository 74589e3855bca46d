import { describe, expect, it } from "vitest";
import { printLayout } from "../../../src/emit/layout/layout.js";
import { printStatements } from "../../../src/emit/layout/print-statements.js";
import { statementLayout } from "../../../src/emit/layout/statement-layout.js";
import { parseStatements } from "../../../src/emit/tree/parse.js";
import { compile } from "../../../src/index-cel.js";
import { madeUpStatement } from "../../support/made-up-trees.js";
import { Random } from "../../support/random.js";
import { seeds } from "../../support/seeds.js";
import { parsedText, treeText } from "../../support/tree-text.js";

describe("what is printed of a tree is parsed to the same tree", () => {
  it("trees made up by chance, on lines of 80 and of 24 columns", () => {
    const wrong: string[] = [];
    for (const seed of seeds(2000)) {
      const random = new Random(seed);
      const tree = madeUpStatement(random, 1 + random.below(5));
      for (const text of [
        printStatements([tree], 0),
        printLayout(statementLayout(tree), 0, 0, 24),
      ]) {
        const found = parsedOrFault(text);
        if (found !== treeText(tree)) wrong.push(`${seed}\n${text}\n${treeText(tree)}\n${found}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ["x = -(-1.5);", "x = -(-1.5);"],
    ["x = +(+y);", "x = +(+y);"],
    ["x = -(--y);", "x = -(--y);"],
    ["x = +(++y);", "x = +(++y);"],
    ["x = -(+y);", "x = -+y;"],
    ["x = 1 - -1;", "x = 1 - -1;"],
    ["x = (-1) ** 2;", "x = (-1) ** 2;"],
    ["({ a: 1 }).b();", "({ a: 1 }.b());"],
    ["({ a } = b);", "({ a } = b);"],
    ["x = () => ({}).a;", "x = () => ({}.a);"],
    ["x = (a, b) + c;", "x = (a, b) + c;"],
    ["x = (a < b) > c;", "x = (a < b) > c;"],
    ["x = new (a?.b)();", "x = new (a?.b)();"],
    ["x = /* @__PURE__ */ (a + b) * c;", "x = (/* @__PURE__ */ a + b) * c;"],
    ['for (let i = ("a" in b); i; i++) {}', 'for (let i = ("a" in b); i; i++) {}'],
  ])("%s", (text, expected) => {
    const statements = parseStatements(text, "ts");
    expect(printStatements(statements, 0)).toBe(expected);
    expect(parsedText(expected)).toBe(parsedText(text));
  });
});

describe("rules with signs beside signs", () => {
  it.each([
    ["-(-(1.5)) < d", true],
    ["-(-d) == d", true],
    ["-(-(-(1.5))) < d", true],
    ["-(-1) < i", true],
    ["-(-i) == i", true],
    ["1 - -1 == i", true],
    ["1 - -(-i) == -1", true],
    ["-(-1.5) - -(-1.5) == 0.0", true],
    ["!(!(i == 2)) && !(i == 3 || d < 0.0)", true],
    ["-(-(i)) * -(-2) == 4 ? -(-1) == 1 : false", true],
  ])("%s", (rule, expected) => {
    const compiled = compile(rule, { variables: { d: "double", i: "int" } });
    if (!compiled.ok) throw new Error(compiled.message);
    expect(compiled.evaluate({ d: 2.5, i: 2 })).toBe(expected);
  });
});

function parsedOrFault(text: string): string {
  try {
    return parsedText(text);
  } catch (error) {
    return `fault: ${String(error)}`;
  }
}
