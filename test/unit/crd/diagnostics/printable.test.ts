import { describe, expect, it } from "vitest";
import {
  cutBeginning,
  cutToWidth,
  displayWidth,
} from "../../../../src/crd/diagnostics/render/printable.js";

const family = "👨‍👩‍👧‍👦";
const flag = "🇩🇪";
const marked = "e\u0301\u0323";

describe("displayWidth", () => {
  it.each([
    ["", 0],
    ["spec.group", 10],
    ["ü", 1],
    [marked, 1],
    ["漢字", 4],
    ["😀", 2],
    [family, 2],
    [flag, 2],
    ["👍🏽", 2],
    ["한", 2],
    [`a${family}b${flag}c`, 7],
  ])("counts the columns of %j", (text, want) => {
    expect(displayWidth(text)).toBe(want);
  });
});

describe("cutToWidth", () => {
  it.each([
    ["abcdef", 6, "abcdef"],
    ["abcdef", 5, "abcd…"],
    ["abcdef", 1, "…"],
    ["漢字漢字", 8, "漢字漢字"],
    // A character that takes two columns is not halved.
    ["漢字漢字", 7, "漢字漢…"],
    ["漢字漢字", 6, "漢字…"],
    [family.repeat(3), 6, family.repeat(3)],
    [family.repeat(3), 5, `${family}${family}…`],
    [family.repeat(3), 4, `${family}…`],
    [family.repeat(3), 2, "…"],
    [flag.repeat(4), 7, `${flag.repeat(3)}…`],
    [flag.repeat(4), 6, `${flag.repeat(2)}…`],
    [marked.repeat(5), 5, marked.repeat(5)],
    [marked.repeat(5), 3, `${marked}${marked}…`],
  ])("cuts the end of %j at %d columns", (text, columns, want) => {
    expect(cutToWidth(text, columns)).toBe(want);
  });

  it("looks at no more than it needs of a text without an end", () => {
    const text = "x".repeat(20_000_000);
    expect(cutToWidth(text, 10)).toBe("xxxxxxxxx…");
    expect(cutBeginning(text, 10)).toBe("…xxxxxxxxx");
  });
});

describe("cutBeginning", () => {
  it.each([
    ["abcdef", 6, "abcdef"],
    ["abcdef", 5, "…cdef"],
    ["abcdef", 1, "…"],
    ["漢字漢字", 7, "…字漢字"],
    ["漢字漢字", 6, "…漢字"],
    [family.repeat(3), 5, `…${family}${family}`],
    [family.repeat(3), 4, `…${family}`],
    [flag.repeat(4), 7, `…${flag.repeat(3)}`],
    [marked.repeat(5), 3, `…${marked}${marked}`],
  ])("cuts the beginning of %j at %d columns", (text, columns, want) => {
    expect(cutBeginning(text, columns)).toBe(want);
  });
});

const mixture = `config/crd/${family}${flag}漢字/${marked}${marked}-name-of-a-file-한국어.yaml`;

describe.each(Array.from({ length: 45 }, (_, index) => index + 1))("%d columns", (columns) => {
  it("are never exceeded, and used but for one", () => {
    for (const cut of [cutToWidth, cutBeginning]) {
      const text = cut(mixture, columns);
      expect(displayWidth(text)).toBeLessThanOrEqual(columns);
      const used = Math.min(columns, displayWidth(mixture));
      expect(displayWidth(text)).toBeGreaterThanOrEqual(used - 1);
    }
  });

  it("hold whole characters only", () => {
    const known = new Set(
      Array.from(new Intl.Segmenter().segment(mixture), ({ segment }) => segment),
    );
    for (const cut of [cutToWidth, cutBeginning]) {
      for (const { segment } of new Intl.Segmenter().segment(cut(mixture, columns))) {
        expect(known.has(segment) || segment === "…", segment).toBe(true);
      }
    }
  });
});
