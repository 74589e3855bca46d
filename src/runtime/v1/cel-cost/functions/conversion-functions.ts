import {
  toBoolValue,
  toBytesValue,
  toDoubleValue,
  toDurationValue,
  toIntValue,
  toStringValue,
  toTimestampValue,
  toUintValue,
} from "../../cel/operators/convert.js";
import { sizeOf } from "../../cel/operators/size.js";
import { typeOf } from "../../cel/values/type-value.js";
import type { FunctionTable } from "../function-table.js";
import { functionTable, isAny, unary } from "../function-table.js";

/** Conversions, and `size`. */
export const conversionFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("bool", isAny, toBoolValue),
  unary("bytes", isAny, toBytesValue),
  unary("double", isAny, toDoubleValue),
  unary("duration", isAny, toDurationValue),
  unary("dyn", isAny, (value) => value),
  unary("int", isAny, toIntValue),
  unary("size", isAny, sizeOf),
  unary("string", isAny, toStringValue),
  unary("timestamp", isAny, toTimestampValue),
  unary("type", isAny, typeOf),
  unary("uint", isAny, toUintValue),
]);
