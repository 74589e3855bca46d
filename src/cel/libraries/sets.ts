import type { SizedCall } from "../estimate/cost-model.js";
import { sizeOf } from "../estimate/cost-model.js";
import type { CallEstimate } from "../estimate/range.js";
import { addRanges, multiplyRanges, one, scaleRange } from "../estimate/range.js";
import type { Library } from "./row.js";
import { calls, global, library, row, tries } from "./row.js";
import { bool, list, T } from "./types.js";

/** Lists as sets (cel-go `ext/sets.go`). */
export const setsLibrary: Library = library({
  name: "sets",
  introduced: 29,
  counted: "setFunctions",
  functions: [
    row(
      "sets.contains",
      { estimate: (call) => comparingPairs(call, 1) },
      global("list_sets_contains_list", [list(T), list(T)], bool, tries("setContains")),
    ),
    row(
      "sets.equivalent",
      { estimate: (call) => comparingPairs(call, 2) },
      global("list_sets_equivalent_list", [list(T), list(T)], bool, tries("setsEquivalent")),
    ),
    row(
      "sets.intersects",
      { estimate: (call) => comparingPairs(call, 1) },
      global("list_sets_intersects_list", [list(T), list(T)], bool, calls("setsIntersect")),
    ),
  ],
});

/** Every element against every other, as often as told. */
function comparingPairs(call: SizedCall, factor: number): CallEstimate {
  const pairs = multiplyRanges(sizeOf(call.args[0]), sizeOf(call.args[1]));
  return { cost: addRanges(scaleRange(pairs, factor), one), resultSize: undefined };
}
