import { parseGoDuration } from "../go/time.js";

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
