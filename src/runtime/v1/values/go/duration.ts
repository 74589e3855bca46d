const limit = 2n ** 63n;

const unitNanoseconds: ReadonlyMap<string, bigint> = /* @__PURE__ */ new Map([
  ["ns", 1n],
  ["us", 1_000n],
  ["\u00b5s", 1_000n],
  ["\u03bcs", 1_000n],
  ["ms", 1_000_000n],
  ["s", 1_000_000_000n],
  ["m", 60_000_000_000n],
  ["h", 3_600_000_000_000n],
]);

/**
 * Nanoseconds of a text as Go's `time.ParseDuration` reads it (`1h30m`, `-1.5s`, `0`), within
 * int64; `undefined` where it does not.
 */
export function parseGoDuration(text: string): bigint | undefined {
  const unsigned = text.replace(/^[+-]/, "");
  if (unsigned === "0") return 0n;
  if (!/^(?:(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)[^.0-9]+)+$/.test(unsigned)) return undefined;
  let total = 0n;
  for (const [, whole = "", fraction = "", unit = ""] of unsigned.matchAll(
    /([0-9]*)(?:\.([0-9]*))?([^.0-9]+)/g,
  )) {
    const size = unitNanoseconds.get(unit);
    if (size === undefined || whole.replace(/^0+/, "").length > 19) return undefined;
    total += BigInt(whole) * size + fractionOf(fraction, size);
    if (total > limit) return undefined;
  }
  if (text.startsWith("-")) return -total;
  // Go works with magnitudes: only the negative limit itself may reach 2^63.
  return total === limit ? undefined : total;
}

/** A decimal fraction of a unit, truncated; digits beyond what int64 holds do not count. */
function fractionOf(digits: string, unit: bigint): bigint {
  let value = 0n;
  let scale = 1;
  for (const digit of digits) {
    const next = value * 10n + BigInt(digit);
    if (next > limit) break;
    value = next;
    scale *= 10;
  }
  return value === 0n ? 0n : BigInt(Math.trunc(Number(value) * (Number(unit) / scale)));
}
