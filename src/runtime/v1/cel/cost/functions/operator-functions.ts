import {
  addValues,
  divideValues,
  moduloValues,
  multiplyValues,
  negateValue,
  subtractValues,
} from "../../operators/arithmetic.js";
import {
  addInts,
  divideInts,
  moduloInts,
  multiplyInts,
  negateInt,
  subtractInts,
} from "../../values/numbers.js";
import { isInt } from "../../values/value.js";
import type { FunctionTable } from "../function-table.js";
import { binary, functionTable, isAny, unary } from "../function-table.js";

/** Arithmetic. */
export const operatorFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("-_", isAny, negateValue),
  binary("_+_", isAny, isAny, addValues),
  binary("_-_", isAny, isAny, subtractValues),
  binary("_*_", isAny, isAny, multiplyValues),
  binary("_/_", isAny, isAny, divideValues),
  binary("_%_", isAny, isAny, moduloValues),
]);

/**
 * Arithmetic of ints alone, by overloads: a call whose operands are no ints finds none, which is
 * the error that arithmetic of any values has for them.
 */
export const intFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("negate_int64", isInt, negateInt),
  binary("add_int64", isInt, isInt, addInts),
  binary("subtract_int64", isInt, isInt, subtractInts),
  binary("multiply_int64", isInt, isInt, multiplyInts),
  binary("divide_int64", isInt, isInt, divideInts),
  binary("modulo_int64", isInt, isInt, moduloInts),
]);
