import { isPlainTime } from "./plain-time.js";
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
