import type { CallEstimate, SizedCall } from "../cost-model.js";
import { addRanges, exactly, scaleRange, sizeOf, traversal } from "../cost-model.js";
import { costing } from "./estimates.js";
import type { Library } from "./row.js";
import { library, member, row } from "./row.js";
import { string, resourceCheck } from "./types.js";

/** Selectors of authorization checks (Kubernetes `cel/library/authz.go`). */
export const authorizerSelectorsLibrary: Library = library({
  name: "authorizer selectors",
  introduced: 31,
  functions: [
    row(
      "fieldSelector",
      { estimate: estimateSelector },
      member("authorizer_fieldselector", [resourceCheck, string], resourceCheck),
    ),
    row(
      "labelSelector",
      { estimate: estimateSelector },
      member("authorizer_labelselector", [resourceCheck, string], resourceCheck),
    ),
  ],
});

/** A selector is parsed; two characters may be one requirement. */
function estimateSelector({ args: [arg] }: SizedCall): CallEstimate | undefined {
  if (arg === undefined) return undefined;
  const requirements = scaleRange(scaleRange(sizeOf(arg), 0.5), 50);
  return costing(addRanges(addRanges(exactly(10), traversal(sizeOf(arg))), requirements));
}
