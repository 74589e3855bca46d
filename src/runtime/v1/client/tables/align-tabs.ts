import { codePoints } from "../../values/strings.js";

/** The narrowest column of kubectl, and what stands between two (cli-runtime `tabwriter.go`). */
const minWidth = 6;
const padding = 3;

/**
 * Aligns what stands between tabs by spaces, as Go's `text/tabwriter` does for kubectl. A column is
 * a run of lines that have a tab there; what is behind the last tab of a line is in none.
 */
export function alignTabs(text: string): string {
  const lines = text.split(/[\n\f]/).map((line) => line.split(/[\t\v]/));
  alignColumn(lines, 0);
  return lines.map((cells) => cells.join("")).join("\n");
}

/** Pads the cells of a column in place, then those to the right of it. */
function alignColumn(lines: readonly string[][], column: number): void {
  let run: string[][] = [];
  for (const cells of [...lines, []]) {
    if (column < cells.length - 1) {
      run.push(cells);
      continue;
    }
    if (run.length > 0) {
      padCells(run, column);
      alignColumn(run, column + 1);
    }
    run = [];
  }
}

function padCells(lines: readonly string[][], column: number): void {
  const lengths = lines.map((cells) => codePoints(cells[column] ?? ""));
  const width = lengths.reduce((most, length) => Math.max(most, length + padding), minWidth);
  for (const [index, cells] of lines.entries()) {
    cells[column] = (cells[column] ?? "") + " ".repeat(width - (lengths[index] ?? 0));
  }
}
