import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const style = readFileSync("src/tools/site/style/site.css", "utf8");

type Colour = readonly [red: number, green: number, blue: number];
type Theme = "light" | "dark";

/** The tokens that are colours without transparency, by their names. */
const tokens: ReadonlyMap<string, Readonly<Record<Theme, Colour>>> = new Map(
  [...style.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map(
    ([, name = "", light = "", dark = ""]) => [
      name,
      { light: colourOf(light), dark: colourOf(dark) },
    ],
  ),
);

function colourOf(text: string): Colour {
  const part = (at: number): number => Number.parseInt(text.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

/** The relative luminance of WCAG 2.2. */
function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number]; // as many as it was given
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of WCAG 2.2, from 1 to 21. */
function contrast(left: string, right: string, theme: Theme): number {
  const [one, other] = [left, right].map((name) => {
    const token = tokens.get(name);
    if (token === undefined) throw new Error(`no token --${name}`);
    return luminance(token[theme]);
  }) as [number, number]; // of two names
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** The grounds on which each token stands. */
const grounds: Readonly<Record<string, readonly string[]>> = {
  text: "back sunk raised hover tint mark warn-back bad-back good-back".split(" "),
  soft: "back sunk raised hover tint".split(" "),
  faint: "back sunk raised hover".split(" "),
  accent: "back sunk raised hover tint".split(" "),
  "on-accent": ["accent"],
  type: "back sunk tint".split(" "),
  must: ["back", "sunk"],
  rule: "back sunk tint mark hover good-back".split(" "),
  warn: ["back", "sunk", "warn-back"],
  bad: ["back", "sunk", "bad-back"],
  good: ["back", "sunk", "good-back"],
  key: "back sunk tint mark hover good-back".split(" "),
  string: "back sunk tint mark hover good-back".split(" "),
  number: "back sunk tint mark hover good-back".split(" "),
};

describe("the style sheet", () => {
  for (const theme of ["light", "dark"] as const) {
    it(`has texts with enough contrast on each ground, ${theme}`, () => {
      const pairs = Object.entries(grounds).flatMap(([name, on]) => on.map((to) => [name, to]));
      const weak = pairs.filter(([name = "", to = ""]) => contrast(name, to, theme) < 4.5);
      expect(weak).toEqual([]);
      expect(pairs.length).toBeGreaterThan(40);
    });

    it(`has borders of controls with enough contrast, ${theme}`, () => {
      for (const to of ["back", "sunk", "raised"]) {
        expect(contrast("edge", to, theme), to).toBeGreaterThanOrEqual(3);
      }
    });
  }

  it("names colours in its tokens alone, and loads nothing", () => {
    const rules = style.slice(style.indexOf("[data-theme"));
    expect(rules.match(/#[0-9a-f]{3,8}\b(?=[\s;,)])|\brgba?\(|\burl\(|@import/g)).toBeNull();
    const used = new Set([...rules.matchAll(/var\(--([a-z0-9-]+)/g)].map(([, name]) => name));
    const undeclared = [...used].filter((name) => !style.includes(`--${name ?? ""}: `));
    expect(undeclared).toEqual([]);
  });
});
