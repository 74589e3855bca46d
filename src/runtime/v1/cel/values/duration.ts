import { formatDecimal } from "../../go/float.js";
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

/** Text as Go's `time.ParseDuration` reads it (`1h30m`, `-1.5s`, `0`); `undefined` where it does not. */
export function parseDuration(text: string): Duration | undefined {
  if (!/^[+-]?(?:0|(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:ns|us|µs|μs|ms|s|m|h))+)$/.test(text)) {
    return undefined;
  }
  let total = 0n;
  for (const part of text.matchAll(/([0-9]*)\.?([0-9]*)(ns|us|µs|μs|ms|s|m|h)/g)) {
    const unit = unitNanoseconds[part[3] ?? ""] ?? 0n;
    const whole = BigInt(part[1] === "" ? 0 : (part[1] ?? 0));
    if (whole > limit) return undefined;
    total += whole * unit + fractionOf(part[2] ?? "", unit);
    if (total > limit) return undefined;
  }
  // Go works with magnitudes: only the negative limit itself may reach 2^63.
  const negative = text.startsWith("-");
  if (!negative && total === limit) return undefined;
  const nanoseconds = negative ? -total : total;
  const short = Number(nanoseconds);
  return new Duration(Number.isSafeInteger(short) ? short : nanoseconds);
}

const limit = 2n ** 63n;

const unitNanoseconds: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  μs: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};

/** A decimal fraction of a unit, truncated; digits beyond what int64 holds do not count. */
function fractionOf(digits: string, unit: bigint): bigint {
  let value = 0n;
  let scale = 1;
  for (const digit of digits) {
    const next = value * 10n + BigInt(digit);
    if (next > limit) break;
    value = next;
    scale *= 10;
  }
  return value === 0n ? 0n : BigInt(Math.trunc(Number(value) * (Number(unit) / scale)));
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
