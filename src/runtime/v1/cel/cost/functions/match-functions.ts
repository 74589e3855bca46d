import type { TextMatcher } from "../../../validation/value-schema.js";
import { matchesPattern } from "../../libraries/regex.js";
import type { FunctionTable } from "../function-table.js";
import { binary, functionTable, isText } from "../function-table.js";

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
