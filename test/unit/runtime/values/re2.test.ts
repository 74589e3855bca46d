import { expect, it } from "vitest";
import type { Re2 } from "../../../../src/runtime/v1/values/re2/compile.js";
import { compileRe2 } from "../../../../src/runtime/v1/values/re2/compile.js";
import { Re2Error } from "../../../../src/runtime/v1/values/re2/node.js";
import { cpuTime } from "../../../support/cpu-time.js";

function compiled(pattern: string): Re2 {
  const re2 = compileRe2(pattern);
  if (re2 instanceof Re2Error) throw new Error(re2.message);
  return re2;
}

/** Facts of Go's `FindStringSubmatchIndex`, in UTF-16 units. */
it.each<[string, string, ReturnType<Re2["exec"]>]>([
  ["a|ab", "xab", { start: 1, end: 2, groups: [] }],
  [
    "(a+)(b?)",
    "caab",
    {
      start: 1,
      end: 4,
      groups: [
        { start: 1, end: 3 },
        { start: 3, end: 4 },
      ],
    },
  ],
  ["(a)|(b)", "b", { start: 0, end: 1, groups: [undefined, { start: 0, end: 1 }] }],
  ["a*?", "aa", { start: 0, end: 0, groups: [] }],
  ["(?U)a+", "aa", { start: 0, end: 1, groups: [] }],
  ["(|a)*", "aa", { start: 0, end: 0, groups: [{ start: 0, end: 0 }] }],
  ["😀.", "a😀é", { start: 1, end: 4, groups: [] }],
  ["\\bx", "a x", { start: 2, end: 3, groups: [] }],
  ["x", "a", undefined],
  ["a\\b", "ab a", { start: 3, end: 4, groups: [] }],
  ["\\Bb", "b ab", { start: 3, end: 4, groups: [] }],
  ["\\bé", "é", undefined],
  ["(?m)^b$", "a\nb", { start: 2, end: 3, groups: [] }],
  ["\\p{Letter}+", "1é", { start: 1, end: 2, groups: [] }],
  ["\\P{^Greek}", "aα", { start: 1, end: 2, groups: [] }],
  ["[[:^alpha:]]", "a1", { start: 1, end: 2, groups: [] }],
  ["a{2,3}?", "aaa", { start: 0, end: 2, groups: [] }],
  ["(a{0}b)+", "bb", { start: 0, end: 2, groups: [{ start: 1, end: 2 }] }],
])("finds %s in %s", (pattern, text, want) => {
  expect(compiled(pattern).exec(text)).toEqual(want);
});

it("searches from a place with what lies before it in sight", () => {
  expect(compiled("a").exec("aba", 1)).toEqual({ start: 2, end: 3, groups: [] });
  expect(compiled("^b").exec("ab", 1)).toBeUndefined();
  expect(compiled("\\bb").exec("ab", 1)).toBeUndefined();
});

it("takes unpaired surrogates for U+FFFD, in pattern and text", () => {
  expect(compiled("^\\x{fffd}$").test("\ud800")).toBe(true);
  expect(compiled("^\ud800$").test("\udfff")).toBe(true);
});

/** Facts of Go 1.26. */
it.each([
  ["\\p{Old_Italic}", "invalid character class range: `\\p{Old_Italic}`"],
  ["a**?", "invalid nested repetition operator: `**?`"],
  ["(?i-", "invalid or unsupported Perl syntax: `(?i-`"],
  ["(?P<n", "invalid named capture: `(?P<n`"],
  ["\\x{110000}", "invalid escape sequence: `\\x{110000`"],
  ["x{2,1}", "invalid repeat count: `{2,1}`"],
  ["x{1001}", "invalid repeat count: `{1001}`"],
  ["(a{33}){31}", "invalid repeat count: `{31}`"],
  ["((a{10}){10}|b{2}){11}", "invalid repeat count: `{11}`"],
  ["((a{10}){10}){10}", undefined],
  ["[\\p{Lu", "invalid character class range: `\\p{Lu`"],
])("refuses %s", (pattern, error) => {
  const re2 = compileRe2(pattern);
  expect(re2 instanceof Re2Error ? re2.error : undefined).toBe(error);
});

it("stays linear", () => {
  const text = "a".repeat(100_000);
  const start = cpuTime();
  expect(compiled("^(a+)+$").test(`${text}!`)).toBe(false);
  expect(compiled("(a|aa)*b").test(text)).toBe(false);
  expect(compiled("(x+x+)+y").test("x".repeat(50_000))).toBe(false);
  expect(compiled("(.*)(.*)(.*)!").exec(text.slice(0, 5000))).toBeUndefined();
  expect(cpuTime() - start).toBeLessThan(5000);
});

it("reads long texts of ever new characters", () => {
  const text = Array.from({ length: 100_000 }, (_, i) =>
    String.fromCodePoint(0x4e00 + (i % 20_000)),
  );
  expect(compiled("^[^a]*$").test(text.join(""))).toBe(true);
});
