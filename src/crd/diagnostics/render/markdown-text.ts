import { printable } from "./printable.js";

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
