import type { Library } from "./signature.js";
import { global, list, member, optional, V } from "./signature.js";

/**
 * What later versions of cel-go added to its optionals library (`cel/library.go`). Kubernetes registers that library
 * without a version, so these came with the server's binary, not with a compatibility version.
 */
export const optionalListsLibrary: Library = {
  name: "optionals 2",
  introduced: 28,
  firstServer: 33,
  // prettier-ignore
  overloads: [
    member("first",                   "list_first",                           [list(V)],                  optional(V)),
    member("last",                    "list_last",                            [list(V)],                  optional(V)),
    global("optional.unwrap",         "optional_unwrap",                      [list(optional(V))],        list(V)),
    member("unwrapOpt",               "optional_unwrapOpt",                   [list(optional(V))],        list(V)),
  ],
};
