import { describe, expect, it } from "vitest";
import { createEnvironment } from "../../../src/cel/check/environment.js";
import { IssueCollector } from "../../../src/cel/issue.js";
import type { Expr } from "../../../src/cel/syntax/ast.js";
import { parse as parseText } from "../../../src/cel/syntax/parse.js";
import { printExpr } from "../../support/cel.js";

const { syntax } = createEnvironment({ kubernetesVersion: 37, stored: true });

function parse(text: string): Expr {
  const expr = parseFlawless(text);
  if (expr === undefined) throw new Error(`${text} has a flaw`);
  return expr;
}

function parseFlawless(text: string): Expr | undefined {
  const issues = new IssueCollector(text);
  const expr = parseText(text, syntax, issues);
  return issues.count === 0 ? expr : undefined;
}

describe("parser", () => {
  it.each([
    ["a + b * c - d", "_-_(_+_(a, _*_(b, c)), d)"],
    ["a < b == c in d", "@in(_==_(_<_(a, b), c), d)"],
    ["a || b && c ? d : e ? f : g", "_?_:_(_||_(a, _&&_(b, c)), d, _?_:_(e, f, g))"],
    ["a && b && c && d && e", "_&&_(_&&_(_&&_(a, b), c), _&&_(d, e))"],
    ["!!a", "a"],
    ["!!!a", "!_(a)"],
    ["--a", "a"],
    ["-1", "-1"],
    ["--1", "1"],
    ["- 1", "-1"],
    ["-9223372036854775808", "-9223372036854775808"],
    ["-(1)", "-_(1)"],
    ["-1u", "-_(1u)"],
    ["!-1", "!_(-1)"],
    ["-1.foo", "-1.foo"],
    ["1 -1", "_-_(1, 1)"],
    ["0x1F + 0xFFu", "_+_(31, 255u)"],
    [".5e1 + 1e-2", "_+_(5.0, 0.01)"],
    ["a.b[c].d(e, f)", "_[_](a.b, c).d(e, f)"],
    [".a.b", ".a.b"],
    ["a.?b[?c]", '_[?_](_?._(a, "b"), c)'],
    ["self.`a-b`", "self.a-b"],
    ["[a, ?b, c,]", "[a, ?b, c]"],
    ["[,]", "[]"],
    ["{a: b, ?c: d,}", "{a: b, ?c: d}"],
    ["a.b.C{x: 1}", "a.b.C{x: 1}"],
    ["a.namespace", "a.namespace"],
    ["a // comment\n + b", "_+_(a, b)"],
  ])("%s", (text, tree) => {
    expect(printExpr(parse(text))).toBe(tree);
  });

  it.each([
    ["'a\\n\\x41\\u00e9\\U0001F600\\101'", '"a\\nAé😀A"'],
    ["r'a\\n'", '"a\\\\n"'],
    ["'''a'b\n'''", `"a'b\\n"`],
    ['""', '""'],
    ["'a\\'b'", `"a'b"`],
    ["b'a\\xff\\377é'", "b[97,255,255,195,169]"],
    ["br'\\x'", "b[92,120]"],
    ["R'''\r\n'''", '"\\n"'],
  ])("literal %s", (text, tree) => {
    expect(printExpr(parse(text))).toBe(tree);
  });

  it.each([
    ["has(a.b)", "a.b~test"],
    [
      "l.all(x, p)",
      "fold(l, x, @result, true, @not_strictly_false(@result), _&&_(@result, p), @result)",
    ],
    [
      "l.exists(x, p)",
      "fold(l, x, @result, false, @not_strictly_false(!_(@result)), _||_(@result, p), @result)",
    ],
    [
      "l.exists_one(x, p)",
      "fold(l, x, @result, 0, true, _?_:_(p, _+_(@result, 1), @result), _==_(@result, 1))",
    ],
    ["l.map(x, t)", "fold(l, x, @result, [], true, _+_(@result, [t]), @result)"],
    [
      "l.filter(x, p)",
      "fold(l, x, @result, [], true, _?_:_(p, _+_(@result, [x]), @result), @result)",
    ],
    [
      "m.transformMap(k, v, t)",
      "fold(m, k,v, @result, {}, true, cel.@mapInsert(@result, k, t), @result)",
    ],
    [
      "o.optMap(x, t)",
      "_?_:_(o.hasValue(), optional.of(fold([], #unused, x, o.value(), false, x, t)), optional.none())",
    ],
    ["l.map(x)", "l.map(x)"],
  ])("macro %s", (text, tree) => {
    expect(printExpr(parse(text))).toBe(tree);
  });

  it("keeps the call that a comprehension comes from", () => {
    const expr = parse("l.all(x, x > 1)");
    if (expr.kind !== "comprehension") throw new Error("no comprehension");
    const { macro } = expr;
    expect(macro?.name).toBe("all");
    expect(macro?.target).toBe(expr.iterRange);
    expect(macro?.args.map(printExpr)).toEqual(["x", "_>_(x, 1)"]);
  });

  it.each([
    ["  a + b", 4],
    ["a.b", 1],
    ["f(a)", 1],
    ["a.f(b)", 3],
    ["a[b]", 1],
    ["a ? b : c", 2],
    ["-1", 0],
    ["[1]", 0],
    ["😀 + 1".replace("😀", "'😀'"), 5],
  ])("the caret of %s is at %i", (text, offset) => {
    expect(parse(text).offset).toBe(offset);
  });

  it.each(["", "a b", "a..b", "namespace", "has(a)", "9223372036854775808", "'", "a.?", "1e400"])(
    "%j has a flaw",
    (text) => {
      expect(parseFlawless(text)).toBeUndefined();
    },
  );
});
