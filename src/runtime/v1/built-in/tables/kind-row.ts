import type { Json, JsonObject } from "../../values/json/json.js";
import type { Cell } from "./cell.js";
import { ago, text } from "./cell.js";

const commonCells: Readonly<Record<string, Cell>> = {
  Name: text("metadata.name"),
  Age: ago("metadata.creationTimestamp"),
  "Created At": text("metadata.creationTimestamp"),
};

/** The cells of columns, by the cells of their kind; undefined for a column that is unknown. */
export function cellsOf(
  own: Readonly<Record<string, Cell>>,
  columns: readonly { readonly name: string }[],
): readonly (Cell | undefined)[] {
  const cells = columns.map(({ name }) => own[name] ?? commonCells[name]);
  // Servers send one that has no column.
  return own[""] === undefined ? cells : [...cells, own[""]];
}

/**
 * What a server shows of an object of a built-in kind.
 *
 * @param now milliseconds since 1970, or a Date; ages are counted to it (default: the clock)
 */
export function kindRow(
  own: Readonly<Record<string, Cell>> | undefined,
  columns: readonly { readonly name: string }[],
  object: unknown,
  now: number | Date = Date.now(),
): Json[] {
  const moment = typeof now === "number" ? now : now.getTime();
  const shown = object as JsonObject; // cells look for nothing that JSON has not
  return cellsOf(own ?? {}, columns).map((cell) => cell?.(shown, moment) ?? null);
}
