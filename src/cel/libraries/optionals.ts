import type { Library } from "./row.js";
import { calls, global, library, member, row, tries } from "./row.js";
import { bool, dyn, int, K, list, map, optional, string, V } from "./types.js";

/** Optional values (cel-go `cel/library.go`, OptionalTypes). */
export const optionalsLibrary: Library = library({
  name: "optionals",
  introduced: 28,
  counted: "optionalFunctions",
  functions: [
    row(
      "_?._",
      { step: "optionalIndex" },
      global("select_optional_field", [dyn, string], optional(V)),
    ),
    row(
      "_[?_]",
      { step: "optionalIndex" },
      global("list_optindex_optional_int", [list(V), int], optional(V)),
      global("optional_list_optindex_optional_int", [optional(list(V)), int], optional(V)),
      global("map_optindex_optional_value", [map(K, V), K], optional(V)),
      global("optional_map_optindex_optional_value", [optional(map(K, V)), K], optional(V)),
    ),
    row(
      "_[_]",
      { step: "index" },
      global("optional_list_index_int", [optional(list(V)), int], optional(V)),
      global("optional_map_index_value", [optional(map(K, V)), K], optional(V)),
    ),
    row(
      "hasValue",
      {},
      member("optional_hasValue", [optional(V)], bool, { inline: { kind: "has value" } }),
    ),
    row(
      "optional.none",
      {},
      global("optional_none", [], optional(V), { inline: { kind: "absent optional" } }),
    ),
    row(
      "optional.of",
      {},
      global("optional_of", [V], optional(V), { inline: { kind: "present optional" } }),
    ),
    row(
      "optional.ofNonZeroValue",
      {},
      global("optional_ofNonZeroValue", [V], optional(V), calls("optionalOfNonZero")),
    ),
    row(
      "or",
      { step: "optionalOr" },
      member("optional_or_optional", [optional(V), optional(V)], optional(V)),
    ),
    row(
      "orValue",
      { step: "optionalOrValue" },
      member("optional_orValue_value", [optional(V), V], V),
    ),
    row("value", {}, member("optional_value", [optional(V)], V, tries("optionalValue"))),
  ],
});

/**
 * The functions that later versions of cel-go added to its optionals library (`cel/library.go`).
 * Kubernetes registers that library without a version, so these came with the server's binary, not
 * with a compatibility version.
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
