import { formatFloat } from "../values/go/float.js";
import { goJson } from "../values/go/json.js";
import { JsonFault, parseJson } from "../values/go/parse-json.js";
import type { Json } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";

/** JSON text as YAML, in the way in which Kubernetes writes it (`sigs.k8s.io/yaml`). */
export function writeYaml(json: string): string {
  const parsed = parseJson(json);
  if (parsed instanceof JsonFault) throw new Error(parsed.message);
  return yamlOf(parsed.value);
}

/** A value as YAML, in the same way. */
export function yamlOf(value: Json): string {
  return blockOf(value, "");
}

/** How far lines are indented: what is deeper stands in one line, as JSON, which is YAML too. */
const mostIndent = 1000;

function blockOf(value: Json, indent: string): string {
  if (indent.length > mostIndent) return `${indent}${goJson(value)}\n`;
  if (isObject(value) && Object.keys(value).length > 0) {
    return sortedKeys(value)
      .map((key) => {
        const name = scalarText(key);
        return `${indent}${name}:${memberOf(value[key] ?? null, indent, name.length + 2)}`;
      })
      .join("");
  }
  if (Array.isArray(value) && value.length > 0) {
    return value.map((item) => `${indent}-${itemOf(item, indent)}`).join("");
  }
  return `${indent}${leafOf(value, indent, 0)}\n`;
}

/** Lists stand below their key without an indentation of their own. */
function memberOf(value: Json, indent: string, width: number): string {
  if (isObject(value) && Object.keys(value).length > 0) return `\n${blockOf(value, `${indent}  `)}`;
  if (Array.isArray(value) && value.length > 0) return `\n${blockOf(value, indent)}`;
  return ` ${leafOf(value, indent, width)}\n`;
}

function itemOf(value: Json, indent: string): string {
  const isBlock = (isObject(value) || Array.isArray(value)) && Object.keys(value).length > 0;
  if (!isBlock) return ` ${leafOf(value, indent, 2)}\n`;
  return ` ${blockOf(value, `${indent}  `).slice(indent.length + 2)}`;
}

/** `width` is that of what stands before it in its line, behind the indentation. */
function leafOf(value: Json, indent: string, width: number): string {
  if (typeof value === "string") return folded(stringText(value, indent), indent, width);
  if (Array.isArray(value)) return "[]";
  if (isObject(value)) return "{}";
  return numberText(goJson(value));
}

/** YAML is made of JSON: what is an integer there stays one, other numbers are `%g`. */
function numberText(json: string): string {
  const isInteger = /^-?\d{1,20}$/.test(json) && BigInt(json) < 2n ** 64n;
  if (isInteger && BigInt(json) >= -(2n ** 63n)) return String(BigInt(json));
  return /^-?\d/.test(json) ? formatFloat(Number(json)) : json;
}

function stringText(text: string, indent: string): string {
  const isBlock = text.includes("\n") && !/[^\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd]/.test(text);
  if (!isBlock || /[ \t][\n\u2028\u2029]|[ \t]$/.test(text)) {
    return scalarText(text, indent);
  }
  const lines = text.split("\n");
  const keeps = /(?:^|\n)\n$/.test(text) ? "+" : "";
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

/** How long lines are before they are folded (libyaml, `best_width`). */
const bestWidth = 80;

/**
 * A text folded at blanks behind the width (libyaml `emitter.c`, yaml_emitter_write_plain_scalar
 * and its like): at single ones; in double quotes also at the first of several, where the next is
 * escaped.
 */
function folded(text: string, indent: string, width: number): string {
  if (indent.length + width + text.length <= bestWidth || text.startsWith("|")) return text;
  const isDouble = text.startsWith('"');
  const [first, last] = /^["']/.test(text) ? [1, text.length - 2] : [0, text.length];
  let result = "";
  let done = 0;
  let begin = -width - indent.length;
  const breaks = new RegExp(otherBreak, "g");
  let lineEnd = breaks.exec(text)?.index ?? last;
  for (let at = 0; ; at++) {
    at = text.indexOf(" ", Math.max(at, begin + bestWidth + 1));
    if (at === -1 || at >= last) return result + text.slice(done);
    if (lineEnd < at) {
      // Another line has begun, which may be short enough.
      for (; lineEnd < at; lineEnd = breaks.exec(text)?.index ?? last) begin = lineEnd + 1;
      at--;
      continue;
    }
    const isDoubled = text[at + 1] === " ";
    if (at <= first || text[at - 1] === " " || (isDoubled && !isDouble)) continue;
    const start = isDoubled ? `${indent}  \\` : `${indent}  `;
    result += `${text.slice(done, at)}\n${start}`;
    done = at + 1;
    begin = done - start.length;
  }
}

const otherBreak = /[\u2028\u2029]/;

/** Blanks beside such a character would be lost. */
const blankAtBreak = / [\u2028\u2029]|[\u2028\u2029] /;

/** YAML 1.1 ends lines at these characters too: what stands behind them is indented. */
function indented(text: string, indent: string): string {
  return text.replace(/[\u2028\u2029](?=[^\u2028\u2029])/g, `$&${indent}  `);
}

const plainScalar =
  /^[^\s\-?:,[\]{}#&*!|>'"%@`~=<][^\n]*$|^[-?:][^\s,[\]{}][^\n]*$|^<[^<\n][^\n]*$/;
const otherType =
  /^(?:~|null|true|false|yes|no|on|off|y|n|[-+]?(?:\d[\d_]*)?\.?\d[\d_]*\.?(?:e[-+]?\d+)?|0x[\da-f_]+|0o?[0-7_]+|0b[01_]+|[-+]?\.(?:inf)|\.nan|[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.\d*)?|\d{4}-\d\d?-\d\d?(?:t\d\d?:\d\d?:\d\d?(?:\.\d*)?(?:z|[-+]\d\d:\d\d)| \d\d?:\d\d?:\d\d?(?:\.\d*)?)?|<<|=)$/i;

/**
 * A text as YAML reads it again: plain where it can be, else in quotes.
 *
 * @param indent that of the line; undefined for keys
 */
function scalarText(text: string, indent?: string): string {
  const isKey = indent === undefined;
  if (/[^\x20-\x7e\xa0-\ud7ff\ue000-\ufffd]/.test(text) || (isKey && text.includes("\n"))) {
    return doubleQuoted(text);
  }
  if (otherType.test(text) || blankAtBreak.test(text)) return doubleQuoted(text);
  const isPlain =
    !otherBreak.test(text) &&
    plainScalar.test(text) &&
    !/: |:$| #|\s$/.test(text) &&
    !/^(---|\.\.\.)/.test(text);
  if (isPlain) return text;
  if (text === "") return '""';
  const lines = isKey ? text : indented(text, indent);
  return `'${lines.replaceAll("'", "''")}'`;
}

/** libyaml `emitter.c`, yaml_emitter_write_double_quoted_scalar */
function doubleQuoted(text: string): string {
  return `"${text.replace(/["\\]|[^\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]/gu, escaped)}"`;
}

const shortEscapes: Readonly<Record<string, string>> = {
  "\0": "0",
  "\x07": "a",
  "\b": "b",
  "\t": "t",
  "\n": "n",
  "\v": "v",
  "\f": "f",
  "\r": "r",
  "\x1b": "e",
  '"': '"',
  "\\": "\\",
  "\x85": "N",
  "\u2028": "L",
  "\u2029": "P",
};

function escaped(character: string): string {
  const short = shortEscapes[character];
  if (short !== undefined) return `\\${short}`;
  const code = character.codePointAt(0) ?? 0;
  const hex = (digits: number): string => code.toString(16).toUpperCase().padStart(digits, "0");
  if (code <= 0xff) return `\\x${hex(2)}`;
  return code <= 0xffff ? `\\u${hex(4)}` : `\\U${hex(8)}`;
}

function sortedKeys(value: { readonly [key: string]: Json }): readonly string[] {
  return Object.keys(value).sort();
}
