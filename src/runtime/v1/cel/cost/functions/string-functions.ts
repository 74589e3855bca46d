import type { TextMatcher } from "../../../validation/value-schema.js";
import { formatString } from "../../libraries/format.js";
import { findAllPattern, findPattern, matchesPattern } from "../../libraries/regex.js";
import {
  charAt,
  indexOfText,
  joinTexts,
  lastIndexOfText,
  lastIndexOfTextFrom,
  lowerAscii,
  quoteText,
  replaceText,
  splitText,
  substring,
  trimText,
  upperAscii,
} from "../../libraries/strings.js";
import type { Int, List } from "../../values/value.js";
import { isInt } from "../../values/value.js";
import type { FunctionTable } from "../function-table.js";
import { binary, functionTable, isListValue, isText, ternary, unary } from "../function-table.js";

/** The language's functions for strings, but for `matches`. */
export const textFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  binary("add_string", isText, isText, (text: string, other: string) => text + other),
  binary("contains", isText, isText, (text: string, part: string) => text.includes(part)),
  binary("endsWith", isText, isText, (text: string, end: string) => text.endsWith(end)),
  binary("startsWith", isText, isText, (text: string, start: string) => text.startsWith(start)),
]);

/** `matches` with whatever pattern comes. */
export const matchFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  binary("matches", isText, isText, matchesPattern),
]);

/** `matches` with the one pattern of a call, compiled. */
export function matching(pattern: TextMatcher): FunctionTable {
  return functionTable(() => [
    binary("matches", isText, isText, (text: string) => pattern.test(text)),
  ]);
}

/** Regular expressions beyond `matches`. */
export const regexFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  binary("find", isText, isText, findPattern),
  binary("findAll", isText, isText, (text: string, pattern: string) =>
    findAllPattern(text, pattern),
  ),
  ternary("findAll", [isText, isText, isInt], findAllPattern),
]);

/** The strings extension. */
export const stringFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  binary("charAt", isText, isInt, charAt),
  binary("indexOf", isText, isText, (text: string, part: string) => indexOfText(text, part, 0)),
  ternary("indexOf", [isText, isText, isInt], indexOfText),
  binary("lastIndexOf", isText, isText, lastIndexOfText),
  ternary("lastIndexOf", [isText, isText, isInt], lastIndexOfTextFrom),
  unary("join", isListValue, (values: List) => joinTexts(values)),
  binary("join", isListValue, isText, joinTexts),
  unary("lowerAscii", isText, (text: string) => lowerAscii(text)),
  unary("upperAscii", isText, (text: string) => upperAscii(text)),
  ternary("replace", [isText, isText, isText], (text: string, old: string, by: string) =>
    replaceText(text, old, by),
  ),
  {
    name: "replace",
    parameters: [isText, isText, isText, isInt],
    call: (args) => replaceText(...(args as [string, string, string, Int])), // checked
  },
  binary("split", isText, isText, (text: string, by: string) => splitText(text, by)),
  ternary("split", [isText, isText, isInt], splitText),
  binary("substring", isText, isInt, (text: string, start: Int) => substring(text, start)),
  ternary("substring", [isText, isInt, isInt], substring),
  unary("trim", isText, (text: string) => trimText(text)),
  unary("strings.quote", isText, (text: string) => quoteText(text)),
  binary("format", isText, isListValue, formatString),
]);
