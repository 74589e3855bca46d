import type { Library } from "./row.js";
import { global, library, row } from "./row.js";
import { map, K, V } from "./types.js";

/** What transformMap and transformMapEntry expand to (cel-go `ext/comprehensions.go`). */
export const twoVariableComprehensionsLibrary: Library = library({
  name: "two-variable comprehensions",
  introduced: 32,
  counted: "mapFunctions",
  functions: [
    row(
      "cel.@mapInsert",
      { nameless: true },
      global("@mapInsert_map_key_value", [map(K, V), K, V], map(K, V)),
      global("@mapInsert_map_map", [map(K, V), map(K, V)], map(K, V)),
    ),
  ],
});
