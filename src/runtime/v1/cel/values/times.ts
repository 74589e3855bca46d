import { formatDecimal } from "../../values/go/float.js";
import { parseGoDuration } from "../../values/go/time.js";
import { CelError } from "./error.js";
import { addInts, checkedInt, negateInt, subtractInts } from "./numbers.js";
import type { Int, Value } from "./value.js";
import { CelObject } from "./value.js";

/** A moment: seconds since 1970 and nanoseconds within the second, in the years 1 to 9999. */
export class Timestamp extends CelObject {
  readonly typeName: string = "google.protobuf.Timestamp";
  readonly seconds: number;
  /** 0 to 999,999,999. */
  readonly nanoseconds: number;
  /** Seconds east of UTC of the clock it was written by. Only its text shows that. */
  readonly offset: number;

  constructor(seconds: number, nanoseconds: number, offset = 0) {
    super();
    this.seconds = seconds;
    this.nanoseconds = nanoseconds;
    this.offset = offset;
  }

  equals(other: Value): boolean {
    return this.compareTo(other) === 0;
  }

  override compareTo(other: Value): number | undefined {
    return other instanceof Timestamp ? compareTimestamps(this, other) : undefined;
  }

  /** Go's zero time is the year 1, not 1970. */
  override get isZero(): boolean {
    return this.seconds === minSeconds && this.nanoseconds === 0;
  }
}

/** The order of two moments, as a sign. */
export function compareTimestamps(left: Timestamp, right: Timestamp): number {
  return left.seconds - right.seconds || left.nanoseconds - right.nanoseconds;
}

/** `timestamp + duration`. */
export function addToTimestamp(timestamp: Timestamp, duration: Duration): Timestamp | CelError {
  const total = BigInt(timestamp.nanoseconds) + BigInt(duration.nanoseconds);
  const carry = (total - modulo(total, billion)) / billion;
  const seconds = timestamp.seconds + Number(carry);
  return timestampOf(seconds, Number(modulo(total, billion)), timestamp.offset);
}

/** `duration + timestamp`. */
export function addDurationTimestamp(
  duration: Duration,
  timestamp: Timestamp,
): Timestamp | CelError {
  return addToTimestamp(timestamp, duration);
}

/** `timestamp - duration`. */
export function subtractFromTimestamp(
  timestamp: Timestamp,
  duration: Duration,
): Timestamp | CelError {
  const negated = negateDuration(duration);
  return negated instanceof CelError ? negated : addToTimestamp(timestamp, negated);
}

/** `left - right`, within int64 nanoseconds (292 years). */
export function subtractTimestamps(left: Timestamp, right: Timestamp): Duration | CelError {
  // Go multiplies the seconds first, so that step may overflow although the sum would not.
  const seconds = checkedInt(BigInt(left.seconds - right.seconds) * billion);
  if (seconds instanceof CelError) return seconds;
  const nanoseconds = checkedInt(BigInt(seconds) + BigInt(left.nanoseconds - right.nanoseconds));
  return nanoseconds instanceof CelError ? nanoseconds : new Duration(nanoseconds);
}

/** A timestamp within the years 1 to 9999, or the error of overflow. */
export function timestampOf(seconds: Int, nanoseconds: number, offset = 0): Timestamp | CelError {
  if (seconds < minSeconds || seconds > maxSeconds) return new CelError("timestamp overflow");
  return new Timestamp(Number(seconds), nanoseconds, offset);
}

/** `string(timestamp)`: RFC 3339 by the clock it was written by, decimals as needed. */
export function formatTimestamp({ seconds, nanoseconds, offset }: Timestamp): string {
  const date = new Date((seconds + offset) * 1000).toISOString().replace(/^\+0*/, "").slice(0, -5);
  const fraction = String(nanoseconds).padStart(9, "0").replace(/0+$/, "");
  return `${date}${fraction === "" ? "" : `.${fraction}`}${formatOffset(offset)}`;
}

function formatOffset(offset: number): string {
  if (offset === 0) return "Z";
  const minutes = Math.abs(offset) / 60;
  const pair = (value: number): string => String(Math.trunc(value)).padStart(2, "0");
  return `${offset < 0 ? "-" : "+"}${pair(minutes / 60)}:${pair(minutes % 60)}`;
}

/** A moment whose range was not checked: an offset may lead out of the years 1 to 9999. */
interface ParsedTime {
  readonly seconds: number;
  readonly nanoseconds: number;
  readonly offset: number;
}

/** Text as Go reads RFC 3339; `undefined` where it does not. */
export function parseTimestamp(text: string): ParsedTime | undefined {
  return /(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? parseDateTime(text) : undefined;
}

/** The same, and without a zone, which then is UTC. */
export function parseDateTime(text: string): ParsedTime | undefined {
  const match = dateTime.exec(text);
  if (match === null) return undefined;
  const [, date = "", hour = "", minute = "", second = "", fraction = "", zone = "Z"] = match;
  const offset = zone === "Z" ? 0 : offsetSeconds(zone);
  const day = parseDate(date);
  if (day === undefined || offset === undefined) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  return {
    seconds: day + Number(hour) * 3600 + Number(minute) * 60 + Number(second) - offset,
    nanoseconds: Number(fraction.slice(0, 9).padEnd(9, "0")),
    offset,
  };
}

/** Seconds since 1970 of `YYYY-MM-DD` at midnight UTC; `undefined` where there is no such day. */
export function parseDate(text: string): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return date.getTime() / 1000;
}

const minSeconds = -62_135_596_800;
const maxSeconds = 253_402_300_799;
const billion = 1_000_000_000n;

// Hours may have one digit, and the fraction may start with a comma (Go's time.Parse).
const dateTime =
  /^(\d{4}-\d{2}-\d{2})T(\d{1,2}):(\d{2}):(\d{2})(?:[.,](\d+))?(Z|[+-]\d{2}:\d{2})?$/;

function offsetSeconds(zone: string): number | undefined {
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(4));
  if (hours > 24 || minutes > 60) return undefined;
  const seconds = hours * 3600 + minutes * 60;
  return zone.startsWith("-") ? -seconds : seconds;
}

function modulo(value: bigint, by: bigint): bigint {
  return ((value % by) + by) % by;
}

/** A span of time in nanoseconds, within int64. */
export class Duration extends CelObject {
  readonly typeName: string = "google.protobuf.Duration";
  readonly nanoseconds: Int;

  constructor(nanoseconds: Int) {
    super();
    this.nanoseconds = nanoseconds;
  }

  equals(other: Value): boolean {
    return other instanceof Duration && other.nanoseconds === this.nanoseconds;
  }

  override compareTo(other: Value): number | undefined {
    return other instanceof Duration ? compareDurations(this, other) : undefined;
  }

  override get isZero(): boolean {
    return this.nanoseconds === 0;
  }
}

/** The order of two durations, as a sign. */
export function compareDurations(left: Duration, right: Duration): number {
  if (left.nanoseconds === right.nanoseconds) return 0;
  return left.nanoseconds < right.nanoseconds ? -1 : 1;
}

/** `left + right`. */
export function addDurations(left: Duration, right: Duration): Duration | CelError {
  return durationOf(addInts(left.nanoseconds, right.nanoseconds));
}

/** `left - right`. */
export function subtractDurations(left: Duration, right: Duration): Duration | CelError {
  return durationOf(subtractInts(left.nanoseconds, right.nanoseconds));
}

/** `-duration`. */
export function negateDuration(duration: Duration): Duration | CelError {
  return durationOf(negateInt(duration.nanoseconds));
}

/** `string(duration)`: seconds with as many decimals as a double of them needs. */
export function formatDuration(duration: Duration): string {
  return `${formatDecimal(secondsOf(duration))}s`;
}

/** `duration.getHours()`. */
export function durationHours(duration: Duration): number {
  return wholeUnits(duration, 3_600_000_000_000);
}

/** `duration.getMinutes()`. */
export function durationMinutes(duration: Duration): number {
  return wholeUnits(duration, 60_000_000_000);
}

/** `duration.getSeconds()`. */
export function durationSeconds(duration: Duration): number {
  return wholeUnits(duration, 1_000_000_000);
}

/** `duration.getMilliseconds()`: all of them. */
export function durationMilliseconds(duration: Duration): number {
  return wholeUnits(duration, 1_000_000);
}

/**
 * Text as Go's `time.ParseDuration` reads it (`1h30m`, `-1.5s`, `0`); `undefined` where it does
 * not.
 */
export function parseDuration(text: string): Duration | undefined {
  const nanoseconds = parseGoDuration(text);
  if (nanoseconds === undefined) return undefined;
  const short = Number(nanoseconds);
  return new Duration(Number.isSafeInteger(short) ? short : nanoseconds);
}

function durationOf(nanoseconds: Int | CelError): Duration | CelError {
  return nanoseconds instanceof CelError ? nanoseconds : new Duration(nanoseconds);
}

function wholeUnits(duration: Duration, unit: number): number {
  const { nanoseconds } = duration;
  return typeof nanoseconds === "number"
    ? Math.trunc(nanoseconds / unit) + 0
    : Number(nanoseconds / BigInt(unit));
}

/** Go's `Duration.Seconds`: whole seconds plus the rest, in floating point. */
function secondsOf(duration: Duration): number {
  const nanoseconds = BigInt(duration.nanoseconds);
  return Number(nanoseconds / 1_000_000_000n) + Number(nanoseconds % 1_000_000_000n) / 1e9;
}
