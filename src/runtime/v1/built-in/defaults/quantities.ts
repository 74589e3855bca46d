import { parseQuantity, Quantity, quantityText } from "../../cel/libraries/quantity.js";
import type { JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";

/** Amounts of resources are whole thousandths: smaller parts are rounded away from zero. */
export function roundResources(list: JsonObject): void {
  for (const [name, value] of Object.entries(list)) {
    const quantity = parseQuantity(String(value));
    if (quantity instanceof Quantity && quantity.exponent < milli) {
      list[name] = quantityText(roundedUp(quantity));
    }
  }
}

const milli = -3;

function roundedUp(quantity: Quantity): Quantity {
  const unit = 10n ** BigInt(milli - quantity.exponent);
  const { unscaled } = quantity;
  const [whole, rest] = [unscaled / unit, unscaled % unit];
  const rounded = rest === 0n ? whole : whole + (unscaled < 0n ? -1n : 1n);
  return new Quantity(rounded, milli, quantity.fast, quantity.format);
}

/** A list of resources; none is empty. */
export function resourcesAt(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isObject(value) ? value : {};
}
