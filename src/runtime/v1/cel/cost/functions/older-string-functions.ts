import {
  formatStringBefore33,
  indexOfTextBefore32,
  indexOfTextBefore37,
  lastIndexOfTextBefore32,
  lastIndexOfTextBefore34,
  lastIndexOfTextBefore37,
} from "../../older/older-strings.js";
import { isInt } from "../../values/value.js";
import type { FunctionTable } from "../function-table.js";
import { binary, functionTable, isListValue, isText, ternary } from "../function-table.js";

/** What differs from the strings extension up to 1.36. */
export const stringFunctionsBefore37: FunctionTable = /* @__PURE__ */ functionTable(() => [
  ternary("indexOf", [isText, isText, isInt], indexOfTextBefore37),
  ternary("lastIndexOf", [isText, isText, isInt], lastIndexOfTextBefore37),
]);

/** What differs from the strings extension up to 1.33. */
export const stringFunctionsBefore34: FunctionTable = /* @__PURE__ */ functionTable(() => [
  binary("lastIndexOf", isText, isText, lastIndexOfTextBefore34),
]);

/** What differs from the strings extension up to 1.32. */
export const stringFunctionsBefore33: FunctionTable = /* @__PURE__ */ functionTable(() => [
  binary("format", isText, isListValue, formatStringBefore33),
]);

/** What differs from the strings extension up to 1.31. */
export const stringFunctionsBefore32: FunctionTable = /* @__PURE__ */ functionTable(() => [
  binary("indexOf", isText, isText, (text, part) => indexOfTextBefore32(text, part)),
  ternary("indexOf", [isText, isText, isInt], indexOfTextBefore32),
  ternary("lastIndexOf", [isText, isText, isInt], lastIndexOfTextBefore32),
]);
