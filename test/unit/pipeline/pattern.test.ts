import { describe, expect, it } from "vitest";
import { isPattern, matcher } from "../../../src/pipeline/pattern.js";

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
  ])("%s on %s: %s", (pattern, text, expected) => {
    expect(matcher(pattern)(text)).toBe(expected);
  });

  it("knows patterns from paths", () => {
    expect(["a/b.yaml", "a/*.yaml", "{a,b}"].map(isPattern)).toEqual([false, true, true]);
  });
});
