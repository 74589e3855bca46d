import { formatFloat } from "../../values/go/float.js";
import { Float64, isInt64 } from "../../values/json/json.js";
import { codePoints } from "../../values/strings.js";

/** The head of a column. */
export interface TableColumn {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  /** 0 is always shown, others only in wide output. */
  readonly priority: number;
}

/** How a table is printed. */
export interface PrintTableOptions {
  /** Shows the columns of every priority, as `kubectl get --output wide` does; default false. */
  readonly wide?: boolean | undefined;
  /** `false` leaves out the line of headings, as `--no-headers` does; default true. */
  readonly headings?: boolean | undefined;
}

/**
 * A table as `kubectl get` prints it: headings in upper case, columns aligned by spaces, nothing
 * for null, texts up to the end of their first line. Each line ends with `\n`. Without rows it is
 * `""`. (cli-runtime `printers/tableprinter.go`; the layout is that of Go's `text/tabwriter`.)
 *
 * ```ts
 * console.log(printTable(cronTabColumns, objects.map((object) => cronTabRow(object))));
 * ```
 *
 * @param columns of a generated `…Columns`, or the `columnDefinitions` of what `table` gives; of
 *   them only the name and the priority count, and no priority is 0
 * @param rows the cells in the order of the columns; more cells than columns are left out
 */
export function printTable(
  columns: readonly PrintedColumn[],
  rows: readonly (readonly unknown[])[],
  options: PrintTableOptions = {},
): string {
  if (rows.length === 0) return "";
  const { wide = false, headings = true } = options;
  const isShown = columns.map(({ priority = 0 }) => wide || priority === 0);
  const lineOf = (cells: readonly string[]): string =>
    `${cells.filter((_, index) => isShown[index]).join("\t")}\n`;
  const lines = rows.map((cells) => lineOf(cells.map(cellText)));
  if (headings) lines.unshift(lineOf(columns.map(({ name }) => upperCase(name))));
  return alignTabs(lines.join(""));
}

type PrintedColumn = Pick<TableColumn, "name"> & Partial<Pick<TableColumn, "priority">>;

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell !== "string") return valueText(cell);
  // What comes from a cluster must not steer a terminal.
  const [line = ""] = cell.split(/[\f\n\r]/, 1);
  return line.replaceAll("\u001b", "^[") + (line === cell ? "" : "...");
}

/** As `%v` of Go prints what a table may hold beside texts. */
function valueText(value: unknown): string {
  if (value instanceof Float64) return formatFloat(value.value);
  return typeof value === "number" && !isInt64(value) ? formatFloat(value) : String(value);
}

/** As Go does: a character becomes one character, or stays. */
function upperCase(text: string): string {
  return Array.from(text, (one) => {
    const upper = one.toUpperCase();
    return codePoints(upper) === 1 ? upper : one;
  }).join("");
}

/** The narrowest column of kubectl, and what stands between two (cli-runtime `tabwriter.go`). */
const minWidth = 6;
const padding = 3;

/**
 * Aligns what stands between tabs by spaces, as Go's `text/tabwriter` does for kubectl. A column is
 * a run of lines that have a tab there; what is behind the last tab of a line is in none.
 */
function alignTabs(text: string): string {
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
