/**
 * A double with a fixed number of decimals, rounded half to even on its exact value as Go does. In English that is with
 * separators of thousands and `∞`, else as `%f` prints it.
 */
export function formatFixed(value: number, decimals: number, english: boolean): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) {
    if (english) return value > 0 ? "∞" : "-∞";
    return value > 0 ? "+Inf" : "-Inf";
  }
  const digits = scaledDigits(value, decimals).padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const grouped = english ? whole.replace(/\B(?=(?:\d{3})+$)/g, ",") : whole;
  const fraction = decimals === 0 ? "" : `.${digits.slice(digits.length - decimals)}`;
  const negative = english ? value < 0 : value < 0 || Object.is(value, -0);
  return (negative ? "-" : "") + grouped + fraction;
}

/**
 * A double as `%e` reads in English: `1.234568×10⁰³`, always six decimals. What stands as precision in the clause is a
 * width to cel-go, filled up with spaces.
 */
export function formatScientific(value: number, width: number): string {
  return scientificText(value).padStart(width, " ");
}

function scientificText(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "-∞";
  const [mantissa = "", exponentText = ""] = roundedExponential(value);
  const exponent = Number(exponentText);
  const superscript = String(Math.abs(exponent))
    .padStart(2, "0")
    .replace(/\d/g, (digit) => superscripts.charAt(Number(digit)));
  return `${mantissa}×10${exponent < 0 ? "⁻" : ""}${superscript}`;
}

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** JavaScript rounds halves away from zero where Go takes the even digit, so the exact digits decide. */
function roundedExponential(value: number): readonly string[] {
  const parts = value.toExponential(6).split("e");
  const exact = value.toExponential(40).split("e")[0] ?? "";
  const tie = /^(-?\d\.\d{5}(\d))50*$/.exec(exact);
  if (tie === null || Number(tie[2]) % 2 !== 0) return parts;
  return [tie[1] ?? "", parts[1] ?? ""];
}

/** The magnitude times a power of ten, rounded half to even, as digits. */
function scaledDigits(value: number, decimals: number): string {
  const [mantissa, exponent] = binaryParts(Math.abs(value));
  const scaled = mantissa * 10n ** BigInt(decimals);
  if (exponent >= 0) return String(scaled << BigInt(exponent));
  const shift = BigInt(-exponent);
  const quotient = scaled >> shift;
  const rest = scaled - (quotient << shift);
  const half = 1n << (shift - 1n);
  const up = rest > half || (rest === half && (quotient & 1n) === 1n);
  return String(up ? quotient + 1n : quotient);
}

/** `value = mantissa * 2^exponent`. */
function binaryParts(value: number): readonly [bigint, number] {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  return biased === 0 ? [fraction, -1074] : [fraction | (1n << 52n), biased - 1075];
}
