import {
  Optional,
  firstOf,
  lastOf,
  optionalNone,
  optionalOfNonZero,
  optionalValue,
  unwrapOptionals,
} from "../../values/optional.js";
import type { FunctionTable } from "../function-table.js";
import { functionTable, isA, isAny, isListValue, nullary, unary } from "../function-table.js";

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
