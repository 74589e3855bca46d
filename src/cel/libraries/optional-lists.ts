import type { Library } from "./row.js";
import { global, library, member, row } from "./row.js";
import { list, optional, V } from "./types.js";

/**
 * What later versions of cel-go added to its optionals library (`cel/library.go`). Kubernetes
 * registers that library without a version, so these came with the server's binary, not with a
 * compatibility version.
 */
export const optionalListsLibrary: Library = library({
  name: "optionals 2",
  introduced: 28,
  firstServer: 33,
  counted: "optionalFunctions",
  functions: [
    row("first", {}, member("list_first", [list(V)], optional(V))),
    row("last", {}, member("list_last", [list(V)], optional(V))),
    row("optional.unwrap", {}, global("optional_unwrap", [list(optional(V))], list(V))),
    row("unwrapOpt", {}, member("optional_unwrapOpt", [list(optional(V))], list(V))),
  ],
});
