import { describe, expect, it } from "vitest";
import { printStatements } from "../../../../src/codegen/emit/print/print.js";
import { compile } from "../../../../src/index-cel.js";
import { statementOf } from "../../../support/template.js";

describe("what is printed of a tree is parsed to the same tree", () => {
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
    ["x = /* @__PURE__ */ (a + b) * c;", "x = /* @__PURE__ */ (a + b) * c;"],
    ['for (let i = ("a" in b); i; i++) {}', 'for (let i = ("a" in b); i; i++) {}'],
  ])("%s", (text, expected) => {
    expect(printStatements([statementOf(text)])).toBe(`${expected}\n`);
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
