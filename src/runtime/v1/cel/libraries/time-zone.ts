import { quote } from "../../values/go/quote.js";
import { CelError } from "../values/error.js";
import { parseInt64 } from "../values/numbers.js";
import { Timestamp } from "../values/times.js";

/**
 * The wall clock of a time zone at a moment, as a timestamp whose UTC fields read as the clock
 * does. `zone` is empty or `UTC`, `Local`, a name of the tz database, or hours and minutes from UTC
 * with a colon (cel-go `stdlib/standard.go`).
 */
export function inTimeZone(timestamp: Timestamp, zone: string): Timestamp | CelError {
  const offset = zone.includes(":") ? fixedOffset(zone) : namedOffset(timestamp, zone);
  if (offset instanceof CelError) return offset;
  return new Timestamp(timestamp.seconds + offset, timestamp.nanoseconds);
}

/**
 * In seconds. Go counts the offset in int64: first in minutes, then in nanoseconds, and either may
 * overflow.
 */
function fixedOffset(zone: string): number | CelError {
  const colon = zone.indexOf(":");
  const hours = parseInteger(zone.slice(0, colon));
  const minutes = parseInteger(zone.slice(colon + 1));
  if (hours instanceof CelError) return hours;
  if (minutes instanceof CelError) return minutes;
  const offset = zone.startsWith("-") ? hours * 60n - minutes : hours * 60n + minutes;
  const nanoseconds = BigInt.asIntN(64, BigInt.asIntN(64, offset) * 60_000_000_000n);
  return Number(nanoseconds / 1_000_000_000n);
}

function parseInteger(text: string): bigint | CelError {
  const value = parseInt64(text);
  if (value !== undefined) return BigInt(value);
  const fault = /^[+-]?[0-9]+$/.test(text) ? "value out of range" : "invalid syntax";
  return new CelError(`strconv.Atoi: parsing ${quote(text)}: ${fault}`);
}

function namedOffset(timestamp: Timestamp, zone: string): number | CelError {
  const fixed = fixedZones[zone];
  if (fixed !== undefined) return fixed * 3600;
  if (/\.\.|^[/\\]|\\/.test(zone)) return new CelError("time: invalid location name");
  const format = formatOf(zone);
  return format === undefined
    ? new CelError(`unknown time zone ${zone}`)
    : clockOffset(format, timestamp);
}

/** Zones that are mere offsets in the tz database; engines take some for places with a history. */
const fixedZones: Readonly<Record<string, number | undefined>> = {
  "": 0,
  UTC: 0,
  EST: -5,
  MST: -7,
  HST: -10,
};

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  try {
    const format = new Intl.DateTimeFormat("en-US", {
      ...(zone === "Local" ? {} : { timeZone: zone }),
      calendar: "gregory",
      hourCycle: "h23",
      era: "short",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    return zone === "Local" || isSpelledAsFile(zone, format) ? format : undefined;
  } catch {
    return undefined; // the engine knows no such zone
  }
}

/**
 * Go looks zones up as files, so their case counts; engines take any and canonicalise, also to
 * other names.
 */
function isSpelledAsFile(zone: string, format: Intl.DateTimeFormat): boolean {
  const canonical = format.resolvedOptions().timeZone;
  if (canonical.toLowerCase() === zone.toLowerCase()) return canonical === zone;
  return zone
    .split(/[/_-]/)
    .every((part) => /^(?:of|es|au|[A-Z0-9+].*)$/.test(part) && !/^[A-Z]{5,}$/.test(part));
}

function clockOffset(format: Intl.DateTimeFormat, timestamp: Timestamp): number {
  const moment = timestamp.seconds * 1000;
  const parts = new Map(format.formatToParts(moment).map((part) => [part.type, part.value]));
  const part = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.get(type) ?? 0);
  const year = parts.get("era") === "BC" ? 1 - part("year") : part("year");
  const clock = new Date(0);
  clock.setUTCFullYear(year, part("month") - 1, part("day"));
  clock.setUTCHours(part("hour"), part("minute"), part("second"));
  return (clock.getTime() - moment) / 1000;
}
