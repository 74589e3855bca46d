import type { Json, JsonObject } from "../../runtime/v1/json/json.js";
import { Float64, isObject, setKey } from "../../runtime/v1/json/json.js";

/**
 * An object as the API server reads it back from its store, where it wrote numbers as Go does: `1.0` became `1`, an int64
 * (`encoding/json` of what `apiextensions.JSON` holds). The given one where nothing changes, which stays as it is.
 */
export function storedObject(object: JsonObject): JsonObject {
  let copy: JsonObject | undefined;
  for (const key of Object.keys(object)) {
    const member = object[key] ?? null;
    const stored = storedJson(member);
    if (stored !== member) setKey((copy ??= { ...object }), key, stored);
  }
  return copy ?? object;
}

function storedJson(value: Json): Json {
  // It has the range of int64; the sum makes -0 what it is as an integer.
  if (value instanceof Float64) return value.value + 0;
  if (Array.isArray(value)) {
    const items = value.map(storedJson);
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  return isObject(value) ? storedObject(value) : value;
}
