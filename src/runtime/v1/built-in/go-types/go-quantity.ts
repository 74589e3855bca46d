import { parseQuantity, quantityText } from "../../cel/libraries/quantity.js";
import { CelError } from "../../cel/values/error.js";
import { goJson } from "../../values/go/json.js";
import type { Json } from "../../values/json/json.js";
import { Float64 } from "../../values/json/json.js";

/*
 * Quantities in JSON (apimachinery `api/resource/quantity.go`).
 */

/** Why Go reads no quantity from a value of JSON; undefined for a good one. */
export function quantityFault(value: Json): string | undefined {
  if (value === null) return undefined;
  const quantity = parseQuantity(quantityOf(value));
  return quantity instanceof CelError ? quantity.message : undefined;
}

/** A quantity as Go prints it after it was read: mostly in its canonical form. */
export function printedQuantity(value: Json): string {
  if (value === null) return "0";
  const text = quantityOf(value);
  const quantity = parseQuantity(text);
  if (quantity instanceof CelError) return text;
  return isKept(text) ? text : quantityText(quantity);
}

/** The text that Go parses: that of a string, or of whatever stands there. */
function quantityOf(value: Json): string {
  if (typeof value === "string") return value.trim();
  return value instanceof Float64 ? String(value.value) : goJson(value);
}

const short = /^[+-]?0*(\d+)(?:\.(\d*))?([a-zA-Z]*)([+-]?\d*)$/;

/** Texts that look canonical are kept as they were written (`ParseQuantity`). */
function isKept(text: string): boolean {
  const [, whole = "", fraction = "", unit = "", exponent = ""] = short.exec(text) ?? [];
  const digits = whole + fraction;
  if (whole === "" || text === "0") return text === "0";
  if (unit.endsWith("i")) return fraction === "" && (BigInt(digits) & 7n) !== 0n;
  const isShort = digits.length <= 18 && !digits.endsWith("000") && !digits.startsWith("0");
  const isWhole = (Number(exponent) - fraction.length) % 3 === 0;
  return isShort && isWhole;
}
