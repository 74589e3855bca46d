import type { CallEstimate, SizedCall } from "../cost-model.js";
import { multiplyRanges, sizeOf, traversal } from "../cost-model.js";
import { costing, readArgument } from "./estimates.js";
import type { Library } from "./row.js";
import { calls, library, member, row } from "./row.js";
import { bool, string } from "./types.js";

/** Tests of strings, `matches` excepted (cel-go `common/stdlib/standard.go`). */
export const textsLibrary: Library = library({
  name: "standard texts",
  introduced: 0,
  counted: "textFunctions",
  functions: [
    row(
      "contains",
      { estimate: estimateContains, nameless: true },
      member(
        "contains_string",
        [string, string],
        bool,
        calls("containsText", {
          inline: { kind: "text method", method: "includes" },
          cost: "searchCost",
        }),
      ),
    ),
    row(
      "endsWith",
      { estimate: readArgument, nameless: true },
      member(
        "ends_with_string",
        [string, string],
        bool,
        calls("endsWithText", {
          inline: { kind: "text method", method: "endsWith" },
          cost: "readSecondCost",
          olderCost: { before: 37, cost: "readFirstCost" },
        }),
      ),
    ),
    row(
      "startsWith",
      { estimate: readArgument, nameless: true },
      member(
        "starts_with_string",
        [string, string],
        bool,
        calls("startsWithText", {
          inline: { kind: "text method", method: "startsWith" },
          cost: "readSecondCost",
          olderCost: { before: 37, cost: "readFirstCost" },
        }),
      ),
    ),
  ],
});

function estimateContains(call: SizedCall): CallEstimate {
  const text = traversal(sizeOf(call.target));
  return costing(multiplyRanges(text, traversal(sizeOf(call.args[0]))));
}
