import type { Library } from "./signature.js";
import { global, K, map, V } from "./signature.js";

/** What transformMap and transformMapEntry expand to (cel-go `ext/comprehensions.go`). */
export const twoVariableComprehensionsLibrary: Library = {
  name: "two-variable comprehensions",
  introduced: 32,
  // prettier-ignore
  overloads: [
    global("cel.@mapInsert", "@mapInsert_map_key_value", [map(K, V), K, V],      map(K, V)),
    global("cel.@mapInsert", "@mapInsert_map_map",       [map(K, V), map(K, V)], map(K, V)),
  ],
};
