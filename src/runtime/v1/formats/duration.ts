/**
 * Format `duration` (`strfmt.IsDuration`): what Go's `time.ParseDuration` reads, or any text with a number and a unit of
 * Scala's durations somewhere in it.
 */
export function isDuration(value: string): boolean {
  return isGoDuration(value) || hasScalaDuration(value);
}

const nanoseconds: ReadonlyMap<string, bigint> = /* @__PURE__ */ new Map([
  ["ns", 1n],
  ["us", 1_000n],
  ["\u00b5s", 1_000n],
  ["\u03bcs", 1_000n],
  ["ms", 1_000_000n],
  ["s", 1_000_000_000n],
  ["m", 60_000_000_000n],
  ["h", 3_600_000_000_000n],
]);

const int64Max = 0x7fff_ffff_ffff_ffffn;

/** `1h30m`, `-1.5h`, `0`; at most what an int64 of nanoseconds holds. The fraction's share is left out of that. */
function isGoDuration(value: string): boolean {
  const unsigned = value.replace(/^[+-]/, "");
  if (unsigned === "0") return true;
  if (!/^(?:(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)[^.0-9]+)+$/.test(unsigned)) return false;
  const limit = value.startsWith("-") ? int64Max + 1n : int64Max;
  let total = 0n;
  for (const [, whole = "", unit = ""] of unsigned.matchAll(/([0-9]*)(?:\.[0-9]*)?([^.0-9]+)/g)) {
    const size = nanoseconds.get(unit);
    if (size === undefined || whole.replace(/^0+/, "").length > 19) return false;
    total += BigInt(whole) * size;
    if (total > limit) return false;
  }
  return true;
}

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
