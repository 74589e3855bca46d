import { quote } from "../../values/go/quote.js";
import { parseTimeFault } from "../../values/go/time.js";
import type { Json } from "../../values/json/json.js";
import { CelError } from "../values/error.js";
import { toInt } from "../values/numbers.js";
import { Duration, parseDate, parseDateTime, parseDuration, Timestamp } from "../values/times.js";
import { wrongData } from "./data.js";

/*
 * Strings with a format that CEL has a type for. These parsers are more generous than those of
 * `duration()` and `timestamp()` in an expression (kube-openapi `validation/strfmt`).
 */

/** `format: duration`: as Go writes durations, or words with units as Scala does (`3 days`). */
export function readDuration(data: Json): Duration | CelError {
  if (typeof data !== "string") return wrongData("string", data);
  const duration = parseDuration(data) ?? parseWords(data);
  if (typeof duration !== "string") return duration;
  return new CelError(`Invalid duration ${data}: ${duration}`);
}

/** `format: date`: midnight in UTC. */
export function readDate(data: Json): Timestamp | CelError {
  if (typeof data !== "string") return wrongData("string", data);
  const seconds = parseDate(data);
  if (seconds !== undefined) return new Timestamp(seconds, 0);
  return new CelError(
    `Invalid date formatted string ${data}: ${parseTimeFault(data, "2006-01-02")}`,
  );
}

/** `format: date-time`: RFC 3339, also without a zone; the empty text is 1970. */
export function readDateTime(data: Json): Timestamp | CelError {
  if (typeof data !== "string") return wrongData("string", data);
  if (data === "") return new Timestamp(0, 0);
  const time = parseDateTime(data);
  if (time !== undefined) return new Timestamp(time.seconds, time.nanoseconds, time.offset);
  const fault = parseTimeFault(data, "2006-01-02T15:04:05");
  return new CelError(`Invalid date-time formatted string ${data}: ${fault}`);
}

/** `format: byte`: base64 in the alphabet for URLs, padded; line breaks are skipped. */
export function readBytes(data: Json): Uint8Array | CelError {
  if (typeof data !== "string") return wrongData("string", data);
  const bytes = decodeBase64Url(data);
  if (typeof bytes !== "number") return bytes;
  return new CelError(
    `Invalid byte formatted string ${data}: illegal base64 data at input byte ${bytes}`,
  );
}

const unitNames: readonly (readonly [readonly string[], bigint])[] = [
  [["ns", "nano"], 1n],
  [["us", "µs", "micro"], 1_000n],
  [["ms", "milli"], 1_000_000n],
  [["s", "sec"], 1_000_000_000n],
  [["m", "min"], 60_000_000_000n],
  [["h", "hr", "hour"], 3_600_000_000_000n],
  [["d", "day"], 86_400_000_000_000n],
  [["w", "wk", "week"], 604_800_000_000_000n],
];

/** Every pair of number and unit found anywhere, summed up. A text is the fault. */
function parseWords(text: string): Duration | string {
  let total = 0n;
  let found = false;
  for (const [, digits = "", word = ""] of text.matchAll(/([0-9]+)[\t\n\f\r ]*([A-Za-zµ]*)/g)) {
    // Were the word demanded, long numbers without one would be read over and over.
    if (word === "") continue;
    const factor = BigInt(digits);
    if (toInt(factor) === undefined) {
      return `strconv.Atoi: parsing ${quote(digits)}: value out of range`;
    }
    for (const unit of unitsOf(word.toLowerCase())) {
      total += factor * unit;
      found = true;
    }
  }
  // Go lets the sum wrap around.
  if (found) return new Duration(toInt(BigInt.asIntN(64, total)) ?? 0);
  return `unable to parse ${text} as duration`;
}

/** Only the last name of a unit matches as a beginning. */
function unitsOf(word: string): readonly bigint[] {
  return unitNames.flatMap(([names, unit]) =>
    names.flatMap((name, index) =>
      name === word || (index === names.length - 1 && word.startsWith(name)) ? [unit] : [],
    ),
  );
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** A number is the place of the fault. */
function decodeBase64Url(text: string): Uint8Array | number {
  const bytes: number[] = [];
  let quantum: number[] = [];
  let index = 0;
  const skipBreaks = (): void => {
    while (text[index] === "\n" || text[index] === "\r") index++;
  };
  for (;;) {
    skipBreaks();
    if (index >= text.length) break;
    const char = text.charAt(index);
    const digit = alphabet.indexOf(char);
    if (char === "=") {
      const fault = endOfBase64(text, index, quantum.length);
      if (fault !== undefined) return fault;
      pushQuantum(bytes, quantum);
      return Uint8Array.from(bytes);
    }
    if (digit < 0) return index;
    quantum.push(digit);
    index++;
    if (quantum.length === 4) {
      pushQuantum(bytes, quantum);
      quantum = [];
    }
  }
  return quantum.length === 0 ? Uint8Array.from(bytes) : index - quantum.length;
}

/**
 * Returns the index of the fault in the padding that begins at an index, behind some digits of a
 * quantum.
 */
function endOfBase64(text: string, start: number, digits: number): number | undefined {
  if (digits < 2) return start;
  let index = start + 1;
  const skipBreaks = (): void => {
    while (text[index] === "\n" || text[index] === "\r") index++;
  };
  if (digits === 2) {
    skipBreaks();
    if (index >= text.length) return text.length;
    if (text[index] !== "=") return index;
    index++;
  }
  skipBreaks();
  return index < text.length ? index : undefined;
}

function pushQuantum(bytes: number[], [a = 0, b = 0, c, d]: readonly number[]): void {
  bytes.push((a << 2) | (b >> 4));
  if (c !== undefined) bytes.push(((b << 4) | (c >> 2)) & 255);
  if (c !== undefined && d !== undefined) bytes.push(((c << 6) | d) & 255);
}
