import { Double, toInt, Uint } from "../../runtime/v1/cel/values/numbers.js";
import type { Value } from "../../runtime/v1/cel/values/value.js";
import type { Constant } from "../syntax/ast.js";

/** The value of a constant of the tree, as programs know it. */
export function valueOfConstant(constant: Constant): Value {
  switch (constant.type) {
    case "null":
      return null;
    case "int":
      return toInt(constant.value) ?? constant.value;
    case "uint":
      return new Uint(constant.value);
    case "double":
      return new Double(constant.value);
    default:
      return constant.value;
  }
}
