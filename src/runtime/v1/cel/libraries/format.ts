import { quote } from "../../values/go/quote.js";
import { compareUtf8 } from "../../values/go/utf8.js";
import { toStringValue } from "../operators/convert.js";
import { CelError } from "../values/error.js";
import { Double, Uint } from "../values/numbers.js";
import { Duration, Timestamp } from "../values/times.js";
import { TypeValue } from "../values/type-value.js";
import type { List, Value } from "../values/value.js";
import { isInt, isList, listElements, listSize, MapValue, typeNameOf } from "../values/value.js";

/**
 * `format.format(args)` as version 2 of cel-go's strings extension has it (`ext/formatting.go`):
 * `%s %d %f %e %b %x %X %o %%`, a precision before any of them. Fractions read as in English:
 * `1,234.50`, `1.5×10³`. `space` stands on both sides of the `×`.
 */
export function formatString(format: string, args: List, space = ""): string | CelError {
  let text = "";
  let argument = 0;
  for (let index = 0; index < format.length; index++) {
    const char = format.charAt(index);
    if (char !== "%") {
      text += char;
      continue;
    }
    if (format[index + 1] === "%") {
      text += "%";
      index++;
      continue;
    }
    if (argument >= listSize(args)) return new CelError(`index ${argument} out of range`);
    const value = listElements(args)[argument] ?? null;
    if (index + 1 >= format.length) return new CelError("unexpected end of string");
    const clause = parseClause(format.slice(index + 1));
    if (typeof clause === "string") return clauseError(clause);
    const piece = value instanceof CelError ? value : formatClause(clause, value, space);
    if (piece === nilKey) return piece;
    if (piece instanceof CelError) return new CelError(`error during formatting: ${piece.message}`);
    text += piece;
    index += clause.length;
    argument++;
  }
  return text;
}

interface Clause {
  readonly kind: string;
  readonly precision: number;
  readonly length: number;
}

const defaultPrecision = 6;

/** A text is what is wrong with the clause. */
function parseClause(text: string): Clause | string {
  const digits = /^\.([0-9]*)/.exec(text);
  const length = digits === null ? 0 : digits[0].length;
  const kind = text.charAt(length);
  const fault = digits === null ? undefined : precisionFault(digits[1] ?? "", kind === "");
  if (fault !== undefined) return `error while parsing precision: ${fault}`;
  if (!"sdfebxXo".includes(kind)) {
    // Go takes the byte for a character.
    const byte = new TextEncoder().encode(text.slice(length))[0] ?? 0;
    return `unrecognized formatting clause "${String.fromCharCode(byte)}"`;
  }
  const precision = digits === null ? defaultPrecision : Number(digits[1]);
  return { kind, precision, length: length + 1 };
}

function clauseError(fault: string): CelError {
  return new CelError(`could not parse formatting clause: ${fault}`);
}

function formatClause(clause: Clause, value: Value, space: string): string | CelError {
  switch (clause.kind) {
    case "s":
      return formatAny(value);
    case "d":
      return (
        integerText(value, 10) ?? wrongType("decimal clause can only be used on integers", value)
      );
    case "o":
      return integerText(value, 8) ?? wrongType("octal clause can only be used on integers", value);
    case "b":
      if (typeof value === "boolean") return value ? "1" : "0";
      return (
        integerText(value, 2) ??
        wrongType("only integers and bools can be formatted as binary", value)
      );
    case "f":
    case "e":
      return formatFraction(clause, value, space);
    default:
      return formatHex(value, clause.kind === "X");
  }
}

function wrongType(fault: string, value: Value): CelError {
  return new CelError(`${fault}, was given ${typeNameOf(value)}`);
}

function integerText(value: Value, radix: number): string | undefined {
  if (isInt(value)) return value.toString(radix);
  return value instanceof Uint ? value.value.toString(radix) : undefined;
}

function formatHex(value: Value, upper: boolean): string | CelError {
  const bytes = typeof value === "string" ? new TextEncoder().encode(value) : value;
  const text =
    bytes instanceof Uint8Array
      ? Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
      : integerText(value, 16);
  if (text !== undefined) return upper ? text.toUpperCase() : text;
  return wrongType("only integers, byte buffers, and strings can be formatted as hex", value);
}

const namedDoubles: ReadonlyMap<Value, number> = /* @__PURE__ */ new Map([
  ["NaN", NaN],
  ["Infinity", Infinity],
  ["-Infinity", -Infinity],
]);

/**
 * The largest number that golang.org/x/text takes (`internal/format/parser.go`, parsenum); it loses
 * the verb after a larger one.
 */
const mostPrecision = 10_000_009;

function formatFraction(
  { kind, precision }: Clause,
  value: Value,
  space: string,
): string | CelError {
  const number = value instanceof Double ? value.value : namedDoubles.get(value);
  if (number === undefined) {
    const name = kind === "f" ? "fixed-point" : "scientific";
    return wrongType(`${name} clause can only be used on doubles`, value);
  }
  if (precision > mostPrecision) return "%!(NOVERB)";
  return kind === "f"
    ? formatEnglish(number, precision)
    : formatScientific(number, precision, space);
}

function formatAny(value: Value): string | CelError {
  if (value === null) return "null";
  if (isList(value)) return formatList(value);
  if (value instanceof MapValue) return formatMap(value);
  if (value instanceof TypeValue) return value.name;
  if (isPlainText(value)) return plainText(value);
  return wrongType(
    "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps",
    value,
  );
}

function isPlainText(value: Value): boolean {
  return (
    typeof value !== "object" ||
    value instanceof Uint8Array ||
    value instanceof Double ||
    value instanceof Uint ||
    value instanceof Timestamp ||
    value instanceof Duration ||
    value instanceof TypeValue
  );
}

/** Bytes that are no UTF-8 have none. */
function plainText(value: Value): string | CelError {
  const text = toStringValue(value);
  if (!(text instanceof CelError)) return text;
  return new CelError(`could not convert argument ${quote(text.message)} to string`);
}

function formatList(list: List): string | CelError {
  const texts: string[] = [];
  for (const element of listElements(list)) {
    const text = formatMember(element);
    if (text instanceof CelError) return text;
    texts.push(text);
  }
  return `[${texts.join(", ")}]`;
}

/**
 * The server iterates over fields that the schema does not know as well, but has no key for them.
 */
const nilKey: CelError = /* @__PURE__ */ new CelError(
  "internal error: runtime error: invalid memory address or nil pointer dereference",
);

/** A null field counts as absent and yet is among the keys, so that it cannot be found. */
function formatMap(map: MapValue): string | CelError {
  const entries: [string, string][] = [];
  for (const key of map.keys()) {
    if (
      typeof key !== "string" &&
      typeof key !== "boolean" &&
      !isInt(key) &&
      !(key instanceof Uint)
    ) {
      return new CelError(`no formatting function for map key of type ${typeNameOf(key)}`);
    }
    const keyText = formatMember(key);
    const value = map.find(key);
    if (value === undefined) return new CelError(`could not find key: ${quote(String(key))}`);
    const valueText = formatMember(value);
    if (keyText instanceof CelError) return keyText;
    if (valueText instanceof CelError) return valueText;
    entries.push([keyText, valueText]);
  }
  if (entries.length < map.size) return nilKey;
  entries.sort((left, right) => compareUtf8(left[0], right[0]));
  return `{${entries.map(([key, value]) => `${key}:${value}`).join(", ")}}`;
}

/**
 * Formats a member of a list or map; the error of data of the wrong type is a value as well to
 * cel-go.
 */
function formatMember(value: Value | CelError): string | CelError {
  if (value instanceof CelError) return new CelError("no formatting function for error");
  if (typeof value === "string") return quote(value);
  if (value instanceof Double) {
    const text = formatFixed(value.value, defaultPrecision);
    return Number.isFinite(value.value) ? text : quote(text);
  }
  if (value instanceof Timestamp || value instanceof Duration) {
    const text = toStringValue(value);
    if (text instanceof CelError) return text;
    return `${value instanceof Timestamp ? "timestamp" : "duration"}(${quote(text)})`;
  }
  if (value instanceof Uint8Array) {
    const text = plainText(value);
    return text instanceof CelError ? text : `b${quote(text)}`;
  }
  if (value !== null && !isList(value) && !(value instanceof MapValue) && !isPlainText(value)) {
    return new CelError(`no formatting function for ${typeNameOf(value)}`);
  }
  return formatAny(value);
}

/**
 * A double as `%f` of Go prints it, with a fixed number of decimals, rounded half to even on its
 * exact value.
 */
export function formatFixed(value: number, decimals: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  const [whole, fraction] = fixedParts(value, decimals);
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  return sign + withFraction(whole, fraction);
}

/**
 * A double as `%f` reads in English, with separators of thousands and `∞`. Of a precision,
 * golang.org/x/text (`internal/number`) keeps eight bits as the least number of decimals and
 * sixteen as the greatest; a negative one stands for as many as tell the double from others.
 */
function formatEnglish(value: number, precision: number): string {
  const named = namedText(value);
  if (named !== undefined) return named;
  const [least, most] = [precision & 0xff, (precision << 16) >> 16];
  const [whole, fraction] =
    most < 0 ? shortestParts(value) : fixedParts(value, Math.min(most, mostDecimals));
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ",");
  const decimals =
    fraction.slice(0, least).padEnd(least, "0") + fraction.slice(least).replace(/0+$/, "");
  return (value < 0 ? "-" : "") + withFraction(grouped, decimals);
}

/** No double has more. */
const mostDecimals = 1074;

function namedText(value: number): string | undefined {
  if (Number.isFinite(value)) return undefined;
  return Number.isNaN(value) ? "NaN" : value > 0 ? "∞" : "-∞";
}

function withFraction(whole: string, fraction: string): string {
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

/** The digits of the magnitude before and after the point. */
type Parts = readonly [whole: string, fraction: string];

function fixedParts(value: number, decimals: number): Parts {
  return pointed(scaledDigits(value, decimals), decimals);
}

/** With as few digits as tell the double from others. */
function shortestParts(value: number): Parts {
  const [mantissa = "", exponent = ""] = Math.abs(value).toExponential().split("e");
  const digits = mantissa.replace(".", "");
  const decimals = digits.length - 1 - Number(exponent);
  return decimals < 0
    ? [digits.padEnd(digits.length - decimals, "0"), ""]
    : pointed(digits, decimals);
}

function pointed(digits: string, decimals: number): Parts {
  const padded = digits.padStart(decimals + 1, "0");
  const point = padded.length - decimals;
  return [padded.slice(0, point), padded.slice(point)];
}

/**
 * A double as `%e` reads in English: `1.234568×10⁰³`, always six decimals. What stands as precision
 * in the clause is a width to cel-go, of which sixteen bits count, filled up with spaces. `space`
 * stands on both sides of the `×`.
 */
function formatScientific(value: number, width: number, space: string): string {
  return scientificText(value, space).padStart(width & 0xffff, " ");
}

function scientificText(value: number, space: string): string {
  const named = namedText(value);
  if (named !== undefined) return named;
  const [mantissa = "", exponentText = ""] = roundedExponential(value);
  const exponent = Number(exponentText);
  const superscript = String(Math.abs(exponent))
    .padStart(2, "0")
    .replace(/\d/g, (digit) => superscripts.charAt(Number(digit)));
  return `${mantissa}${space}×${space}10${exponent < 0 ? "⁻" : ""}${superscript}`;
}

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/**
 * JavaScript rounds halves away from zero where Go takes the even digit, so the exact digits
 * decide.
 */
function roundedExponential(value: number): readonly string[] {
  const parts = value.toExponential(6).split("e");
  const exact = value.toExponential(40).split("e")[0] ?? "";
  const tie = /^(-?\d\.\d{5}(\d))50*$/.exec(exact);
  if (tie === null || Number(tie[2]) % 2 !== 0) return parts;
  return [tie[1] ?? "", parts[1] ?? ""];
}

/** The magnitude times a power of ten, rounded half to even, as digits. */
function scaledDigits(value: number, decimals: number): string {
  const [mantissa, exponent] = binaryParts(Math.abs(value));
  const scaled = mantissa * 10n ** BigInt(decimals);
  if (exponent >= 0) return String(scaled << BigInt(exponent));
  const shift = BigInt(-exponent);
  const quotient = scaled >> shift;
  const rest = scaled - (quotient << shift);
  const half = 1n << (shift - 1n);
  const up = rest > half || (rest === half && (quotient & 1n) === 1n);
  return String(up ? quotient + 1n : quotient);
}

/** `value = mantissa * 2^exponent`. */
function binaryParts(value: number): readonly [bigint, number] {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  return biased === 0 ? [fraction, -1074] : [fraction | (1n << 52n), biased - 1075];
}

/**
 * Why the precision of a formatting clause cannot be read, by its digits (cel-go
 * `ext/formatting.go`, parsePrecision); `undefined`: it can.
 */
export function precisionFault(digits: string, isAtEnd: boolean): string | undefined {
  if (isAtEnd) return "could not find end of precision specifier";
  const failure = "error while converting precision to integer: strconv.Atoi: parsing";
  if (digits === "") return `${failure} "": invalid syntax`;
  if (BigInt(digits) >= 2n ** 63n) return `${failure} "${digits}": value out of range`;
  return undefined;
}
