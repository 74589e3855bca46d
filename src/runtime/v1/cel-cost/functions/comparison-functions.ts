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

/** Order, membership, and the opposite of what they say. */
export const comparisonFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("!_", isBool, (value: boolean) => !value),
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
