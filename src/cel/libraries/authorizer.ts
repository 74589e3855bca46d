import type { CallEstimate, SizedCall } from "../cost-model.js";
import { addRanges, exactly, scaleRange, sizeOf, traversal } from "../cost-model.js";
import { costing } from "./estimates.js";
import type { Library } from "./row.js";
import { library, member, row } from "./row.js";
import {
  authorizer,
  bool,
  decision,
  groupCheck,
  pathCheck,
  resourceCheck,
  string,
} from "./types.js";

/**
 * Authorization checks (Kubernetes `cel/library/authz.go`). A rule of a CRD has no authorizer,
 * match conditions of webhooks have; the names are known to both.
 */
export const authorizerLibrary: Library = library({
  name: "authorizer",
  introduced: 27,
  counted: "authorizerFunctions",
  functions: [
    row("allowed", {}, member("decision_allowed", [decision], bool)),
    row(
      "check",
      { estimate: () => costing(exactly(350_000)), cost: "checkRightsCost" },
      member("pathcheck_check", [pathCheck, string], decision),
      member("resourcecheck_check", [resourceCheck, string], decision),
    ),
    row("error", {}, member("decision_error", [decision], string)),
    row("errored", {}, member("decision_errored", [decision], bool)),
    row("group", {}, member("authorizer_group", [authorizer, string], groupCheck)),
    row("name", {}, member("resourcecheck_name", [resourceCheck, string], resourceCheck)),
    row("namespace", {}, member("resourcecheck_namespace", [resourceCheck, string], resourceCheck)),
    row("path", {}, member("authorizer_path", [authorizer, string], pathCheck)),
    row("reason", {}, member("decision_reason", [decision], string)),
    row("resource", {}, member("groupcheck_resource", [groupCheck, string], resourceCheck)),
    row(
      "serviceAccount",
      {},
      member("authorizer_serviceaccount", [authorizer, string, string], authorizer),
    ),
    row(
      "subresource",
      {},
      member("resourcecheck_subresource", [resourceCheck, string], resourceCheck),
    ),
  ],
});

/** Selectors of authorization checks (Kubernetes `cel/library/authz.go`). */
export const authorizerSelectorsLibrary: Library = library({
  name: "authorizer selectors",
  introduced: 31,
  counted: "authorizerFunctions",
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
