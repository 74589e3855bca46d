import type { Library } from "./row.js";
import { calls, global, library, member, row, tries } from "./row.js";
import { bool, dyn, int, list, map, optional, string, K, V } from "./types.js";

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
