import { isUrlBefore36, parseUrlBefore36 } from "../../older/older-urls.js";
import type { FunctionTable } from "../function-table.js";
import { functionTable, isText, unary } from "../function-table.js";

/** What differs from the functions of URLs up to 1.35. */
export const urlFunctionsBefore36: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("url", isText, parseUrlBefore36),
  unary("isURL", isText, isUrlBefore36),
]);
