import { listsLibrary } from "./lists.js";
import type { Library } from "./signature.js";
import { bool, dyn, member } from "./signature.js";

/**
 * Version 1 of the Kubernetes lists library (`cel/library/lists.go`): version 0 with `includes`. It comes last, and so do
 * its overloads of `indexOf` and `lastIndexOf`, after those of strings.
 */
export const listsIncludesLibrary: Library = {
  name: "lists 1",
  introduced: 37,
  // prettier-ignore
  overloads: [
    ...listsLibrary.overloads,
    member("includes", "list_includes_dyn_dyn", [dyn, dyn], bool),
  ],
};
