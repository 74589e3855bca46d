import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject, setKey } from "../../runtime/v1/values/json/json.js";

/**
 * A deep copy of a JSON value; numbers keep their class. The runtime's namesake also takes what is
 * not JSON yet.
 */
export function copyJson(value: Json): Json {
  if (Array.isArray(value)) return value.map(copyJson);
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) setKey(copy, key, copyJson(value[key] ?? null));
  return copy;
}
