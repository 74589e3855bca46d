import type { Library } from "./row.js";
import { calls, library, member, row } from "./row.js";
import { duration, int, string, timestamp } from "./types.js";

/** Fields of times and durations (cel-go `common/stdlib/standard.go`). */
export const timesLibrary: Library = library({
  name: "standard times",
  introduced: 0,
  counted: "timeFunctions",
  functions: [
    row(
      "getDate",
      {},
      member("timestamp_to_day_of_month_1_based", [timestamp], int, calls("dayOfMonthFromOne")),
      member("timestamp_to_day_of_month_1_based_with_tz", [timestamp, string], int),
    ),
    row(
      "getDayOfMonth",
      {},
      member("timestamp_to_day_of_month", [timestamp], int, calls("dayOfMonth")),
      member("timestamp_to_day_of_month_with_tz", [timestamp, string], int),
    ),
    row(
      "getDayOfWeek",
      {},
      member("timestamp_to_day_of_week", [timestamp], int, calls("dayOfWeek")),
      member("timestamp_to_day_of_week_with_tz", [timestamp, string], int),
    ),
    row(
      "getDayOfYear",
      {},
      member("timestamp_to_day_of_year", [timestamp], int, calls("dayOfYear")),
      member("timestamp_to_day_of_year_with_tz", [timestamp, string], int),
    ),
    row(
      "getFullYear",
      {},
      member("timestamp_to_year", [timestamp], int, calls("fullYear")),
      member("timestamp_to_year_with_tz", [timestamp, string], int),
    ),
    row(
      "getHours",
      {},
      member("timestamp_to_hours", [timestamp], int, calls("hours")),
      member("timestamp_to_hours_with_tz", [timestamp, string], int),
      member("duration_to_hours", [duration], int, calls("durationHours")),
    ),
    row(
      "getMilliseconds",
      {},
      member("timestamp_to_milliseconds", [timestamp], int, calls("milliseconds")),
      member("timestamp_to_milliseconds_with_tz", [timestamp, string], int),
      member("duration_to_milliseconds", [duration], int, calls("durationMilliseconds")),
    ),
    row(
      "getMinutes",
      {},
      member("timestamp_to_minutes", [timestamp], int, calls("minutes")),
      member("timestamp_to_minutes_with_tz", [timestamp, string], int),
      member("duration_to_minutes", [duration], int, calls("durationMinutes")),
    ),
    row(
      "getMonth",
      {},
      member("timestamp_to_month", [timestamp], int, calls("month")),
      member("timestamp_to_month_with_tz", [timestamp, string], int),
    ),
    row(
      "getSeconds",
      {},
      member("timestamp_to_seconds", [timestamp], int, calls("seconds")),
      member("timestamp_to_seconds_tz", [timestamp, string], int),
      member("duration_to_seconds", [duration], int, calls("durationSeconds")),
    ),
  ],
});
