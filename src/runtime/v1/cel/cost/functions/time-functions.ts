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
import { CelError } from "../../values/error.js";
import {
  Duration,
  durationHours,
  durationMilliseconds,
  durationMinutes,
  durationSeconds,
  Timestamp,
} from "../../values/times.js";
import type { FunctionTable, Candidate } from "../function-table.js";
import { binary, functionTable, isA, isText, unary } from "../function-table.js";

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
