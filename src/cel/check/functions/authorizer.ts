import type { Library } from "./signature.js";
import {
  authorizer,
  bool,
  decision,
  groupCheck,
  member,
  pathCheck,
  resourceCheck,
  string,
} from "./signature.js";

/**
 * Authorization checks (Kubernetes `cel/library/authz.go`). A rule of a CRD has no authorizer; the
 * names are known all the same.
 */
export const authorizerLibrary: Library = {
  name: "authorizer",
  introduced: 27,
  // prettier-ignore
  overloads: [
    member("allowed",        "decision_allowed",          [decision],                   bool),
    member("check",          "pathcheck_check",           [pathCheck, string],          decision),
    member("check",          "resourcecheck_check",       [resourceCheck, string],      decision),
    member("error",          "decision_error",            [decision],                   string),
    member("errored",        "decision_errored",          [decision],                   bool),
    member("group",          "authorizer_group",          [authorizer, string],         groupCheck),
    member("name",           "resourcecheck_name",        [resourceCheck, string],      resourceCheck),
    member("namespace",      "resourcecheck_namespace",   [resourceCheck, string],      resourceCheck),
    member("path",           "authorizer_path",           [authorizer, string],         pathCheck),
    member("reason",         "decision_reason",           [decision],                   string),
    member("resource",       "groupcheck_resource",       [groupCheck, string],         resourceCheck),
    member("serviceAccount", "authorizer_serviceaccount", [authorizer, string, string], authorizer),
    member("subresource",    "resourcecheck_subresource", [resourceCheck, string],      resourceCheck),
  ],
};
