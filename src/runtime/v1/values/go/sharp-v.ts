import { Float64, isInt64 } from "../json/json.js";
import { formatFloat } from "./float.js";
import { quote } from "./quote.js";
import type { TreeSyntax } from "./render-tree.js";
import { renderTree, sortedMembers } from "./render-tree.js";

const sharpVSyntax: TreeSyntax = {
  openList: "[]interface {}{",
  closeList: "}",
  openMap: "map[string]interface {}{",
  closeMap: "}",
  separator: ", ",
  members: sortedMembers,
  key: (key) => `${quote(key)}:`,
  leaf: sharpVLeaf,
};

/**
 * A value as Go prints an unstructured object with `%#v`: `map[string]interface {}{"a":1}`,
 * `[]interface {}{"b"}`. Up to 1.33 that is how field errors show objects and lists.
 */
export function goSyntax(value: unknown): string {
  return renderTree(value, sharpVSyntax);
}

function sharpVLeaf(value: unknown): string {
  if (typeof value === "string") return quote(value);
  if (typeof value === "boolean" || typeof value === "bigint") return String(value);
  if (typeof value === "number") return isInt64(value) ? String(value) : formatFloat(value);
  return value instanceof Float64 ? formatFloat(value.value) : "interface {}(nil)";
}

/** A list of strings as Go prints it with `%#v`: `[]string{"a", "b"}`. */
export function goStringsSyntax(texts: readonly string[]): string {
  return `[]string{${texts.map(quote).join(", ")}}`;
}
