import {
  Quantity,
  addIntToQuantity,
  addQuantities,
  compareQuantities,
  isGreaterQuantity,
  isIntegerQuantity,
  isLessQuantity,
  isQuantity,
  parseQuantity,
  quantityAsFloat,
  quantityAsInteger,
  quantitySign,
  subtractIntFromQuantity,
  subtractQuantities,
} from "../../libraries/quantity.js";
import { Double } from "../../values/numbers.js";
import { isInt } from "../../values/value.js";
import type { FunctionTable } from "../function-table.js";
import { binary, functionTable, isA, isText, unary } from "../function-table.js";

const amount = /* @__PURE__ */ isA(Quantity);

/** Quantities. */
export const quantityFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("quantity", isText, (text: string) => parseQuantity(text)),
  unary("isQuantity", isText, (text: string) => isQuantity(text)),
  unary("sign", amount, quantitySign),
  unary("isInteger", amount, isIntegerQuantity),
  unary("asInteger", amount, quantityAsInteger),
  unary("asApproximateFloat", amount, (value: Quantity) => new Double(quantityAsFloat(value))),
  binary("add", amount, amount, addQuantities),
  binary("add", amount, isInt, addIntToQuantity),
  binary("sub", amount, amount, subtractQuantities),
  binary("sub", amount, isInt, subtractIntFromQuantity),
  binary("compareTo", amount, amount, compareQuantities),
  binary("isLessThan", amount, amount, isLessQuantity),
  binary("isGreaterThan", amount, amount, isGreaterQuantity),
]);
