import {
  addValues,
  divideValues,
  moduloValues,
  multiplyValues,
  negateValue,
  subtractValues,
} from "../../operators/arithmetic.js";
import { celGreater, celGreaterEquals, celLess, celLessEquals } from "../../operators/compare.js";
import { sizeOf } from "../../operators/dispatch.js";
import { listIncludes } from "../../values/equal.js";
import { CelError } from "../../values/error.js";
import {
  addInts,
  divideInts,
  moduloInts,
  multiplyInts,
  negateInt,
  subtractInts,
} from "../../values/numbers.js";
import {
  firstOf,
  lastOf,
  Optional,
  optionalNone,
  optionalOfNonZero,
  optionalValue,
  unwrapOptionals,
} from "../../values/optional.js";
import { typeOf } from "../../values/type-value.js";
import type { List, MapValue, Value } from "../../values/value.js";
import { isInt } from "../../values/value.js";
import type { FunctionTable } from "../function-table.js";
import {
  binary,
  functionTable,
  isA,
  isAny,
  isBool,
  isListValue,
  isMapValue,
  nullary,
  unary,
} from "../function-table.js";

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

/** The opposite of what a bool says. */
export const notFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("!_", isBool, (value: boolean) => !value),
]);

/** Order. */
export const comparisonFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  binary("_<_", isAny, isAny, celLess),
  binary("_<=_", isAny, isAny, celLessEquals),
  binary("_>_", isAny, isAny, celGreater),
  binary("_>=_", isAny, isAny, celGreaterEquals),
]);

/** Membership in lists, and among the keys of maps. */
export const membershipFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  binary("@in", isAny, isListValue, (element: Value, values: List) =>
    listIncludes(values, element),
  ),
  binary("@in", isAny, isMapValue, (key: Value, values: MapValue) => {
    const found = values.find(key);
    return found instanceof CelError ? found : found !== undefined;
  }),
]);

/** The functions that take any value. */
export const sizeFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("dyn", isAny, (value) => value),
  unary("size", isAny, sizeOf),
  unary("type", isAny, typeOf),
]);

const optional = /* @__PURE__ */ isA(Optional);

/** Optional values. */
export const optionalFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  nullary("optional.none", () => optionalNone),
  unary("optional.of", isAny, (value) => new Optional(value)),
  unary("optional.ofNonZeroValue", isAny, optionalOfNonZero),
  unary("optional.unwrap", isListValue, unwrapOptionals),
  unary("unwrapOpt", isListValue, unwrapOptionals),
  unary("hasValue", optional, (value: Optional) => value.value !== undefined),
  unary("value", optional, optionalValue),
  unary("first", isListValue, firstOf),
  unary("last", isListValue, lastOf),
]);
