import type { Span } from "../../source/source-file.js";
import { positionAt } from "../../source/source-file.js";
import { printableName } from "./printable.js";

/** Where a span begins, as editors and terminals take it: `crd.yaml:3:5`. */
export function placeText({ file, start }: Span): string {
  const { line, column } = positionAt(file, start);
  return `${printableName(file.path)}:${line}:${column}`;
}
