import { daysIn } from "../../../runtime/v1/values/go/time.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import { Float64 } from "../../../runtime/v1/values/json/json.js";

/*
 * What a plain scalar stands for, as `resolve.go` of `go.yaml.in/yaml/v2` decides it and
 * `sigs.k8s.io/yaml` carries it over into JSON: YAML 1.1 booleans, Go's integer literals (`0777`
 * and `0o777` octal, `0x`, `0b`, underscores), no sexagesimal numbers, timestamps as text. Floats
 * become JSON text before they are read again, so an integral one turns into an integer (`1.0` is
 * 1).
 */

const words = /* @__PURE__ */ new Map<string, Json>([
  ...["y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"].map(
    (word): [string, Json] => [word, true],
  ),
  ...["n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"].map(
    (word): [string, Json] => [word, false],
  ),
  ...["", "~", "null", "Null", "NULL"].map((word): [string, Json] => [word, null]),
]);

const longestWord = 5;

const infinities = /* @__PURE__ */ new Map<string, number>([
  ...[".nan", ".NaN", ".NAN"].map((word): [string, number] => [word, NaN]),
  ...[".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"].map((word): [string, number] => [
    word,
    Infinity,
  ]),
  ...["-.inf", "-.Inf", "-.INF"].map((word): [string, number] => [word, -Infinity]),
]);

/**
 * The guesses about a text by its first character: text and nothing else, one of the words, a
 * number.
 */
const surelyText = 0;
const perhapsWord = 1;
const perhapsNumber = 2;

const hints = /* @__PURE__ */ makeHints();

function makeHints(): Uint8Array {
  const table = new Uint8Array(128);
  for (const first of "yYnNtTfFoO~") table[first.charCodeAt(0)] = perhapsWord;
  for (const first of "+-.0123456789") table[first.charCodeAt(0)] = perhapsNumber;
  return table;
}

/** The hint of a text, which is not empty. No word is long. */
function hintOf(text: string): number {
  const first = text.charCodeAt(0);
  const hint = (first < 128 ? hints[first] : undefined) ?? surelyText;
  return hint === perhapsWord && text.length > longestWord ? surelyText : hint;
}

/**
 * The value of a plain scalar. `undefined` for `.inf` and `.nan`, which JSON cannot hold.
 */
export function resolvePlain(text: string): Json | undefined {
  if (text.length === 0) return null;
  const hint = hintOf(text);
  if (hint === surelyText) return text;
  if (hint === perhapsWord) {
    const word = words.get(text);
    return word === undefined ? text : word;
  }
  const small = smallInteger(text);
  if (small !== undefined) return small;
  const number = resolveNumber(text);
  if (number === undefined) return text;
  return Number.isFinite(Number(number)) ? jsonNumber(number) : undefined;
}

/**
 * The string that `sigs.k8s.io/yaml` makes of a plain key: booleans, integers and floats by their
 * value. `undefined` for what it refuses: null, and integers beyond int64.
 */
export function resolvePlainKey(text: string): string | undefined {
  if (text.length === 0) return undefined;
  const hint = hintOf(text);
  if (hint === surelyText) return text;
  if (hint === perhapsWord) {
    const word = words.get(text);
    if (word === null) return undefined;
    return typeof word === "boolean" ? String(word) : text;
  }
  const number = resolveNumber(text);
  if (number === undefined) return text;
  if (typeof number === "number") return floatKey(number);
  return fitsInt64(number) ? String(number) : undefined;
}

/**
 * Returns the number that a text is in YAML: an integer of at most 64 bits as bigint, a float as
 * number, `undefined` for text.
 */
export function resolveNumber(text: string): bigint | number | undefined {
  const infinity = infinities.get(text);
  if (infinity !== undefined) return infinity;
  if (text.charCodeAt(0) === 0x2e) return goFloat(text);
  const plain = text.replaceAll("_", "");
  return integer(plain) ?? yamlFloat(plain);
}

/**
 * A run of at most 15 decimal digits that does not begin with zero, the commonest number by far.
 */
function smallInteger(text: string): number | undefined {
  if (text.length > 15) return undefined;
  const first = text.charCodeAt(0);
  if (first === 0x30 && text.length > 1) return undefined;
  let value = 0;
  for (let index = 0; index < text.length; index++) {
    const digit = text.charCodeAt(index) - 0x30;
    if (digit < 0 || digit > 9) return undefined;
    value = value * 10 + digit;
  }
  return value;
}

const integerForm = /^([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|(0|[1-9][0-9]*))$/;

/** `strconv.ParseInt(text, 0, 64)`, then `ParseUint`; a sign is for the first alone. */
function integer(text: string): bigint | undefined {
  const match = integerForm.exec(text);
  if (match === null) return undefined;
  const [, sign, hex, binary, octal, decimal] = match;
  const magnitude = BigInt(
    hex !== undefined
      ? `0x${hex}`
      : binary !== undefined
        ? `0b${binary}`
        : octal !== undefined
          ? `0o${octal}`
          : (decimal ?? "0"),
  );
  const value = sign === "-" ? -magnitude : magnitude;
  const limit = sign === "" ? 64 : 63;
  const fits = limit === 64 ? value < 1n << 64n : fitsInt64(value);
  return fits ? value : undefined;
}

function fitsInt64(value: bigint): boolean {
  return value >= -(1n << 63n) && value < 1n << 63n;
}

const floatForm = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;

/** Out of range is text in Go, since `ParseFloat` fails. */
function yamlFloat(text: string): number | undefined {
  if (!floatForm.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

const leadingPoint = /^\.[0-9](?:_?[0-9])*(?:[eE][-+]?[0-9](?:_?[0-9])*)?$/;

/**
 * Reads a number that begins with a point, which goes to `strconv.ParseFloat` as it is: single
 * underscores are allowed between digits alone.
 */
function goFloat(text: string): number | undefined {
  if (!leadingPoint.test(text)) return undefined;
  const value = Number(text.replaceAll("_", ""));
  return Number.isFinite(value) ? value : undefined;
}

/** The number that the server reads from the JSON which Go writes for this one. */
function jsonNumber(number: bigint | number): Json {
  if (typeof number === "number") return number === 0 ? 0 : number;
  if (number >= -(2n ** 53n) && number <= 2n ** 53n) return Number(number);
  return fitsInt64(number) ? number : Number(number);
}

/** `strconv.FormatFloat(value, 'g', -1, 32)`: the fewest digits that give the same float32. */
export function floatKey(value: number): string {
  const single = Math.fround(value);
  if (Number.isNaN(single)) return ".nan";
  if (!Number.isFinite(single)) return single > 0 ? ".inf" : "-.inf";
  if (single === 0) return Object.is(single, -0) ? "-0" : "0";
  const [mantissa = "", power = "0"] = shortestExponential(single).split("e");
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 6) {
    const size = String(Math.abs(exponent)).padStart(2, "0");
    return `${mantissa}e${exponent < 0 ? "-" : "+"}${size}`;
  }
  return plainDecimal(mantissa, exponent);
}

/** A float32 with the fewest digits that give it: `1.25e+3`. */
function shortestExponential(single: number): string {
  for (let digits = 0; digits < 8; digits++) {
    const candidate = single.toExponential(digits);
    if (Math.fround(Number(candidate)) === single) return candidate;
  }
  return single.toExponential(8);
}

/** `1.25` × 10^`exponent` without an exponent. */
function plainDecimal(mantissa: string, exponent: number): string {
  const sign = mantissa.startsWith("-") ? "-" : "";
  const digits = mantissa.replace(/[-.]/g, "");
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  const fraction = digits.slice(exponent + 1);
  return fraction === "" ? sign + whole : `${sign}${whole}.${fraction}`;
}

/**
 * The value of a JSON number as the API server's decoder takes it (`sigs.k8s.io/json`): int64 where
 * the literal has neither fraction nor exponent and fits, else float64. `undefined` if it is beyond
 * float64.
 */
export function resolveJsonNumber(literal: string): number | bigint | Float64 | undefined {
  const small = smallInteger(literal);
  if (small !== undefined) return small;
  if (/[.eE]/.test(literal)) {
    const value = Number(literal);
    if (!Number.isFinite(value)) return undefined;
    return isIntegralInt64(value) ? new Float64(value) : value;
  }
  const exact = BigInt(literal);
  if (exact >= -(2n ** 53n) && exact <= 2n ** 53n) return Number(exact);
  if (fitsInt64(exact)) return exact;
  const value = Number(exact);
  return isIntegralInt64(value) ? new Float64(value) : Number.isFinite(value) ? value : undefined;
}

function isIntegralInt64(value: number): boolean {
  return Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63;
}

/**
 * The value of a scalar with an explicit tag, or why it has none; tags that YAML does not define
 * give the text.
 */
type Tagged =
  | { readonly kind: "value"; readonly value: Json }
  | { readonly kind: "not-finite" }
  | { readonly kind: "refused"; readonly reason: string };

/** `tag` in its long form, as `tag:yaml.org,2002:int`. */
export function resolveTagged(tag: string, text: string): Tagged {
  const short = tag.startsWith("tag:yaml.org,2002:") ? `!!${tag.slice(18)}` : tag;
  if (short === "!!binary") return decodeBinary(text);
  if (short === "!!timestamp" && isTimestamp(text)) return { kind: "value", value: text };
  if (!["!!timestamp", "!!bool", "!!int", "!!float", "!!null"].includes(short)) {
    return { kind: "value", value: text };
  }
  const value = resolvePlain(text);
  if (value === undefined && short === "!!float") return { kind: "not-finite" };
  const found = value === undefined ? "!!float" : tagOf(value, text);
  if (found === short || (short === "!!float" && found === "!!int")) {
    return { kind: "value", value: value ?? null };
  }
  return { kind: "refused", reason: `cannot decode ${found} \`${text}\` as a ${short}` };
}

function tagOf(value: Json, text: string): string {
  if (value === null) return "!!null";
  if (typeof value === "boolean") return "!!bool";
  if (typeof value === "string") return "!!str";
  return typeof resolveNumber(text) === "bigint" ? "!!int" : "!!float";
}

const base64Form = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function decodeBinary(text: string): Tagged {
  const compact = text.replaceAll("\n", "").replaceAll("\r", "");
  if (!base64Form.test(compact)) {
    return { kind: "refused", reason: "!!binary value contains invalid base64 data" };
  }
  const bytes = Uint8Array.from(atob(compact), (char) => char.charCodeAt(0));
  return { kind: "value", value: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) };
}

const dateForm = /^(\d{4})-(\d\d?)-(\d\d?)(.*)$/s;
/** Behind `T` there is a zone, behind a space there is none. */
const timeForm =
  /^(?:[Tt](?=.*(?:Z|[-+]\d\d:\d\d)$)| (?!.*[-+Z]))(\d\d?):(\d\d?):(\d\d?)(?:[.,]\d+)?(?:Z|[-+]\d\d:\d\d)?$/;

/** Tells whether a text is a date, perhaps with a time (`parseTimestamp` in `resolve.go`). */
function isTimestamp(text: string): boolean {
  const [, year, month, day, rest = ""] = dateForm.exec(text) ?? [];
  if (year === undefined || !isDate(Number(year), Number(month), Number(day))) return false;
  if (rest === "") return true;
  const [, hour, minute, second] = timeForm.exec(rest) ?? [];
  return Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
}

function isDate(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}
