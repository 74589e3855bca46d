import type { CallEstimate, SizedCall } from "../cost-model.js";
import { addRanges, multiplyRanges, one, scaleRange, sizeOf } from "../cost-model.js";
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
      { estimate: (call) => comparingPairs(call, 1), cost: "pairsCost" },
      global("list_sets_contains_list", [list(T), list(T)], bool, tries("setContains")),
    ),
    row(
      "sets.equivalent",
      { estimate: (call) => comparingPairs(call, 2), cost: "pairsTwiceCost" },
      global("list_sets_equivalent_list", [list(T), list(T)], bool, tries("setsEquivalent")),
    ),
    row(
      "sets.intersects",
      { estimate: (call) => comparingPairs(call, 1), cost: "pairsCost" },
      global("list_sets_intersects_list", [list(T), list(T)], bool, calls("setsIntersect")),
    ),
  ],
});

/** Every element against every other, as often as told. */
function comparingPairs(call: SizedCall, factor: number): CallEstimate {
  const pairs = multiplyRanges(sizeOf(call.args[0]), sizeOf(call.args[1]));
  return { cost: addRanges(scaleRange(pairs, factor), one), resultSize: undefined };
}
