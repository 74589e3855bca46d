import { describe, expect, it } from "vitest";
import {
  isPattern,
  kindMatcher,
  matcher,
  splitPatterns,
} from "../../../../src/codegen/pipeline/pattern.js";

describe("matcher", () => {
  it.each([
    ["*.yaml", "a.yaml", true],
    ["*.yaml", "a/b.yaml", false],
    ["**/*.yaml", "a/b/c.yaml", true],
    ["**/*.yaml", "c.yaml", true],
    ["crd?.{yaml,json}", "crd1.json", true],
    ["crd[!0-4].yaml", "crd3.yaml", false],
    ["crd[0-4].yaml", "crd3.yaml", true],
    ["a+b.(yaml)", "a+b.(yaml)", true],
    ["a+b", "aab", false],
    ["[z-a]", "b", false],
    ["[z-a]", "z-a", false],
    ["[c-ax]", "x", true],
    ["a[!b]c", "a/c", false],
    ["[a\\-z]", "b", true],
    ["[^-a]", "^", true],
    ["[!-a]", "b", true],
    ["[", "[", true],
    ["[!]", "[!]", true],
    ["[!]", "a", false],
    ["[]", "[]", true],
    ["[]]", "]", true],
    ["[]a]", "a", true],
    ["[!]]", "]", false],
    ["[!]]", "a", true],
    ["[!!]", "!", false],
  ])("%s on %s: %s", (pattern, text, expected) => {
    expect(matcher(pattern)(text)).toBe(expected);
  });

  it("never throws, whatever a pattern is made of", () => {
    const characters = ["a", "Z", "-", "^", "!", "[", "]", "{", "}", ",", "\\", "*", "?", "(", "/"];
    let seed = 1;
    const next = (): number => (seed = (seed * 48271) % 2147483647);
    for (let run = 0; run < 20_000; run++) {
      const length = next() % 8;
      const pattern = Array.from({ length }, () => characters[next() % characters.length]).join("");
      expect(() => matcher(pattern)("a/b"), pattern).not.toThrow();
    }
  });

  it("knows patterns from paths", () => {
    expect(["a/b.yaml", "a/*.yaml", "{a,b}"].map(isPattern)).toEqual([false, true, true]);
  });
});

describe("patterns of kinds", () => {
  it.each([
    ["CronTab", true],
    ["*", true],
    ["a.io/*", true],
    ["*.io/Cron*", true],
    ["b.io/CronTab", false],
    ["a.io/{Other,CronTab}", true],
    ["{b.io/Other,a.io/CronTab}", true],
    ["crontab", false],
  ])("%s: %s", (pattern, expected) => {
    expect(kindMatcher([pattern])("a.io", "CronTab")).toBe(expected);
  });

  it.each([
    ["a,b", ["a", "b"]],
    ["g/{A,B},h/C", ["g/{A,B}", "h/C"]],
    ["{a,b", ["{a", "b"]],
    [",,", []],
  ])("are taken apart at commas outside of braces: %s", (list, expected) => {
    expect(splitPatterns(list)).toEqual(expected);
  });
});
