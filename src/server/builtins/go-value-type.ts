import type { Json } from "../../runtime/v1/values/json/json.js";
import { isInt64, isObject } from "../../runtime/v1/values/json/json.js";

/** The type in which Go holds a value of JSON that it has no type for; `nil` for null. */
export function goValueType(value: Json): string {
  if (value === null) return "nil";
  if (Array.isArray(value)) return "[]interface {}";
  if (isObject(value)) return "map[string]interface {}";
  switch (typeof value) {
    case "string":
      return "string";
    case "boolean":
      return "bool";
    case "bigint":
      return "int64";
    case "number":
      return isInt64(value) ? "int64" : "float64";
    default:
      return "float64";
  }
}

/** Returns the short name of a value's type in Go's reflection. */
export function goValueKind(value: Json): string {
  const type = goValueType(value);
  if (type === "[]interface {}") return "slice";
  return type === "map[string]interface {}" ? "map" : type;
}
