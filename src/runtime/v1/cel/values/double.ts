import { BoxedNumber } from "./number.js";

/** A double among values of other types. */
export class Double extends BoxedNumber {
  readonly typeName: string = "double";
  readonly value: number;

  constructor(value: number) {
    super();
    this.value = value;
  }
}

const decimalFloat = /^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
const hexFloat = /^([+-]?)0[xX]([0-9a-fA-F]*)\.?([0-9a-fA-F]*)[pP]([+-]?[0-9]+)$/;
const infinity = /^([+-]?)inf(?:inity)?$/i;

/**
 * Text as Go's `strconv.ParseFloat` reads it; `undefined` where it does not, or where it overflows.
 */
export function parseDouble(written: string): number | undefined {
  const text = withoutUnderscores(written);
  if (decimalFloat.test(text)) {
    const value = Number(text);
    return Number.isFinite(value) ? value : undefined;
  }
  const infinite = infinity.exec(text);
  if (infinite !== null) return infinite[1] === "-" ? -Infinity : Infinity;
  if (/^nan$/i.test(text)) return NaN;
  return parseHexFloat(text);
}

/** Underscores may stand between digits, and behind `0x`. */
function withoutUnderscores(text: string): string {
  if (!text.includes("_") || /(?:^|[^0-9a-fx])_|_(?:[^0-9a-f]|$)/i.test(text)) return text;
  return text.replaceAll("_", "");
}

function parseHexFloat(text: string): number | undefined {
  const match = hexFloat.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = "", fraction = "", exponent = ""] = match;
  if (whole === "" && fraction === "") return undefined;
  const value = scaleByPowerOfTwo(
    BigInt(`0x${whole}${fraction}`),
    Number(exponent) - 4 * fraction.length,
  );
  if (!Number.isFinite(value)) return undefined;
  return sign === "-" ? -value : value;
}

function scaleByPowerOfTwo(mantissa: bigint, exponent: number): number {
  if (mantissa === 0n) return 0;
  let bits = mantissa.toString(2).length;
  let shifted = mantissa;
  let power = exponent;
  // Keep 64 bits and a sticky bit, so that the one rounding to come is right.
  if (bits > 64) {
    const drop = BigInt(bits - 64);
    const sticky = (shifted & ((1n << drop) - 1n)) === 0n ? 0n : 1n;
    shifted = (shifted >> drop) | sticky;
    power += Number(drop);
    bits = 64;
  }
  if (power + bits > 1100) return Infinity;
  if (power + bits < -1100) return 0;
  // Two steps: 2 ** power alone may be out of range.
  const half = Math.trunc(power / 2);
  return Number(shifted) * 2 ** half * 2 ** (power - half);
}
