import { Cidr } from "../../libraries/cidr.js";
import { cidrContainsCidrBefore32, cidrContainsCidrTextBefore32 } from "../../older/older-cidrs.js";
import { rangeListBefore37 } from "../../older/older-lists.js";
import {
  labelValueFormatBefore35,
  namedFormatBefore35,
  namedFormatBefore36,
  qualifiedNameFormatBefore35,
  uriFormatBefore36,
} from "../../older/older-named-formats.js";
import {
  formatStringBefore33,
  indexOfTextBefore32,
  indexOfTextBefore37,
  lastIndexOfTextBefore32,
  lastIndexOfTextBefore34,
  lastIndexOfTextBefore37,
} from "../../older/older-strings.js";
import { isUrlBefore36, parseUrlBefore36 } from "../../older/older-urls.js";
import { isInt } from "../../values/value.js";
import type { FunctionTable } from "../function-table.js";
import {
  binary,
  functionTable,
  isA,
  isListValue,
  isText,
  nullary,
  ternary,
  unary,
} from "../function-table.js";

/** The functions of named formats that differ up to 1.35. */
export const formatFunctionsBefore36: FunctionTable = /* @__PURE__ */ functionTable(() => [
  nullary("format.uri", uriFormatBefore36),
  unary("format.named", isText, namedFormatBefore36),
]);

/** The functions of named formats that differ up to 1.34. */
export const formatFunctionsBefore35: FunctionTable = /* @__PURE__ */ functionTable(() => [
  nullary("format.qualifiedName", qualifiedNameFormatBefore35),
  nullary("format.labelValue", labelValueFormatBefore35),
  unary("format.named", isText, namedFormatBefore35),
]);

const ipRangeBefore32 = /* @__PURE__ */ isA(Cidr);

/** The functions of IP ranges that differ up to 1.31. */
export const ipFunctionsBefore32: FunctionTable = /* @__PURE__ */ functionTable(() => [
  binary("containsCIDR", ipRangeBefore32, ipRangeBefore32, cidrContainsCidrBefore32),
  binary("containsCIDR", ipRangeBefore32, isText, cidrContainsCidrTextBefore32),
]);

/** The functions of the lists extension that differ up to 1.36. */
export const listExtensionFunctionsBefore37: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("lists.range", isInt, rangeListBefore37),
]);

/** The functions of the strings extension that differ up to 1.36. */
export const stringFunctionsBefore37: FunctionTable = /* @__PURE__ */ functionTable(() => [
  ternary("indexOf", [isText, isText, isInt], indexOfTextBefore37),
  ternary("lastIndexOf", [isText, isText, isInt], lastIndexOfTextBefore37),
]);

/** The functions of the strings extension that differ up to 1.33. */
export const stringFunctionsBefore34: FunctionTable = /* @__PURE__ */ functionTable(() => [
  binary("lastIndexOf", isText, isText, lastIndexOfTextBefore34),
]);

/** The functions of the strings extension that differ up to 1.32. */
export const stringFunctionsBefore33: FunctionTable = /* @__PURE__ */ functionTable(() => [
  binary("format", isText, isListValue, formatStringBefore33),
]);

/** The functions of the strings extension that differ up to 1.31. */
export const stringFunctionsBefore32: FunctionTable = /* @__PURE__ */ functionTable(() => [
  binary("indexOf", isText, isText, (text, part) => indexOfTextBefore32(text, part)),
  ternary("indexOf", [isText, isText, isInt], indexOfTextBefore32),
  ternary("lastIndexOf", [isText, isText, isInt], lastIndexOfTextBefore32),
]);

/** The functions of URLs that differ up to 1.35. */
export const urlFunctionsBefore36: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("url", isText, parseUrlBefore36),
  unary("isURL", isText, isUrlBefore36),
]);
