import { sizeOf } from "../../operators/dispatch.js";
import { typeOf } from "../../values/type-value.js";
import type { FunctionTable } from "../function-table.js";
import { functionTable, isAny, unary } from "../function-table.js";

/** What is asked of any value. */
export const sizeFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  unary("dyn", isAny, (value) => value),
  unary("size", isAny, sizeOf),
  unary("type", isAny, typeOf),
]);
