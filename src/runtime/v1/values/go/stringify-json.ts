import type { Json } from "../json/json.js";
import { Float64, isInt64 } from "../json/json.js";
import { formatJsonFloat } from "./float.js";
import type { TreeSyntax } from "./render-tree.js";
import { renderTree } from "./render-tree.js";

const jsonSyntax: TreeSyntax = {
  openList: "[",
  closeList: "]",
  openMap: "{",
  closeMap: "}",
  separator: ",",
  members: (map) => Object.entries(map),
  key: (key) => `${JSON.stringify(key)}:`,
  leaf: jsonLeaf,
};

/**
 * A value as JSON text from which `parseJson` gives an equal value: bigints in full, a `Float64`
 * with a fraction or an exponent. Keys stay in their order.
 */
export function stringifyJson(value: Json): string {
  return renderTree(value, jsonSyntax);
}

function jsonLeaf(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  if (value instanceof Float64) return floatText(value.value);
  if (typeof value === "number") return isInt64(value) ? String(value) : formatJsonFloat(value);
  return typeof value === "string" || typeof value === "boolean" ? JSON.stringify(value) : "null";
}

function floatText(value: number): string {
  const text = formatJsonFloat(value);
  return Number.isFinite(value) && !/[.e]/.test(text) ? `${text}.0` : text;
}
