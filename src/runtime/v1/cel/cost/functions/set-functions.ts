import { setContains, setsEquivalent, setsIntersect } from "../../libraries/sets.js";
import type { FunctionTable } from "../function-table.js";
import { binary, functionTable, isListValue } from "../function-table.js";

/** The sets extension. */
export const setFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  binary("sets.contains", isListValue, isListValue, setContains),
  binary("sets.equivalent", isListValue, isListValue, setsEquivalent),
  binary("sets.intersects", isListValue, isListValue, setsIntersect),
]);
