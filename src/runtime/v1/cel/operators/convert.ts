import { formatFloat } from "../../values/go/float.js";
import { decodeUtf8, encodeUtf8 } from "../values/bytes.js";
import { CelError } from "../values/error.js";
import {
  checkedInt,
  checkedUint,
  Double,
  intOverflow,
  parseDouble,
  parseInt64,
  parseUint64,
  Uint,
  uintOverflow,
} from "../values/numbers.js";
import {
  Duration,
  formatDuration,
  formatTimestamp,
  parseDuration,
  parseTimestamp,
  Timestamp,
  timestampOf,
} from "../values/times.js";
import type { Int, Value } from "../values/value.js";
import { isInt } from "../values/value.js";
import { noOverload } from "./dispatch.js";

/**
 * `int(value)`. Doubles are truncated; durations are nanoseconds, timestamps seconds since 1970.
 */
export function toIntValue(value: Value): Int | CelError {
  if (isInt(value)) return value;
  if (typeof value === "string") return parseInt64(value) ?? conversionError("string", "int");
  if (value instanceof Double) return doubleToInt(value.value);
  if (value instanceof Uint) return checkedInt(value.value);
  if (value instanceof Timestamp) return value.seconds;
  return value instanceof Duration ? value.nanoseconds : noOverload("int", value);
}

/** `uint(value)`. */
export function toUintValue(value: Value): Uint | CelError {
  if (isInt(value)) return checkedUint(BigInt(value));
  if (typeof value === "string") return parseUint64(value) ?? conversionError("string", "uint");
  if (value instanceof Double) {
    const { value: number } = value;
    return number >= 0 && number < 2 ** 64 ? new Uint(BigInt(Math.trunc(number))) : uintOverflow();
  }
  return value instanceof Uint ? value : noOverload("uint", value);
}

/** `double(value)`. */
export function toDoubleValue(value: Value): Double | CelError {
  if (isInt(value)) return new Double(Number(value));
  if (typeof value === "string") {
    const parsed = parseDouble(value);
    return parsed === undefined ? conversionError("string", "double") : new Double(parsed);
  }
  if (value instanceof Uint) return new Double(Number(value.value));
  return value instanceof Double ? value : noOverload("double", value);
}

/** `bool(value)`. */
export function toBoolValue(value: Value): boolean | CelError {
  if (typeof value === "boolean") return value;
  if (typeof value !== "string") return noOverload("bool", value);
  if (/^(?:1|t|T|TRUE|true|True)$/.test(value)) return true;
  return /^(?:0|f|F|FALSE|false|False)$/.test(value) ? false : conversionError("string", "bool");
}

/** `bytes(value)`. */
export function toBytesValue(value: Value): Uint8Array | CelError {
  if (typeof value === "string") return encodeUtf8(value);
  return value instanceof Uint8Array ? value : noOverload("bytes", value);
}

/** `string(value)` of the types of the language; those of libraries have overloads of their own. */
export function toStringValue(value: Value): string | CelError {
  if (typeof value === "string") return value;
  if (isInt(value) || typeof value === "boolean") return String(value);
  if (value instanceof Uint) return String(value.value);
  if (value instanceof Double) return formatFloat(value.value);
  if (value instanceof Timestamp) return formatTimestamp(value);
  if (value instanceof Duration) return formatDuration(value);
  if (!(value instanceof Uint8Array)) return noOverload("string", value);
  return decodeUtf8(value) ?? new CelError("invalid UTF-8 in bytes, cannot convert to string");
}

/** `timestamp(value)`. */
export function toTimestampValue(value: Value): Timestamp | CelError {
  if (isInt(value)) return timestampOf(value, 0);
  if (typeof value !== "string")
    return value instanceof Timestamp ? value : noOverload("timestamp", value);
  const parsed = parseTimestamp(value);
  if (parsed === undefined) return conversionError("string", "google.protobuf.Timestamp");
  return timestampOf(parsed.seconds, parsed.nanoseconds, parsed.offset);
}

/** `duration(value)`. */
export function toDurationValue(value: Value): Duration | CelError {
  if (typeof value !== "string")
    return value instanceof Duration ? value : noOverload("duration", value);
  return parseDuration(value) ?? conversionError("string", "google.protobuf.Duration");
}

function doubleToInt(value: number): Int | CelError {
  // Go excludes -2^63 itself as well.
  if (!(value > -(2 ** 63) && value < 2 ** 63)) return intOverflow();
  const whole = Math.trunc(value) + 0;
  return Number.isSafeInteger(whole) ? whole : BigInt(whole);
}

function conversionError(from: string, to: string): CelError {
  return new CelError(`type conversion error from '${from}' to '${to}'`);
}
