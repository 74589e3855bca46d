import type { Library } from "./signature.js";
import { bool, dyn, global, int, K, list, map, member, optional, string, V } from "./signature.js";

/** Optional values (cel-go `cel/library.go`, OptionalTypes). */
export const optionalsLibrary: Library = {
  name: "optionals",
  introduced: 28,
  // prettier-ignore
  overloads: [
    global("_?._",                    "select_optional_field",                [dyn, string],              optional(V)),
    global("_[?_]",                   "list_optindex_optional_int",           [list(V), int],             optional(V)),
    global("_[?_]",                   "optional_list_optindex_optional_int",  [optional(list(V)), int],   optional(V)),
    global("_[?_]",                   "map_optindex_optional_value",          [map(K, V), K],             optional(V)),
    global("_[?_]",                   "optional_map_optindex_optional_value", [optional(map(K, V)), K],   optional(V)),
    global("_[_]",                    "optional_list_index_int",              [optional(list(V)), int],   optional(V)),
    global("_[_]",                    "optional_map_index_value",             [optional(map(K, V)), K],   optional(V)),
    member("hasValue",                "optional_hasValue",                    [optional(V)],              bool),
    global("optional.none",           "optional_none",                        [],                         optional(V)),
    global("optional.of",             "optional_of",                          [V],                        optional(V)),
    global("optional.ofNonZeroValue", "optional_ofNonZeroValue",              [V],                        optional(V)),
    member("or",                      "optional_or_optional",                 [optional(V), optional(V)], optional(V)),
    member("orValue",                 "optional_orValue_value",               [optional(V), V],           V),
    member("value",                   "optional_value",                       [optional(V)],              V),
  ],
};
