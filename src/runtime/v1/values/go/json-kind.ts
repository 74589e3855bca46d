import type { Json } from "../json/json.js";
import { isObject } from "../json/json.js";

/**
 * What Go's decoder calls the type of a JSON value that is not null (`encoding/json`,
 * UnmarshalTypeError).
 */
export function jsonKind(value: Json): string {
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  if (Array.isArray(value)) return "array";
  return isObject(value) ? "object" : "number";
}
