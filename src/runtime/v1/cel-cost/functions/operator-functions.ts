import {
  addValues,
  divideValues,
  moduloValues,
  multiplyValues,
  negateValue,
  subtractValues,
} from "../../cel/operators/arithmetic.js";
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
