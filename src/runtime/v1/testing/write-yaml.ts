import { goJson } from "../go/json.js";
import { JsonFault, parseJson } from "../go/parse-json.js";
import type { Json } from "../json/json.js";
import { isObject } from "../json/json.js";

/** JSON text as YAML, in the way in which Kubernetes writes it (`sigs.k8s.io/yaml`). */
export function writeYaml(json: string): string {
  const parsed = parseJson(json);
  if (parsed instanceof JsonFault) throw new Error(parsed.message);
  return blockOf(parsed.value, "");
}

function blockOf(value: Json, indent: string): string {
  if (isObject(value) && Object.keys(value).length > 0) {
    return sortedKeys(value)
      .map((key) => `${indent}${scalarText(key)}:${memberOf(value[key] ?? null, indent)}`)
      .join("");
  }
  if (Array.isArray(value) && value.length > 0) {
    return value.map((item) => `${indent}-${itemOf(item, indent)}`).join("");
  }
  return `${indent}${leafOf(value, indent)}\n`;
}

/** Lists stand below their key without an indentation of their own. */
function memberOf(value: Json, indent: string): string {
  if (isObject(value) && Object.keys(value).length > 0) return `\n${blockOf(value, `${indent}  `)}`;
  if (Array.isArray(value) && value.length > 0) return `\n${blockOf(value, indent)}`;
  return ` ${leafOf(value, indent)}\n`;
}

function itemOf(value: Json, indent: string): string {
  const isBlock = (isObject(value) || Array.isArray(value)) && Object.keys(value).length > 0;
  if (!isBlock) return ` ${leafOf(value, indent)}\n`;
  return ` ${blockOf(value, `${indent}  `).slice(indent.length + 2)}`;
}

function leafOf(value: Json, indent: string): string {
  if (typeof value === "string") return stringText(value, indent);
  if (Array.isArray(value)) return "[]";
  return isObject(value) ? "{}" : goJson(value);
}

function stringText(text: string, indent: string): string {
  const isBlock = text.includes("\n") && !/[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd]/.test(text);
  if (!isBlock || /^\n*$/.test(text) || /[ \t]\n|[ \t]$/.test(text)) {
    return scalarText(text, indent);
  }
  const lines = text.split("\n");
  const keeps = text.endsWith("\n\n") ? "+" : "";
  const chomp = text.endsWith("\n") ? keeps : "-";
  if (text.endsWith("\n")) lines.pop();
  const hint = /^[ \n]/.test(text) ? "2" : "";
  const body = lines.map((line) =>
    line === ""
      ? ""
      : (otherBreak.test(line[0] ?? "") ? "" : `${indent}  `) + indented(line, indent),
  );
  return `|${hint}${chomp}\n${body.join("\n")}`;
}

const otherBreak = /[\u2028\u2029]/;

/** YAML 1.1 ends lines at these characters too: what stands behind them is indented. */
function indented(text: string, indent: string): string {
  return text.replace(/[\u2028\u2029](?=[^\u2028\u2029])/g, `$&${indent}  `);
}

const plainScalar =
  /^[^\s\-?:,[\]{}#&*!|>'"%@`~=<][^\n]*$|^[-?:][^\s,[\]{}][^\n]*$|^<[^<\n][^\n]*$/;
const otherType =
  /^(?:~|null|true|false|yes|no|on|off|y|n|[-+]?(?:\d[\d_]*)?\.?\d[\d_]*\.?(?:e[-+]?\d+)?|0x[\da-f_]+|0o?[0-7_]+|0b[01_]+|[-+]?\.(?:inf)|\.nan|[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.\d*)?|\d{4}-\d\d?-\d\d?(?:[Tt ].*)?|<<|=)$/i;

/**
 * A text as YAML reads it again: plain where it can be, else in quotes.
 *
 * @param indent that of the line; undefined for keys
 */
function scalarText(text: string, indent?: string): string {
  const isKey = indent === undefined;
  if (/[^\t\x20-\x7e\xa0-\ud7ff\ue000-\ufffd]/.test(text) || (isKey && text.includes("\n"))) {
    return JSON.stringify(text);
  }
  if (otherType.test(text)) return JSON.stringify(text);
  const isPlain =
    !otherBreak.test(text) &&
    plainScalar.test(text) &&
    !/: |:$| #|\s$|\t/.test(text) &&
    !/^(---|\.\.\.)/.test(text);
  if (isPlain) return text;
  if (text === "") return '""';
  const lines = isKey ? text : indented(text, indent);
  return `'${lines.replaceAll("'", "''")}'`;
}

function sortedKeys(value: { readonly [key: string]: Json }): readonly string[] {
  return Object.keys(value).sort();
}
