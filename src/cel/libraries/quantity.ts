import { readArgument, since } from "./estimates.js";
import type { Library } from "./row.js";
import { calls, global, library, member, row, tries } from "./row.js";
import { bool, double, int, string, quantity } from "./types.js";

/**
 * Resource quantities (Kubernetes `cel/library/quantity.go`). `sign` is a global function, unlike
 * its documentation.
 */
export const quantityLibrary: Library = library({
  name: "quantity",
  introduced: 28,
  counted: "quantityFunctions",
  functions: [
    row(
      "add",
      {},
      member("quantity_add", [quantity, quantity], quantity, calls("addQuantities")),
      member("quantity_add_int", [quantity, int], quantity, calls("addIntToQuantity")),
    ),
    row(
      "asApproximateFloat",
      {},
      member("quantity_get_float", [quantity], double, calls("quantityAsFloat")),
    ),
    row("asInteger", {}, member("quantity_get_int", [quantity], int, tries("quantityAsInteger"))),
    row(
      "compareTo",
      {},
      member("quantity_compare_to", [quantity, quantity], int, calls("compareQuantities")),
    ),
    row(
      "isGreaterThan",
      {},
      member("quantity_is_greater_than", [quantity, quantity], bool, calls("isGreaterQuantity")),
    ),
    row(
      "isInteger",
      {},
      member("quantity_is_integer", [quantity], bool, calls("isIntegerQuantity")),
    ),
    row(
      "isLessThan",
      {},
      member("quantity_is_less_than", [quantity, quantity], bool, calls("isLessQuantity")),
    ),
    row(
      "isQuantity",
      { estimate: since(30, readArgument) },
      global("is_quantity_string", [string], bool, calls("isQuantity")),
    ),
    row(
      "quantity",
      { estimate: since(30, readArgument) },
      global("string_to_quantity", [string], quantity, tries("parseQuantity")),
    ),
    row("sign", {}, global("quantity_sign", [quantity], int, calls("quantitySign"))),
    row(
      "sub",
      {},
      member("quantity_sub", [quantity, quantity], quantity, calls("subtractQuantities")),
      member("quantity_sub_int", [quantity, int], quantity, calls("subtractIntFromQuantity")),
    ),
  ],
});
