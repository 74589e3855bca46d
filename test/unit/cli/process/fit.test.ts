import { describe, expect, it } from "vitest";
import { fitLines } from "../../../../src/cli/process/fit.js";
import { displayWidth } from "../../../../src/crd/diagnostics/render/printable.js";

const red = "\u001B[31m";
const endOfColour = "\u001B[39m";
const linkTo = (url: string): string => `\u001B]8;;${url}\u001B\\`;
const endOfLink = linkTo("");

/** What a terminal shows of a text. */
function shownOf(text: string): readonly string[] {
  return text.replace(/\u001B(?:\[[\d;]*m|\]8;;.*?(?:\u001B\\|\u0007))/g, "").split("\n");
}

describe("fitLines", () => {
  it("leaves lines as they are where there is no terminal", () => {
    const text = `${"a word ".repeat(500)}\n${"x".repeat(500)}`;
    expect(fitLines(text, undefined)).toBe(text);
  });

  it("leaves lines that fit as they are", () => {
    const text = "  four and twenty columns\n\n1 | x\n";
    expect(fitLines(text, 25)).toBe(text);
  });

  it("breaks between words, and indents what follows", () => {
    expect(fitLines("error[a/b]: the name is not one that is known", 24)).toBe(
      ["error[a/b]: the name", "   is not one that is", "   known"].join("\n"),
    );
  });

  it("indents what follows below a line that is indented", () => {
    expect(fitLines("   = help: write the name of the group", 24)).toBe(
      ["   = help: write the", "     name of the group"].join("\n"),
    );
  });

  it("gives the margin a quarter of the terminal at most", () => {
    const lines = fitLines(`${" ".repeat(40)}some words that are to be read`, 20).split("\n");
    for (const line of lines) expect(line).toMatch(/^ {5}\S/);
    expect(lines.map((line) => line.trim()).join(" ")).toBe("some words that are to be read");
  });

  it("breaks words that are wider than a line", () => {
    const lines = fitLines("x".repeat(50), 20).split("\n");
    expect(lines.map((line) => line.length)).toEqual([17, 20, 19]);
    expect(lines.map((line) => line.trim()).join("")).toBe("x".repeat(50));
  });

  it.each([20, 23, 40])("measures characters that take two columns: %d columns", (columns) => {
    const text = `${"漢字".repeat(20)} ${"👨‍👩‍👧‍👦🇩🇪".repeat(12)}`;
    const lines = shownOf(fitLines(text, columns));
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
    expect(
      lines
        .map((line) => line.trim())
        .join("")
        .replaceAll(" ", ""),
    ).toBe(text.replaceAll(" ", ""));
  });

  it("does not count colours and links", () => {
    const text = `${red}${linkTo(`https://example.com/${"x".repeat(100)}`)}ten columns${endOfLink}${endOfColour}`;
    expect(fitLines(text, 20)).toBe(text);
  });

  it("ends a colour before each break, and begins it again behind it", () => {
    expect(fitLines(`${red}one two three four five six${endOfColour} seven`, 20)).toBe(
      [
        `${red}one two three${endOfColour}`,
        `   ${red}four five six${endOfColour}`,
        `   seven`,
      ].join("\n"),
    );
  });

  it("does so with links", () => {
    const url = "file:///a/crd.yaml";
    const text = fitLines(`see ${linkTo(url)}one two three four five six${endOfLink} seven`, 20);
    expect(shownOf(text)).toEqual(["see one two three", "   four five six", "   seven"]);
    const [first = "", second = "", third = ""] = text.split("\n");
    for (const line of [first, second]) expect(line).toContain(`]8;;${url}`);
    for (const line of [first, second]) expect(line).toMatch(/\u001B\]8;;(?:\u0007|\u001B\\)$/);
    expect(third).toBe("   seven");
  });
});
