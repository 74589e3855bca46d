import type { CallEstimate, SizedCall } from "../cost-model.js";
import { matching, sizeOf } from "../cost-model.js";
import { costing, since } from "./estimates.js";
import type { Library } from "./row.js";
import { global, library, member, row, tries } from "./row.js";
import { bool, int, list, string } from "./types.js";

/** Matching of patterns (cel-go `common/stdlib/standard.go`). */
export const matchesLibrary: Library = library({
  name: "standard matches",
  introduced: 0,
  counted: "matchFunctions",
  functions: [
    row(
      "matches",
      { pattern: true },
      global(
        "matches",
        [string, string],
        bool,
        tries("matchesPattern", {
          inline: { kind: "matches" },
          estimate: since(37, estimateMatches),
          cost: "matchCost",
          olderCost: { before: 37 },
        }),
      ),
      member(
        "matches_string",
        [string, string],
        bool,
        tries("matchesPattern", {
          inline: { kind: "matches" },
          estimate: estimateMatches,
          cost: "matchCost",
        }),
      ),
    ),
  ],
});

function estimateMatches(call: SizedCall): CallEstimate {
  const [text, pattern] = call.target === undefined ? call.args : [call.target, call.args[0]];
  return costing(matching(sizeOf(text), sizeOf(pattern)));
}

/** Searching with regular expressions (Kubernetes `cel/library/regex.go`). */
export const regexLibrary: Library = library({
  name: "regex",
  introduced: 0,
  counted: "regexFunctions",
  functions: [
    row(
      "find",
      { estimate: estimateFind, cost: "matchCost", nameless: true, pattern: true },
      member(
        "string_find_string",
        [string, string],
        string,
        tries("findPattern", { inline: { kind: "find" } }),
      ),
    ),
    row(
      "findAll",
      { estimate: estimateFind, cost: "matchCost", nameless: true, pattern: true },
      member("string_find_all_string", [string, string], list(string), tries("findAllPattern")),
      member(
        "string_find_all_string_int",
        [string, string, int],
        list(string),
        tries("findAllPattern"),
      ),
    ),
  ],
});

function estimateFind({ target, args: [pattern] }: SizedCall): CallEstimate | undefined {
  if (target === undefined || pattern === undefined) return undefined;
  const size = sizeOf(target);
  return costing(matching(size, sizeOf(pattern)), { min: 0, max: size.max });
}
