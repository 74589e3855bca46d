import type { Json, JsonObject } from "../../runtime/v1/json/json.js";
import { isObject, setKey } from "../../runtime/v1/json/json.js";
import { childSchema } from "../ir/child-schemas.js";
import type { Schema } from "../ir/schema.js";

/**
 * An object with its members in the order in which people write them: what it is, then the spec,
 * then the others in the order of the schema.
 */
export function inOrder(object: JsonObject, schema: Schema | undefined): JsonObject {
  const ordered: JsonObject = {};
  const names = new Set([...firstFields, ...(schema?.fields.keys() ?? []), ...Object.keys(object)]);
  for (const name of names) {
    const member = object[name];
    if (Object.hasOwn(object, name) && member !== undefined) {
      setKey(ordered, name, orderedValue(member, childSchema(schema, name)));
    }
  }
  return ordered;
}

const firstFields: readonly string[] = ["apiVersion", "kind", "metadata", "spec"];

function orderedValue(value: Json, schema: Schema | undefined): Json {
  if (Array.isArray(value)) return value.map((item) => orderedValue(item, schema?.items));
  return isObject(value) ? inOrder(value, schema) : value;
}
