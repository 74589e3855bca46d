import type { Json } from "../../runtime/v1/json.js";
import type { GoType } from "../decode/go-type.js";

/** Whether a JSON value decodes to the zero value of its Go type (`reflect.DeepEqual` with `reflect.Zero`). */
export function isAbsent(type: GoType, value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  switch (type.kind) {
    case "string":
      return value === "";
    case "bool":
      return value === false;
    default:
      return false;
  }
}
