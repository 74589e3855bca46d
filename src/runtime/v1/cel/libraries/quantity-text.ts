import type { Quantity } from "./quantity.js";
import { compareQuantities, quantityOfInt } from "./quantity.js";

/** A quantity in its canonical form, as Go's `Quantity.String` gives it for what was computed. */
export function quantityText(quantity: Quantity): string {
  if (quantity.unscaled === 0n) return "0";
  const binary = quantity.format === "binarySI" ? binaryText(quantity) : undefined;
  return binary ?? decimalText(quantity);
}

const decimalSuffixes = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"];
const binarySuffixes = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];

/** `undefined`: too small or no whole number, so it is written in decimals. */
function binaryText(quantity: Quantity): string | undefined {
  const limit = quantityOfInt(1024);
  const small =
    compareQuantities(quantity, limit) < 0 && compareQuantities(quantity, quantityOfInt(-1024)) > 0;
  if (small) return undefined;
  const { unscaled, exponent } = quantity;
  const power = 10n ** BigInt(Math.abs(exponent));
  if (exponent < 0 && unscaled % power !== 0n) return undefined;
  let whole = exponent < 0 ? unscaled / power : unscaled * power;
  const step = Math.floor(zerosBehind(whole.toString(2)) / 10);
  whole >>= BigInt(10 * step);
  return `${whole}${binarySuffixes[step] ?? ""}`;
}

function decimalText(quantity: Quantity): string {
  let { unscaled, exponent } = quantity;
  const digits = String(unscaled);
  const zeros = zerosBehind(digits);
  unscaled = BigInt(digits.slice(0, digits.length - zeros));
  exponent += zeros;
  while (exponent % 3 !== 0) {
    unscaled *= 10n;
    exponent--;
  }
  if (quantity.format === "decimalExponent") {
    return exponent === 0 ? String(unscaled) : `${unscaled}e${exponent}`;
  }
  // A number too big or too small for a suffix is written without any.
  return `${unscaled}${decimalSuffixes[exponent / 3 + 3] ?? ""}`;
}

function zerosBehind(digits: string): number {
  let end = digits.length;
  while (digits.charAt(end - 1) === "0") end--;
  return digits.length - end;
}
