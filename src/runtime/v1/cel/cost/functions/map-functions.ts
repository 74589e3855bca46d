import { PlainMap, insertEntries, insertEntry } from "../../values/map.js";
import type { FunctionTable } from "../function-table.js";
import { binary, functionTable, isA, isAny, isMapValue, ternary } from "../function-table.js";

/** What two-variable comprehensions make maps with. */
export const mapFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  ternary("cel.@mapInsert", [isA(PlainMap), isAny, isAny], (into: PlainMap, key, value) =>
    insertEntry(into, key, value),
  ),
  binary("cel.@mapInsert", isA(PlainMap), isMapValue, insertEntries),
]);
