import { sentText } from "../json/copy-json.js";
import type { Json } from "../json/json.js";
import { Float64, isInt64, isObject } from "../json/json.js";
import { formatJsonFloat } from "./float.js";
import type { TreeSyntax } from "./render-tree.js";
import { renderTree, sortedMembers } from "./render-tree.js";

const goJsonSyntax: TreeSyntax = {
  openList: "[",
  closeList: "]",
  openMap: "{",
  closeMap: "}",
  separator: ",",
  members: sortedMembers,
  key: (key) => `${goJsonString(key)}:`,
  leaf: goJsonLeaf,
};

/**
 * A value as Go's `encoding/json` writes it: keys sorted by bytes, `<`, `>`, `&`, U+2028 and U+2029
 * escaped. What JSON cannot hold (functions, a value inside itself, undefined in a list) becomes
 * `null`.
 */
export function goJson(value: unknown): string {
  return renderTree(value, goJsonSyntax);
}

function goJsonLeaf(value: unknown): string {
  if (typeof value === "string") return goJsonString(value);
  if (typeof value === "boolean" || typeof value === "bigint") return String(value);
  if (typeof value === "number") return isInt64(value) ? String(value) : formatJsonFloat(value);
  return value instanceof Float64 ? formatJsonFloat(value.value) : "null";
}

/** A string as `encoding/json` writes it. */
export function goJsonString(text: string): string {
  return JSON.stringify(sentText(text)).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * Returns the name that Go's decoder gives to the type of a JSON value that is not null
 * (`encoding/json`, UnmarshalTypeError).
 */
export function jsonKind(value: Json): string {
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  if (Array.isArray(value)) return "array";
  return isObject(value) ? "object" : "number";
}

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
