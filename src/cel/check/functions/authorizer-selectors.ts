import type { Library } from "./signature.js";
import { member, resourceCheck, string } from "./signature.js";

/** Selectors of authorization checks (Kubernetes `cel/library/authz.go`). */
export const authorizerSelectorsLibrary: Library = {
  name: "authorizer selectors",
  introduced: 31,
  // prettier-ignore
  overloads: [
    member("fieldSelector", "authorizer_fieldselector", [resourceCheck, string], resourceCheck),
    member("labelSelector", "authorizer_labelselector", [resourceCheck, string], resourceCheck),
  ],
};
