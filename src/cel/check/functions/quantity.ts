import type { Library } from "./signature.js";
import { bool, double, global, int, member, quantity, string } from "./signature.js";

/**
 * Resource quantities (Kubernetes `cel/library/quantity.go`). `sign` is a global function, unlike
 * its documentation.
 */
export const quantityLibrary: Library = {
  name: "quantity",
  introduced: 28,
  // prettier-ignore
  overloads: [
    member("add",                "quantity_add",             [quantity, quantity], quantity),
    member("add",                "quantity_add_int",         [quantity, int],      quantity),
    member("asApproximateFloat", "quantity_get_float",       [quantity],           double),
    member("asInteger",          "quantity_get_int",         [quantity],           int),
    member("compareTo",          "quantity_compare_to",      [quantity, quantity], int),
    member("isGreaterThan",      "quantity_is_greater_than", [quantity, quantity], bool),
    member("isInteger",          "quantity_is_integer",      [quantity],           bool),
    member("isLessThan",         "quantity_is_less_than",    [quantity, quantity], bool),
    global("isQuantity",         "is_quantity_string",       [string],             bool),
    global("quantity",           "string_to_quantity",       [string],             quantity),
    global("sign",               "quantity_sign",            [quantity],           int),
    member("sub",                "quantity_sub",             [quantity, quantity], quantity),
    member("sub",                "quantity_sub_int",         [quantity, int],      quantity),
  ],
};
