import type { TypeNode } from "../../emit/types/type-expression.js";
import { keyword, union } from "../../emit/types/type-expression.js";

/**
 * A cell of a column of some type, in tables of the API server (apiextensions
 * `registry/customresource/tableconvertor/tableconvertor.go`, `cellForJSONValue`).
 */
export function cellType(type: string): TypeNode {
  return union([presentType(type), keyword("null")]);
}

function presentType(type: string): TypeNode {
  if (type === "integer" || type === "number") return keyword("number");
  return keyword(type === "boolean" ? "boolean" : "string");
}
