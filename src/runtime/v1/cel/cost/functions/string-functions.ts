import { formatString } from "../../libraries/format.js";
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
