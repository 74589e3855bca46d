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
import type { FunctionTable } from "../function-table.js";
import { functionTable, isAny, unary } from "../function-table.js";

/** Conversions to another type. */
export const conversionFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("bool", isAny, toBoolValue),
  unary("bytes", isAny, toBytesValue),
  unary("double", isAny, toDoubleValue),
  unary("duration", isAny, toDurationValue),
  unary("int", isAny, toIntValue),
  unary("string", isAny, toStringValue),
  unary("timestamp", isAny, toTimestampValue),
  unary("uint", isAny, toUintValue),
]);
