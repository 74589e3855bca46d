import { Float64, isInt64 } from "../json/json.js";
import { compareUtf8 } from "./compare-utf8.js";
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
  return shallowJson(value, maxShallow) ?? renderTree(value, goJsonSyntax);
}

/** Deeper values are written without recursion, and so are those that contain themselves. */
const maxShallow = 100;

/** A value by recursion, which takes half the time; undefined where that will not do. */
function shallowJson(value: unknown, depth: number): string | undefined {
  if (typeof value === "string") return goJsonString(value);
  if (typeof value !== "object" || value === null || value instanceof Float64) {
    return goJsonLeaf(value);
  }
  if (depth === 0) return undefined;
  return Array.isArray(value) ? shallowList(value, depth - 1) : shallowMap(value, depth - 1);
}

function shallowList(list: readonly unknown[], depth: number): string | undefined {
  let text = "";
  for (let index = 0; index < list.length; index++) {
    const item = list[index];
    // A list may be nothing but a length.
    const written = item === undefined ? undefined : shallowJson(item, depth);
    if (written === undefined) return undefined;
    text += index === 0 ? written : `,${written}`;
  }
  return `[${text}]`;
}

function shallowMap(map: object, depth: number): string | undefined {
  const members = map as Readonly<Record<string, unknown>>; // any object has them
  let text = "";
  for (const key of sortedKeys(members)) {
    const member = members[key];
    if (member === undefined) continue;
    const written = shallowJson(member, depth);
    if (written === undefined) return undefined;
    text += `${text === "" ? "" : ","}${goJsonString(key)}:${written}`;
  }
  return `{${text}}`;
}

/** Most are in their order already. */
function sortedKeys(map: object): readonly string[] {
  const keys = Object.keys(map);
  for (let index = 1; index < keys.length; index++) {
    if (compareUtf8(keys[index - 1] ?? "", keys[index] ?? "") > 0) return keys.sort(compareUtf8);
  }
  return keys;
}

function goJsonLeaf(value: unknown): string {
  if (typeof value === "string") return goJsonString(value);
  if (typeof value === "boolean" || typeof value === "bigint") return String(value);
  if (typeof value === "number") return isInt64(value) ? String(value) : formatJsonFloat(value);
  return value instanceof Float64 ? formatJsonFloat(value.value) : "null";
}

const plainJson = /^[ !#-%'-;=?-[\]-~]*$/;
const escaped = /["\\<>&\u0000-\u001f\u2028\u2029\ud800-\udfff]/gu;

const shortEscapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

/** A string as `encoding/json` writes it. */
export function goJsonString(text: string): string {
  return `"${plainJson.test(text) ? text : text.replace(escaped, escapeCharacter)}"`;
}

function escapeCharacter(character: string): string {
  const code = character.charCodeAt(0);
  if (code >= 0xd800 && code <= 0xdfff) return "\ufffd";
  return shortEscapes[character] ?? `\\u${code.toString(16).padStart(4, "0")}`;
}
