import stringWidth from "string-width";
import { directionMarks, laterControls, lineSeparators } from "../../source/characters.js";
import type { Span } from "../../source/source-file.js";
import { positionAt } from "../../source/source-file.js";

const unprintable = new RegExp(
  String.raw`[\0-\x09\x0B-\x1F${laterControls}${directionMarks}${lineSeparators}]|#(?=#[a-z]*\[)`,
  "g",
);

/**
 * Text that cannot move the cursor, ring the bell or turn the direction of a terminal, nor hold
 * what services that run builds take for commands: `##[` and `##vso[`, anywhere in a line (Azure
 * Pipelines, older runners of GitHub).
 */
export function printable(text: string): string {
  return text.replace(unprintable, (unit) => (unit === "\t" ? " " : escapeUnit(unit)));
}

/** As `printable`, for what stands on one line: paths and names. */
export function printableName(text: string): string {
  return printable(text).replaceAll("\n", escapeUnit);
}

/**
 * As `printable`, for texts of several lines: those behind the first are indented, so that none can
 * pass for another diagnostic, and none begins with the `::` of GitHub's workflow commands, which
 * may be indented.
 */
export function printableLines(text: string): string {
  return printable(text)
    .replace(/\n(?=\s*::)/g, escapeUnit)
    .replace(/\n(?! )/g, "\n   ");
}

/** A UTF-16 unit as JSON and JavaScript escape it: `\u202e`. */
export function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Where a span begins, as editors and terminals take it: `crd.yaml:3:5`. */
export function placeText({ file, start }: Span): string {
  const { line, column } = positionAt(file, start);
  return `${printableName(file.path)}:${line}:${column}`;
}

/** How many columns of a terminal a text takes, which has no escapes in it. */
export function displayWidth(text: string): number {
  return /^[ -~]*$/.test(text) ? text.length : stringWidth(text, { countAnsiEscapeCodes: true });
}

/** A text that takes as many columns at most; `…` stands for the end that does not fit. */
export function cutToWidth(text: string, columns: number): string {
  if (fits(text, columns)) return text;
  return `${takeColumns(graphemesOf(text.slice(0, columns * longestGrapheme)), columns - 1)}…`;
}

/** Likewise; `…` stands for the beginning. */
export function cutBeginning(text: string, columns: number): string {
  if (fits(text, columns)) return text;
  const end = graphemesOf(text.slice(-columns * longestGrapheme)).reverse();
  return `…${takeColumns(end, columns - 1, (taken, grapheme) => grapheme + taken)}`;
}

/** UTF-16 units for each column; who piles up more loses some of them. */
const longestGrapheme = 16;

function fits(text: string, columns: number): boolean {
  return text.length <= columns * longestGrapheme && displayWidth(text) <= columns;
}

function takeColumns(
  graphemes: readonly string[],
  columns: number,
  join = (taken: string, grapheme: string): string => taken + grapheme,
): string {
  let taken = "";
  let left = columns;
  for (const grapheme of graphemes) {
    left -= displayWidth(grapheme);
    if (left < 0) break;
    taken = join(taken, grapheme);
  }
  return taken;
}

let segmenter: Intl.Segmenter | undefined;

/** What a reader takes for one character, such as a flag or a letter with its marks. */
function graphemesOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** A text as code, between as many backticks as it needs; it is one line. */
export function markdownCode(text: string): string {
  const line = printable(text).replaceAll("\n", " ");
  const longest = longestTicks(line);
  const fence = "`".repeat(longest + 1);
  return longest > 0 ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}

/** A text as Markdown that shows just that: nothing in it is markup. It is one line. */
export function markdownText(text: string): string {
  return printable(text)
    .replaceAll("\n", " ")
    .replace(/[\\`*_[\]<>#|&~]/g, String.raw`\$&`);
}

/** A text of several lines as a block of code. */
export function markdownBlock(text: string, language: string): string {
  const fence = "`".repeat(Math.max(3, longestTicks(text) + 1));
  return `${fence}${language}\n${printable(text).replace(/\n*$/, "\n")}${fence}`;
}

/** A row of a table, of cells that are Markdown. */
export function markdownRow(cells: readonly string[]): string {
  return `| ${cells.map(asCell).join(" | ")} |`;
}

/** A bar ends a cell, also within code, unless it is escaped; text has escaped its own already. */
function asCell(text: string): string {
  return text.replace(/(\\*)\|/g, (whole, slashes: string) =>
    slashes.length % 2 === 1 ? whole : String.raw`${slashes}\|`,
  );
}

function longestTicks(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length));
}
