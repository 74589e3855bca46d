import type { GoStruct, GoType } from "../../crd/frontend/decode/go-type.js";
import { zeroMicroTime } from "../../crd/frontend/decode/micro-time.js";
import type { Json, JsonObject } from "../../runtime/v1/json/json.js";
import { isObject, setKey } from "../../runtime/v1/json/json.js";
import { goStruct } from "./kind-types.js";

/**
 * A value of a type with its members in the order in which Go writes them: those of structs as they
 * are declared; those of maps stay as they are, sorted. The zero time, to which something points,
 * is null.
 */
export function inGoOrder(type: GoType, value: Json): Json {
  switch (type.kind) {
    case "struct":
      return isObject(value) ? structInOrder(type, value) : value;
    case "pointer":
      return inGoOrder(type.to, value);
    case "slice":
      return listInOrder(type.of, value);
    case "map":
      return isObject(value) ? mapInOrder(type.of, value) : value;
    case "schemaOrBool":
    case "schemaOrArray":
    case "schemaOrStrings": {
      const schema = goStruct("apiextensions/v1.JSONSchemaProps");
      return isObject(value) ? structInOrder(schema, value) : listInOrder(schema, value);
    }
    case "microTime":
      return value === zeroMicroTime ? null : value;
    default:
      return value;
  }
}

function structInOrder(type: GoStruct, object: JsonObject): JsonObject {
  const ordered: JsonObject = {};
  for (const [key, field] of type.fields()) {
    const value = object[key];
    if (value !== undefined) setKey(ordered, key, inGoOrder(field.type, value));
  }
  return ordered;
}

function listInOrder(type: GoType, value: Json): Json {
  return Array.isArray(value) ? value.map((item) => inGoOrder(type, item)) : value;
}

function mapInOrder(type: GoType, map: JsonObject): JsonObject {
  const ordered: JsonObject = {};
  for (const [key, value] of Object.entries(map)) setKey(ordered, key, inGoOrder(type, value));
  return ordered;
}
