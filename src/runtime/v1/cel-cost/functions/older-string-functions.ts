import {
  indexOfTextBefore32,
  indexOfTextBefore37,
  lastIndexOfTextBefore32,
  lastIndexOfTextBefore37,
} from "../../cel/older/older-strings.js";
import { isInt } from "../../cel/values/value.js";
import type { FunctionTable } from "../function-table.js";
import { functionTable, isText, ternary } from "../function-table.js";

/** What differs from the strings extension up to 1.36. */
export const stringFunctionsBefore37: FunctionTable = /* @__PURE__ */ functionTable(() => [
  ternary("indexOf", [isText, isText, isInt], indexOfTextBefore37),
  ternary("lastIndexOf", [isText, isText, isInt], lastIndexOfTextBefore37),
]);

/** What differs from the strings extension up to 1.31. */
export const stringFunctionsBefore32: FunctionTable = /* @__PURE__ */ functionTable(() => [
  ternary("indexOf", [isText, isText, isInt], indexOfTextBefore32),
  ternary("lastIndexOf", [isText, isText, isInt], lastIndexOfTextBefore32),
]);
