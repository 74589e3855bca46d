import {
  labelValueFormatBefore35,
  namedFormatBefore35,
  namedFormatBefore36,
  qualifiedNameFormatBefore35,
  uriFormatBefore36,
} from "../../older/older-named-formats.js";
import type { FunctionTable } from "../function-table.js";
import { functionTable, isText, nullary, unary } from "../function-table.js";

/** What differs from the named formats up to 1.35. */
export const formatFunctionsBefore36: FunctionTable = /* @__PURE__ */ functionTable(() => [
  nullary("format.uri", uriFormatBefore36),
  unary("format.named", isText, namedFormatBefore36),
]);

/** What differs from the named formats up to 1.34. */
export const formatFunctionsBefore35: FunctionTable = /* @__PURE__ */ functionTable(() => [
  nullary("format.qualifiedName", qualifiedNameFormatBefore35),
  nullary("format.labelValue", labelValueFormatBefore35),
  unary("format.named", isText, namedFormatBefore35),
]);
