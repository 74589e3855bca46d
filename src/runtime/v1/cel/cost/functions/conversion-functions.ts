import { inTimeZone } from "../../libraries/time-zone.js";
import {
  dayOfMonth,
  dayOfMonthFromOne,
  dayOfWeek,
  dayOfYear,
  fullYear,
  hours,
  milliseconds,
  minutes,
  month,
  seconds,
} from "../../libraries/timestamp-fields.js";
import {
  toBoolValue,
  toBytesValue,
  toDoubleValue,
  toDurationValue,
  toIntValue,
  toStringValue,
  toTimestampValue,
  toUintValue,
} from "../../operators/convert.js";
import { CelError } from "../../values/error.js";
import {
  Duration,
  durationHours,
  durationMilliseconds,
  durationMinutes,
  durationSeconds,
  Timestamp,
} from "../../values/times.js";
import type { Candidate, FunctionTable } from "../function-table.js";
import { binary, functionTable, isA, isAny, isText, unary } from "../function-table.js";

/*
 * Conversions to another type: a table for each, so that a rule reaches no more than it uses.
 */

/** `bool(value)`. */
export const boolConversion: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("bool", isAny, toBoolValue),
]);

/** `bytes(value)`. */
export const bytesConversion: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("bytes", isAny, toBytesValue),
]);

/** `double(value)`. */
export const doubleConversion: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("double", isAny, toDoubleValue),
]);

/** `duration(value)`. */
export const durationConversion: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("duration", isAny, toDurationValue),
]);

/** `int(value)`. */
export const intConversion: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("int", isAny, toIntValue),
]);

/** `string(value)`. */
export const stringConversion: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("string", isAny, toStringValue),
]);

/** `timestamp(value)`. */
export const timestampConversion: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("timestamp", isAny, toTimestampValue),
]);

/** `uint(value)`. */
export const uintConversion: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("uint", isAny, toUintValue),
]);

const time = /* @__PURE__ */ isA(Timestamp);
const span = /* @__PURE__ */ isA(Duration);

/** Fields of timestamps and durations. */
export const timeFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  ...timestampField("getFullYear", fullYear),
  ...timestampField("getMonth", month),
  ...timestampField("getDate", dayOfMonthFromOne),
  ...timestampField("getDayOfMonth", dayOfMonth),
  ...timestampField("getDayOfWeek", dayOfWeek),
  ...timestampField("getDayOfYear", dayOfYear),
  ...timestampField("getHours", hours),
  ...timestampField("getMinutes", minutes),
  ...timestampField("getSeconds", seconds),
  ...timestampField("getMilliseconds", milliseconds),
  unary("getHours", span, durationHours),
  unary("getMinutes", span, durationMinutes),
  unary("getSeconds", span, durationSeconds),
  unary("getMilliseconds", span, durationMilliseconds),
]);

/** A field in UTC, or in a time zone. */
function timestampField(
  name: string,
  field: (timestamp: Timestamp) => number,
): readonly Candidate[] {
  return [
    unary(name, time, field),
    binary(name, time, isText, (timestamp: Timestamp, zone: string) => {
      const local = inTimeZone(timestamp, zone);
      return local instanceof CelError ? local : field(local);
    }),
  ];
}
