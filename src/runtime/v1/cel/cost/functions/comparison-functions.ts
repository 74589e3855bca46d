import { celGreater, celGreaterEquals, celLess, celLessEquals } from "../../operators/compare.js";
import { listIncludes } from "../../values/equal.js";
import { CelError } from "../../values/error.js";
import type { List, MapValue, Value } from "../../values/value.js";
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
