import {
  addValues,
  divideValues,
  moduloValues,
  multiplyValues,
  negateValue,
  subtractValues,
} from "../../cel/operators/arithmetic.js";
import {
  celGreater,
  celGreaterEquals,
  celLess,
  celLessEquals,
} from "../../cel/operators/compare.js";
import { listIncludes } from "../../cel/values/equal.js";
import { CelError } from "../../cel/values/error.js";
import type { List, MapValue, Value } from "../../cel/values/value.js";
import type { FunctionTable } from "../function-table.js";
import {
  binary,
  functionTable,
  isAny,
  isBool,
  isListValue,
  isMapValue,
  unary,
} from "../function-table.js";

/** The operators. */
export const operatorFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("!_", isBool, (value: boolean) => !value),
  unary("-_", isAny, negateValue),
  binary("_+_", isAny, isAny, addValues),
  binary("_-_", isAny, isAny, subtractValues),
  binary("_*_", isAny, isAny, multiplyValues),
  binary("_/_", isAny, isAny, divideValues),
  binary("_%_", isAny, isAny, moduloValues),
  binary("_<_", isAny, isAny, celLess),
  binary("_<=_", isAny, isAny, celLessEquals),
  binary("_>_", isAny, isAny, celGreater),
  binary("_>=_", isAny, isAny, celGreaterEquals),
  binary("@in", isAny, isListValue, (element: Value, values: List) =>
    listIncludes(values, element),
  ),
  binary("@in", isAny, isMapValue, (key: Value, values: MapValue) => {
    const found = values.find(key);
    return found instanceof CelError ? found : found !== undefined;
  }),
]);
