import { formatJsonFloat } from "../../runtime/v1/values/go/float.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { Float64, isInt64, isObject } from "../../runtime/v1/values/json/json.js";
import { directionMarks, laterControls, lineSeparators } from "./characters.js";
import { longestKey } from "./readers/flow-reader.js";
import { resolvePlain, resolvePlainKey } from "./scalars/resolve-scalar.js";

/**
 * A value as a YAML document that the readers of this folder, and those of YAML 1.2, read as the
 * same value. Block style, two columns per level; keys stay in their order; lists stand at the
 * column of their key, as kubectl writes them.
 */
export function writeYaml(value: Json): string {
  return (
    writeBlock(value, "")
      .replace(/^\n/, "")
      .replace(/^ (?=\S)/, "") + "\n"
  );
}

/** Writes the text behind `key:` or `-`, with its separator. */
function writeBlock(value: Json, indent: string): string {
  if (Array.isArray(value)) return value.length === 0 ? " []" : writeItems(value, indent);
  if (!isObject(value)) return ` ${scalar(value, indent)}`;
  const entries = Object.entries(value);
  return entries.length === 0 ? " {}" : writeEntries(entries, indent);
}

function writeEntries(entries: readonly (readonly [string, Json])[], indent: string): string {
  return entries
    .map(([key, value]) => {
      const inner = Array.isArray(value) ? indent : `${indent}  `;
      return `\n${indent}${keyText(key, indent)}:${writeBlock(value, inner)}`;
    })
    .join("");
}

/** A mapping begins in the line of its dash. */
function writeItems(items: readonly Json[], indent: string): string {
  const inner = `${indent}  `;
  return items
    .map((item) => `\n${indent}-${writeBlock(item, inner).replace(/^\n\s*/, " ")}`)
    .join("");
}

function scalar(value: Exclude<Json, Json[] | JsonObject>, indent: string): string {
  if (typeof value === "string") return stringText(value, indent);
  if (value instanceof Float64) return floatText(value.value);
  if (typeof value === "number") return isInt64(value) ? String(value) : floatText(value);
  return String(value);
}

function floatText(value: number): string {
  const text = formatJsonFloat(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

function stringText(text: string, indent: string): string {
  if (
    plainForm.test(text) &&
    !endsOdd.test(text) &&
    resolvePlain(text) === text &&
    !isYaml12Word(text)
  )
    return text;
  return isLiteral(text) ? literalBlock(text, indent) : quoted(text);
}

function keyText(key: string, indent: string): string {
  const isPlain =
    plainForm.test(key) && !endsOdd.test(key) && key !== "<<" && key.length < longPlainKey;
  if (isPlain && resolvePlain(key) === key && resolvePlainKey(key) === key) return key;
  const text = quoted(key);
  return text.length >= longestKey ? `? ${text}\n${indent}` : text;
}

/** Plain keys are for people; longer ones are quoted, whatever stands in them. */
const longPlainKey = 100;

/** Begins with no indicator and holds neither `: ` nor ` #`, nor what is not printed. */
const plainForm =
  /^[A-Za-z0-9_./$(+^\u00A1-\u061B\u061D-\u1FFF\u3041-\uD7FF-](?:[\x20-\x22\x24-\x39\x3B-\x7E\u00A1-\u061B\u061D-\u1FFF\u3041-\uD7FF]|:(?! |$)|(?<! )#)*$/;

/** A dash that begins an item, a document's end, or blanks that a reader drops. */
const endsOdd = /^-(?: |$)|^---|^\.\.\.| $/;

/** Numbers that only YAML 1.2 and other readers know. */
function isYaml12Word(text: string): boolean {
  return /^[-+]?[\d.][\d_.:eExXoOa-fA-F+-]*$/.test(text);
}

/** Several lines without what a literal block cannot hold; its first line is not indented. */
function isLiteral(text: string): boolean {
  return (
    text.includes("\n") &&
    /^[\x21-\x7E]/.test(text) &&
    /^[\n\x20-\x7E\u00A1-\u061B\u061D-\u1FFF\u3041-\uD7FF]*$/.test(text)
  );
}

function literalBlock(text: string, indent: string): string {
  const ending = /\n*$/.exec(text)?.[0].length ?? 0;
  const chomping = ending === 0 ? "-" : ending === 1 ? "" : "+";
  const lines = text.replace(/\n$/, "").split("\n");
  return `|${chomping}${lines.map((line) => `\n${line === "" ? "" : indent + line}`).join("")}`;
}

/**
 * JSON's strings are YAML's, but for characters that YAML does not print, or that turn the
 * direction of text; halves of surrogate pairs are no characters.
 */
function quoted(text: string): string {
  // Backslashes are easier to read where they need no other before them.
  if (/["\\]/.test(text) && /^[\x20-\x7E]*$/.test(text)) return `'${text.replaceAll("'", "''")}'`;
  return JSON.stringify(text.replace(/\p{Surrogate}/gu, "\uFFFD")).replace(
    unprinted,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const unprinted = new RegExp(
  String.raw`[${laterControls}\xA0${directionMarks}${lineSeparators}\uFEFF\uFFFE\uFFFF]`,
  "g",
);
