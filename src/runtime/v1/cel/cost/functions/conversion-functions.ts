import {
  toBoolValue,
  toBytesValue,
  toDoubleValue,
  toDurationValue,
  toIntValue,
  toStringValue,
  toTimestampValue,
  toUintValue,
} from "../../operators/convert.js";
import type { FunctionTable } from "../function-table.js";
import { functionTable, isAny, unary } from "../function-table.js";

/*
 * Conversions to another type: a table for each, so that a rule reaches no more than it uses.
 */

/** `bool(value)`. */
export const boolConversion: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("bool", isAny, toBoolValue),
]);

/** `bytes(value)`. */
export const bytesConversion: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("bytes", isAny, toBytesValue),
]);

/** `double(value)`. */
export const doubleConversion: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("double", isAny, toDoubleValue),
]);

/** `duration(value)`. */
export const durationConversion: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("duration", isAny, toDurationValue),
]);

/** `int(value)`. */
export const intConversion: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("int", isAny, toIntValue),
]);

/** `string(value)`. */
export const stringConversion: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("string", isAny, toStringValue),
]);

/** `timestamp(value)`. */
export const timestampConversion: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("timestamp", isAny, toTimestampValue),
]);

/** `uint(value)`. */
export const uintConversion: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("uint", isAny, toUintValue),
]);
