import type { CallEstimate, SizedCall } from "../cost-model.js";
import { sizeOf, traversal, wrapped } from "../cost-model.js";
import { costing, readReceiver } from "./estimates.js";
import type { Library } from "./row.js";
import { before, calls, global, library, member, row, tries } from "./row.js";
import { dyn, list, string } from "./types.js";

/** What version 2 of the strings library has and version 0 has not (cel-go `ext/strings.go`). */
export const stringFormatLibrary: Library = library({
  name: "strings 2",
  introduced: 29,
  counted: "stringFunctions",
  functions: [
    row(
      "format",
      { estimate: readReceiver, cost: "readFirstCost" },
      member(
        "string_format",
        [string, list(dyn)],
        string,
        tries("formatString", {
          older: [before(33, "formatStringBefore33", "stringFunctionsBefore33")],
        }),
      ),
    ),
    row(
      "strings.quote",
      { estimate: estimateQuote, cost: "readFirstCost" },
      global("strings_quote", [string], string, calls("quoteText")),
    ),
  ],
});

/** Two quotes, and every character may need a backslash. */
function estimateQuote(call: SizedCall): CallEstimate {
  const size = sizeOf(call.args[0]);
  const resultSize = {
    min: wrapped(BigInt(size.min) + 2n),
    max: wrapped(BigInt(size.max) * 2n + 2n),
  };
  return costing(traversal(size), resultSize);
}
