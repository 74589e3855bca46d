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

/**
 * How many columns of a terminal a text takes: two for characters of East Asian width W or F and
 * for emoji, none for marks that combine with the character before (Unicode Standard Annex #11).
 */
export function displayWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  for (const character of text)
    width += combining.test(character) ? 0 : wide.test(character) ? 2 : 1;
  return width;
}

const combining = /^[\p{Mn}\p{Me}\u200B-\u200D]$/u;

const wide =
  /^[\p{Emoji_Presentation}\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6B\uFF01-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}]$/u;

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
