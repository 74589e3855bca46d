/**
 * A float64 as Go prints it with `%v` (`strconv.FormatFloat` with `g` and the shortest digits):
 * with an exponent of at least two digits below 1e-4 and from 1e6 on.
 */
export function formatFloat(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  const [digits = "", exponent = ""] = value.toExponential().split("e");
  const power = Number(exponent);
  if (power >= -4 && power < 6) return String(value);
  return `${digits}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}

/**
 * A float64 as Go's `encoding/json` writes it: as JavaScript does, but for the sign of zero. Not a
 * number and infinity, which Go refuses, become `null` as in `JSON.stringify`.
 */
export function formatJsonFloat(value: number): string {
  if (!Number.isFinite(value)) return "null";
  return Object.is(value, -0) ? "-0" : String(value);
}

/**
 * A float64 in plain decimal notation with the shortest digits (`strconv.FormatFloat` with `f` and
 * -1): never with an exponent.
 */
export function formatDecimal(value: number): string {
  if (!Number.isFinite(value)) return formatFloat(value);
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  const [mantissa = "", exponent = ""] = Math.abs(value).toExponential().split("e");
  const digits = mantissa.replace(".", "");
  const point = Number(exponent) + 1;
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits.padEnd(point, "0");
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}
