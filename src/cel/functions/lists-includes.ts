import type { Library } from "./signature.js";
import { bool, dyn, member } from "./signature.js";

/** What version 1 of the Kubernetes lists library adds (`cel/library/lists.go`). */
export const listsIncludesLibrary: Library = {
  name: "lists 1",
  introduced: 37,
  // prettier-ignore
  overloads: [
    member("includes", "list_includes_dyn_dyn", [dyn, dyn], bool),
  ],
};
