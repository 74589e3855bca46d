import type { Json } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import type { GoType } from "./go-type.js";

/**
 * Tells whether a value has an empty list or map somewhere, which Go tells from an absent one until
 * the object is stored (`reflect.DeepEqual`).
 */
export function hasEmptyPart(type: GoType, value: Json): boolean {
  switch (type.kind) {
    case "pointer":
      return hasEmptyPart(type.to, value);
    case "slice":
      if (!Array.isArray(value)) return false;
      return value.length === 0 || value.some((item) => hasEmptyPart(type.of, item));
    case "map": {
      if (!isObject(value)) return false;
      const members = Object.values(value);
      return members.length === 0 || members.some((member) => hasEmptyPart(type.of, member));
    }
    case "struct": {
      if (!isObject(value)) return false;
      const fields = type.fields();
      return Object.entries(value).some(([key, member]) => {
        const field = fields.get(key);
        return field !== undefined && hasEmptyPart(field.type, member);
      });
    }
    default:
      return false;
  }
}
