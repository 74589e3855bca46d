import { daysIn, isPlainDate } from "../go/time.js";

/**
 * Format `date`: `2006-01-02`, a day that exists in the Gregorian calendar, years 0000 to 9999
 * (`strfmt.IsDate`).
 */
export function isDate(value: string): boolean {
  if (value.length !== 10) return false;
  if (isPlainDate(value)) return true;
  const match = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(value);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}
