import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { Float64 } from "../../../runtime/v1/values/json/json.js";
import { mapChildren, mapMembers } from "../raw-fields.js";

/**
 * An object as the API server reads it back from its store, where it wrote numbers as Go does:
 * `1.0` became `1`, an int64 (`encoding/json` of what `apiextensions.JSON` holds). The given one
 * where nothing changes, which stays as it is.
 */
export function storedObject(object: JsonObject): JsonObject {
  return mapMembers(object, storedJson);
}

/** As `storedObject`, of any value. */
export function storedJson(value: Json): Json {
  // It has the range of int64; the sum makes -0 what it is as an integer.
  return value instanceof Float64 ? value.value + 0 : mapChildren(value, storedJson);
}
