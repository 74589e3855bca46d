import { lowerCase } from "../go/quote.js";
import { isPlainTime } from "../go/time.js";
import { isDate } from "./date.js";

/**
 * Format `date-time` (`strfmt.IsDateTime`): date, `T`, time with offset. Any character may stand
 * before the digits of the fraction, the offset has no range, there is no leap second, and what
 * follows another `t` is not looked at.
 */
export function isDateTime(value: string): boolean {
  return isPlainTime(value) || isOddDateTime(value);
}

function isOddDateTime(value: string): boolean {
  // Most texts that are none can be told by this.
  if (value.charAt(10).toLowerCase() !== "t") return false;
  const [date = "", time] = lowerCase(value).split("t");
  if (time === undefined || !isDate(date)) return false;
  const match =
    /^([0-9]{2}):([0-9]{2}):([0-9]{2})(?:[^\n][0-9]+)?(?:z|[+-][0-9]{2}:[0-9]{2})$/u.exec(time);
  if (match === null) return false;
  return Number(match[1]) <= 23 && Number(match[2]) <= 59 && Number(match[3]) <= 59;
}
