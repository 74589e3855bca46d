import { parseGoDuration } from "../../values/go/duration.js";
import { formatDecimal } from "../../values/go/float.js";
import { CelError } from "./error.js";
import { addInts, negateInt, subtractInts } from "./int.js";
import type { Int, Value } from "./value.js";
import { CelObject } from "./value.js";

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
