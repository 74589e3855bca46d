import type { Library } from "./signature.js";
import { bool, global, list, T } from "./signature.js";

/** Lists as sets (cel-go `ext/sets.go`). */
export const setsLibrary: Library = {
  name: "sets",
  introduced: 29,
  // prettier-ignore
  overloads: [
    global("sets.contains",   "list_sets_contains_list",   [list(T), list(T)], bool),
    global("sets.equivalent", "list_sets_equivalent_list", [list(T), list(T)], bool),
    global("sets.intersects", "list_sets_intersects_list", [list(T), list(T)], bool),
  ],
};
