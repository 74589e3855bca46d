import { rangeListBefore37 } from "../../older/older-lists.js";
import { isInt } from "../../values/value.js";
import type { FunctionTable } from "../function-table.js";
import { functionTable, unary } from "../function-table.js";

/** What differs from the lists extension up to 1.36. */
export const listExtensionFunctionsBefore37: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("lists.range", isInt, rangeListBefore37),
]);
