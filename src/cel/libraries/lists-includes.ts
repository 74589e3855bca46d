import type { CallEstimate, CostModel, SizedCall } from "../cost-model.js";
import { sizeOf } from "../cost-model.js";
import { costing, elementOf, readElements } from "./estimates.js";
import { listsLibrary } from "./lists.js";
import type { Library } from "./row.js";
import { calls, library, member, row } from "./row.js";
import { bool, dyn } from "./types.js";

/**
 * Version 1 of the Kubernetes lists library (`cel/library/lists.go`): version 0 with `includes`. It
 * comes last, and so do its overloads of `indexOf` and `lastIndexOf`, after those of strings.
 */
export const listsIncludesLibrary: Library = library({
  name: "lists 1",
  introduced: 37,
  counted: "listFunctions",
  functions: [
    ...listsLibrary.functions,
    row(
      "includes",
      { estimate: estimateIncludes, cost: "readDeepCost" },
      member("list_includes_dyn_dyn", [dyn, dyn], bool, calls("includesValue")),
    ),
  ],
});

/** What is known to be a list is read like one; of anything else only the size counts. */
function estimateIncludes(call: SizedCall, model: CostModel): CallEstimate | undefined {
  const { target } = call;
  if (target === undefined || elementOf(target, model) !== undefined) {
    return readElements(call, model);
  }
  return costing(sizeOf(target));
}
