import { followSteps } from "../../../crd/source/follow-steps.js";
import type { Location, Path, SourceDocument } from "../../../crd/source/source-file.js";
import { lineEnd, startOfLine } from "../../../crd/source/split-documents.js";
import { writeYaml } from "../../../crd/source/write-yaml.js";
import { stringifyJson } from "../../../runtime/v1/values/go/json.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import type { TextEdit } from "../contract.js";
import type { Change } from "./change.js";
import { removal } from "./remove-entry.js";

/**
 * A small edit of the text that makes a change, as far as the text has an everyday form; undefined
 * elsewhere. Whether it does what it should is for its caller to find out, by reading the text.
 */
export function editOf(document: SourceDocument, change: Change): TextEdit | undefined {
  switch (change.op) {
    case "rename":
      return renaming(document, change.path, change.name);
    case "remove":
      return removal(document, change.path);
    case "replace":
      return replacement(document, change.path, change.value);
    case "add":
      return addition(document, change.path, change.name, change.value);
  }
}

function renaming(document: SourceDocument, path: Path, name: string): TextEdit {
  const { start: from, end: to } = document.locate(path).key;
  return { from, to, insert: textLike(document.file.text.slice(from, to), name, true) };
}

/** In the quotes of what it replaces. */
function textLike(written: string, value: Json, isInBrackets: boolean): string {
  if (typeof value !== "string") return stringifyJson(value);
  if (written.startsWith(`"`)) return JSON.stringify(value);
  if (written.startsWith("'") && /^[\w ./:-]*$/.test(value)) return `'${value}'`;
  return yamlText(value, isInBrackets);
}

/** Commas and brackets are part of a plain text, but not within brackets. */
function yamlText(value: string, isInBrackets: boolean): string {
  const text = writeYaml(value).trimEnd();
  const isPlain = text === value && !(isInBrackets && /[,[\]{}]/.test(text));
  return isPlain || (text.startsWith("'") && !text.includes("\n")) ? text : JSON.stringify(value);
}

function replacement(document: SourceDocument, path: Path, value: Json): TextEdit | undefined {
  const { key, value: span } = document.locate(path);
  const { text } = document.file;
  const { start: from, end } = span;
  const written = text.slice(from, end).trimEnd();
  if (written.includes("\n")) return undefined;
  const isJson = document.format === "json";
  const insert = isJson ? stringifyJson(value) : textLike(unquoted(written, value), value, true);
  if (written !== "") return { from, to: from + written.length, insert };
  const colon = /^\s*:/.exec(text.slice(key.end))?.[0].length;
  if (colon === undefined) return undefined;
  return { from: key.end + colon, to: key.end + colon, insert: ` ${insert}` };
}

/** A number or a word that becomes a text gets quotes, whatever stood there. */
function unquoted(written: string, value: Json): string {
  return written === value ? `"` : written;
}

function addition(
  document: SourceDocument,
  path: Path,
  name: string,
  value: Json,
): TextEdit | undefined {
  const holder = followSteps(document.value, path);
  if (typeof holder !== "object" || holder === null) return undefined;
  const { text } = document.file;
  const span = document.locate(path).value;
  const places = Object.keys(holder).map((key) => document.locate([...path, key]));
  const [first] = places.toSorted((left, right) => left.key.start - right.key.start);
  const last = places.toSorted((left, right) => left.value.end - right.value.end).at(-1);
  const isInBraces = text.charAt(span.start) === "{";
  const isJson = document.format === "json";
  const key = isJson ? JSON.stringify(name) : yamlText(name, isInBraces);
  const member = `${key}: ${flowText(value, isJson)}`;
  if (first === undefined || last === undefined) {
    return isInBraces ? { from: span.start, to: span.end, insert: `{${member}}` } : undefined;
  }
  const before = text.slice(startOfLine(text, first.key.start), first.key.start);
  const end = Math.max(last.value.end, last.key.end);
  if (isInBraces) {
    const gap = before.trim() === "" ? `\n${before}` : " ";
    return { from: end, to: end, insert: `,${gap}${member}` };
  }
  const indent = " ".repeat(before.length);
  const lines = writeYaml({ [name]: value })
    .trimEnd()
    .split("\n");
  const at = endOfShortFields(text, places);
  if (at !== undefined) {
    return { from: at, to: at, insert: lines.map((line) => `\n${indent}${line}`).join("") };
  }
  const { start } = first.key;
  return { from: start, to: start, insert: lines.map((line) => `${line}\n${indent}`).join("") };
}

/**
 * The end of the line of the last field that takes one line. Behind a longer one, what is added to
 * it and what is added beside it would have one place, and an order.
 */
function endOfShortFields(text: string, places: readonly Location[]): number | undefined {
  const ends = places.flatMap(({ key, value }) => {
    const written = text.slice(key.start, Math.max(value.end, key.end)).trimEnd();
    return written.includes("\n") ? [] : [key.start + written.length];
  });
  return ends.length === 0 ? undefined : lineEnd(text, Math.max(...ends));
}

/** On one line. */
function flowText(value: Json, isJson: boolean): string {
  return isJson || typeof value !== "string" ? stringifyJson(value) : yamlText(value, true);
}
