/**
 * A double as `%f` of Go prints it, with a fixed number of decimals, rounded half to even on its
 * exact value.
 */
export function formatFixed(value: number, decimals: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "+Inf" : "-Inf";
  const [whole, fraction] = fixedParts(value, decimals);
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  return sign + withFraction(whole, fraction);
}

/**
 * A double as `%f` reads in English, with separators of thousands and `∞`. Of a precision,
 * golang.org/x/text (`internal/number`) keeps eight bits as the least number of decimals and
 * sixteen as the greatest; a negative one stands for as many as tell the double from others.
 */
export function formatEnglish(value: number, precision: number): string {
  const named = namedText(value);
  if (named !== undefined) return named;
  const [least, most] = [precision & 0xff, (precision << 16) >> 16];
  const [whole, fraction] =
    most < 0 ? shortestParts(value) : fixedParts(value, Math.min(most, mostDecimals));
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ",");
  const decimals =
    fraction.slice(0, least).padEnd(least, "0") + fraction.slice(least).replace(/0+$/, "");
  return (value < 0 ? "-" : "") + withFraction(grouped, decimals);
}

/** No double has more. */
const mostDecimals = 1074;

function namedText(value: number): string | undefined {
  if (Number.isFinite(value)) return undefined;
  return Number.isNaN(value) ? "NaN" : value > 0 ? "∞" : "-∞";
}

function withFraction(whole: string, fraction: string): string {
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

/** The digits of the magnitude before and after the point. */
type Parts = readonly [whole: string, fraction: string];

function fixedParts(value: number, decimals: number): Parts {
  return pointed(scaledDigits(value, decimals), decimals);
}

/** With as few digits as tell the double from others. */
function shortestParts(value: number): Parts {
  const [mantissa = "", exponent = ""] = Math.abs(value).toExponential().split("e");
  const digits = mantissa.replace(".", "");
  const decimals = digits.length - 1 - Number(exponent);
  return decimals < 0
    ? [digits.padEnd(digits.length - decimals, "0"), ""]
    : pointed(digits, decimals);
}

function pointed(digits: string, decimals: number): Parts {
  const padded = digits.padStart(decimals + 1, "0");
  const point = padded.length - decimals;
  return [padded.slice(0, point), padded.slice(point)];
}

/**
 * A double as `%e` reads in English: `1.234568×10⁰³`, always six decimals. What stands as precision
 * in the clause is a width to cel-go, of which sixteen bits count, filled up with spaces. `space`
 * stands on both sides of the `×`.
 */
export function formatScientific(value: number, width: number, space: string): string {
  return scientificText(value, space).padStart(width & 0xffff, " ");
}

function scientificText(value: number, space: string): string {
  const named = namedText(value);
  if (named !== undefined) return named;
  const [mantissa = "", exponentText = ""] = roundedExponential(value);
  const exponent = Number(exponentText);
  const superscript = String(Math.abs(exponent))
    .padStart(2, "0")
    .replace(/\d/g, (digit) => superscripts.charAt(Number(digit)));
  return `${mantissa}${space}×${space}10${exponent < 0 ? "⁻" : ""}${superscript}`;
}

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/**
 * JavaScript rounds halves away from zero where Go takes the even digit, so the exact digits
 * decide.
 */
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
