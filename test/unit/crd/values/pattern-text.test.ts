import { expect, it } from "vitest";
import { Choices } from "../../../../src/crd/values/choices.js";
import { patternTexts } from "../../../../src/crd/values/pattern-text.js";
import { compileRe2 } from "../../../../src/runtime/v1/values/re2/compile.js";
import { Re2Error } from "../../../../src/runtime/v1/values/re2/node.js";

const any = { min: 0, max: Infinity };

function first(pattern: string, lengths = any, seed = 0): string | undefined {
  const matcher = compileRe2(pattern);
  if (matcher instanceof Re2Error) return undefined;
  return [...patternTexts(pattern, new Choices(seed), lengths.min)].find(
    (text) => text.length >= lengths.min && text.length <= lengths.max && matcher.test(text),
  );
}

it.each([
  ["^[a-z]+$", "a"],
  ["^a|b$", "a"],
  ["^(foo|bar)-\\d{3}$", "foo-456"],
  ["^\\s$", " "],
  ["^[^a-z]$", "0"],
  ["^(\\d+|\\*)(\\s+(\\d+|\\*)){4}$", "0 2 4 6 8"],
  ["^\\p{Lu}$", "A"],
  ["^$", ""],
  ["^(?i)yes$", "yes"],
])("matches %s", (pattern, text) => {
  expect(first(pattern)).toBe(text);
});

it("is as long as it has to be", () => {
  expect(first("^[a-z]{2,}$", { min: 20, max: 20 })).toHaveLength(20);
  expect(first("^(ab)*$", { min: 9, max: 12 })).toMatch(/^(?:ab){5,6}$/);
});

it("differs with the seed", () => {
  const texts = new Set([0, 1, 2, 3, 4, 5].map((seed) => first("^[a-z]{8}$", any, seed)));
  expect(texts.size).toBeGreaterThan(3);
});

it("has nothing for what Go refuses", () => {
  expect([...patternTexts("[", new Choices(0))]).toEqual([]);
});
