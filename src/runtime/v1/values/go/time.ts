import { isPlainAscii } from "./quote.js";

/*
 * RFC 3339 times as Go's `time.Parse(time.RFC3339, …)` reads and `Time.Format` writes them
 * (`time/format.go`).
 */

/** An instant in whole seconds since 1970, which is all that Kubernetes keeps. */
export interface GoTime {
  readonly seconds: number;
}

/** Why Go refuses a time; `message` is Go's text. */
export class TimeFault {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

const layout = "2006-01-02T15:04:05Z07:00";

/**
 * The parts of the layout: what Go calls them, what they look like, and what is said of values from
 * a limit on.
 */
const parts: readonly (readonly [name: string, pattern: RegExp, range?: string, limit?: number])[] =
  [
    ["2006", /^[0-9]{4}/],
    ["-", /^-/],
    ["01", /^[0-9]{2}/, "month", 13],
    ["-", /^-/],
    ["02", /^[0-9]{2}/],
    ["T", /^T/],
    ["15", /^[0-9]{1,2}/, "hour", 24],
    [":", /^:/],
    ["04", /^[0-9]{2}/, "minute", 60],
    [":", /^:/],
    ["05", /^[0-9]{2}(?:[.,][0-9]+)?/, "second", 60],
  ];

/**
 * Reads a time. Go is lenient: one digit for the hour, a comma before the fraction, offsets up to
 * 24:60.
 */
export function parseGoTime(text: string): GoTime | TimeFault {
  return parsePlainTime(text) ?? parseByParts(text);
}

/**
 * The form in which nearly all times are written: without a fraction, in UTC, on a day that every
 * month has.
 */
function parsePlainTime(text: string): GoTime | undefined {
  return isPlainTime(text) ? { seconds: Date.parse(text) / 1000 } : undefined;
}

function parseByParts(text: string): GoTime | TimeFault {
  const numbers: number[] = [];
  let rest = text;
  for (const [name, pattern, range = "", limit = Infinity] of parts) {
    const [found] = pattern.exec(rest) ?? [];
    if (found === undefined) return cannotParse(text, rest, name);
    rest = rest.slice(found.length);
    if (!/^[0-9]/.test(found)) continue;
    const number = parseInt(found, 10);
    if (number >= limit || (name === "01" && number === 0)) {
      return outOfRange(text, range);
    }
    numbers.push(number);
  }
  const offset = /^(?:Z|([+-])([0-9]{2}):([0-9]{2}))/.exec(rest);
  if (offset === null) return cannotParse(text, rest, "Z07:00");
  const [zone, sign, hours = "0", minutes = "0"] = offset;
  if (Number(hours) > 24) return outOfRange(text, "time zone offset hour");
  if (Number(minutes) > 60) return outOfRange(text, "time zone offset minute");
  rest = rest.slice(zone.length);
  if (rest !== "")
    return new TimeFault(`parsing time ${quoteTime(text)}: extra text: ${quoteTime(rest)}`);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbers;
  if (day < 1 || day > daysIn(year, month)) return outOfRange(text, "day");
  const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -60 : 60);
  return { seconds: utcSeconds(year, month, day, hour, minute, second) - ahead };
}

/** Writes a time in UTC. Years beyond four digits are written as they are, as Go does. */
export function formatGoTime(time: GoTime): string {
  const date = new Date(time.seconds * 1000);
  const year = date.getUTCFullYear();
  const digits = String(Math.abs(year)).padStart(4, "0");
  const rest = date.toISOString().replace(/^[+-]?[0-9]+/, "");
  return `${year < 0 ? "-" : ""}${digits}${rest.replace(/\.000Z$/, "Z")}`;
}

/** The zero value of Go's time: the first instant of the year 1. */
export function isZeroTime(time: GoTime): boolean {
  return time.seconds === -62_135_596_800;
}

function utcSeconds(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): number {
  // Date.UTC takes the years 0 to 99 for those of the last century; 400 years are a whole number of
  // days and weeks.
  const shifted = Date.UTC(year + 400, month - 1, day, hour, minute, second);
  return shifted / 1000 - 400 * 365.2425 * 86_400;
}

/** Of a month from 1 to 12: in each half of the year, to July and from August, 31 come first. */
export function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return 30 + ((month + (month >> 3)) & 1);
}

function cannotParse(text: string, rest: string, name: string): TimeFault {
  const where = `${quoteTime(text)} as ${quoteTime(layout)}`;
  return new TimeFault(
    `parsing time ${where}: cannot parse ${quoteTime(rest)} as ${quoteTime(name)}`,
  );
}

function outOfRange(text: string, what: string): TimeFault {
  return new TimeFault(`parsing time ${quoteTime(text)}: ${what} out of range`);
}

/** The quoting of package time: everything but printable ASCII as escaped bytes. */
export function quoteTime(text: string): string {
  if (isPlainAscii(text)) return `"${text}"`;
  let quoted = "";
  for (const byte of new TextEncoder().encode(text)) {
    const isMark = byte === 0x22 || byte === 0x5c;
    if (byte < 0x20 || byte > 0x7f) quoted += `\\x${byte.toString(16).padStart(2, "0")}`;
    else quoted += (isMark ? "\\" : "") + String.fromCharCode(byte);
  }
  return `"${quoted}"`;
}

const dash = 45;
const colon = 58;
const letterT = 84;
const letterZ = 90;

/**
 * A time as the server writes it, `2024-05-01T12:34:56Z`, for sure: what is left for a closer look
 * are days that not every month has, fractions and offsets.
 */
export function isPlainTime(value: string): boolean {
  return (
    value.length === 20 &&
    value.charCodeAt(10) === letterT &&
    value.charCodeAt(19) === letterZ &&
    isPlainDate(value) &&
    value.charCodeAt(13) === colon &&
    value.charCodeAt(16) === colon &&
    isPairUpTo(value, 11, 23) &&
    isPairUpTo(value, 14, 59) &&
    isPairUpTo(value, 17, 59)
  );
}

/** A text that begins with a date as `2024-05-01` for sure: not on a day that some months lack. */
export function isPlainDate(value: string): boolean {
  const month = pair(value, 5);
  const day = pair(value, 8);
  return (
    value.charCodeAt(4) === dash &&
    value.charCodeAt(7) === dash &&
    isPairUpTo(value, 0, 99) &&
    isPairUpTo(value, 2, 99) &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= 28
  );
}

function isPairUpTo(text: string, index: number, limit: number): boolean {
  const value = pair(text, index);
  return value >= 0 && value <= limit;
}

/** The number that two digits make; -1 where something else stands in their place. */
function pair(text: string, index: number): number {
  const tens = text.charCodeAt(index) - 48;
  const ones = text.charCodeAt(index + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : -1;
}

const durationLimit = 2n ** 63n;

const unitNanoseconds: ReadonlyMap<string, bigint> = /* @__PURE__ */ new Map([
  ["ns", 1n],
  ["us", 1_000n],
  ["\u00b5s", 1_000n],
  ["\u03bcs", 1_000n],
  ["ms", 1_000_000n],
  ["s", 1_000_000_000n],
  ["m", 60_000_000_000n],
  ["h", 3_600_000_000_000n],
]);

/**
 * Nanoseconds of a text as Go's `time.ParseDuration` reads it (`1h30m`, `-1.5s`, `0`), within
 * int64; `undefined` where it does not.
 */
export function parseGoDuration(text: string): bigint | undefined {
  const unsigned = text.replace(/^[+-]/, "");
  if (unsigned === "0") return 0n;
  if (!/^(?:(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)[^.0-9]+)+$/.test(unsigned)) return undefined;
  let total = 0n;
  for (const [, whole = "", fraction = "", unit = ""] of unsigned.matchAll(
    /([0-9]*)(?:\.([0-9]*))?([^.0-9]+)/g,
  )) {
    const size = unitNanoseconds.get(unit);
    if (size === undefined || whole.replace(/^0+/, "").length > 19) return undefined;
    total += BigInt(whole) * size + fractionOf(fraction, size);
    if (total > durationLimit) return undefined;
  }
  if (text.startsWith("-")) return -total;
  // Go works with magnitudes: only the negative limit itself may reach 2^63.
  return total === durationLimit ? undefined : total;
}

/** A decimal fraction of a unit, truncated; digits beyond what int64 holds do not count. */
function fractionOf(digits: string, unit: bigint): bigint {
  let value = 0n;
  let scale = 1;
  for (const digit of digits) {
    const next = value * 10n + BigInt(digit);
    if (next > durationLimit) break;
    value = next;
    scale *= 10;
  }
  return value === 0n ? 0n : BigInt(Math.trunc(Number(value) * (Number(unit) / scale)));
}

/** Go's text for a time that `time.Parse` cannot read in a layout. */
export function parseTimeFault(text: string, goLayout: string): string {
  const { rest, element, fault } = firstFault(text, goLayout);
  if (fault !== "") return `parsing time ${quoteTime(text)}${fault}`;
  return `parsing time ${quoteTime(text)} as ${quoteTime(goLayout)}: cannot parse ${quoteTime(rest)} as ${quoteTime(element)}`;
}

interface LayoutFault {
  readonly rest: string;
  readonly element: string;
  readonly fault: string;
}

const elements = /2006|01|02|15|04|05|-|T|:/g;

function firstFault(text: string, goLayout: string): LayoutFault {
  let rest = text;
  for (const [element] of goLayout.matchAll(elements)) {
    const part = partOf(rest, element);
    if (part === undefined) return { rest, element, fault: "" };
    const range = rangeFault(element, Number(part));
    if (range !== "") return { rest, element, fault: `: ${range} out of range` };
    rest = rest.slice(part.length);
    // A fraction is read behind seconds, whether the layout has one or not.
    if (element === "05") rest = rest.replace(/^[.,]\d+/, "");
  }
  const fault = rest === "" ? dayFault(text) : `: extra text: ${quoteTime(rest)}`;
  return { rest, element: "", fault };
}

const fieldPatterns: Readonly<Record<string, RegExp>> = { "2006": /^\d{4}/, "15": /^\d\d?/ };

/**
 * Returns the beginning of a text that an element of the layout reads; Go takes one digit for an
 * hour, too.
 */
function partOf(rest: string, element: string): string | undefined {
  if (!/\d/.test(element)) return rest.startsWith(element) ? element : undefined;
  return (fieldPatterns[element] ?? /^\d\d/).exec(rest)?.[0];
}

function rangeFault(element: string, value: number): string {
  if (element === "01" && (value < 1 || value > 12)) return "month";
  if (element === "15" && value > 23) return "hour";
  if (element === "04" && value > 59) return "minute";
  return element === "05" && value > 59 ? "second" : "";
}

function dayFault(text: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(text);
  if (match === null) return "";
  const [, year, month, day] = match.map(Number);
  const days = new Date(Date.UTC(2000 + ((year ?? 0) % 400), month ?? 0, 0)).getUTCDate();
  return (day ?? 0) < 1 || (day ?? 0) > days ? ": day out of range" : "";
}
