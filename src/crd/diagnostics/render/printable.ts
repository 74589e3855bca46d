import { directionMarks, laterControls, lineSeparators } from "../../source/characters.js";

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
