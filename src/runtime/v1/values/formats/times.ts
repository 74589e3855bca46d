import { lowerCase } from "../go/quote.js";
import { daysIn, isPlainDate, isPlainTime, parseGoDuration } from "../go/time.js";

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

/** The texts that `parseGoTime` reads, but for the number of days of the month. */
const goTimePattern =
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01]?[0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:[.,][0-9]+)?(?:Z|[+-](?:[01][0-9]|2[0-4]):(?:[0-5][0-9]|60))$/;

/** Tells whether Go reads a text as a time of RFC 3339, as it does in metadata. */
export function isGoTime(text: string): boolean {
  return isPlainTime(text) || (goTimePattern.test(text) && isDate(text.slice(0, 10)));
}

/**
 * Format `duration` (`strfmt.IsDuration`): what Go's `time.ParseDuration` reads, or any text with a
 * number and a unit of Scala's durations somewhere in it.
 */
export function isDuration(value: string): boolean {
  return parseGoDuration(value) !== undefined || hasScalaDuration(value);
}

const int64Max = 0x7fff_ffff_ffff_ffffn;

const scalaUnits =
  /^(?:ns|us|\u00b5s|ms|[smhdw]|hr|wk)$|^(?:nano|micro|milli|sec|min|hour|day|week)/;

/** A number beyond int64 anywhere before a word spoils the whole. */
function hasScalaDuration(value: string): boolean {
  let found = false;
  for (const [, digits = "", word = ""] of value.matchAll(
    /([0-9]+)[\t\n\f\r ]*([A-Za-z\u00b5]*)/g,
  )) {
    if (word === "") continue;
    const significant = digits.replace(/^0+/, "");
    if (significant.length > 19 || BigInt(digits) > int64Max) return false;
    if (scalaUnits.test(word.toLowerCase())) found = true;
  }
  return found;
}
