import type { FunctionTable } from "../function-table.js";
import { binary, functionTable, isText } from "../function-table.js";

/** What the language has for strings, but for `matches`. */
export const textFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  binary("add_string", isText, isText, (text: string, other: string) => text + other),
  binary("contains", isText, isText, (text: string, part: string) => text.includes(part)),
  binary("endsWith", isText, isText, (text: string, end: string) => text.endsWith(end)),
  binary("startsWith", isText, isText, (text: string, start: string) => text.startsWith(start)),
]);
