import { findAllPattern, findPattern } from "../../libraries/regex.js";
import { isInt } from "../../values/value.js";
import type { FunctionTable } from "../function-table.js";
import { binary, functionTable, isText, ternary } from "../function-table.js";

/** Regular expressions beyond `matches`. */
export const regexFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  binary("find", isText, isText, findPattern),
  binary("findAll", isText, isText, (text: string, pattern: string) =>
    findAllPattern(text, pattern),
  ),
  ternary("findAll", [isText, isText, isInt], findAllPattern),
]);
