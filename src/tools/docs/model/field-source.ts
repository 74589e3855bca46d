import type { Json, JsonObject } from "../../../runtime/v1/json/json.js";
import { isObject, setKey } from "../../../runtime/v1/json/json.js";

/** Told beside the source, or the subject of other fields. */
const leftOut = new Set(["description", "title", "example", "externalDocs", "properties"]);

/** Deeper lists of lists and maps of maps are left out. */
const deepest = 16;

/**
 * The keywords of a schema as they are written, without descriptions and the schemas of fields;
 * `undefined` where it says nothing but its type.
 */
export function fieldSource(raw: Json | undefined): JsonObject | undefined {
  if (!isObject(raw)) return undefined;
  const source = withoutFields(raw, deepest);
  return saysMore(source) ? source : undefined;
}

function withoutFields(raw: JsonObject, depth: number): JsonObject {
  const source: JsonObject = {};
  for (const [key, value] of Object.entries(raw)) {
    if (leftOut.has(key)) continue;
    const isBelow = (key === "items" || key === "additionalProperties") && isObject(value);
    if (!isBelow) setKey(source, key, value);
    else if (depth > 0) setKey(source, key, withoutFields(value, depth - 1));
  }
  return source;
}

function saysMore(source: JsonObject): boolean {
  return Object.entries(source).some(([key, value]) => {
    if (key === "items" || key === "additionalProperties")
      return isObject(value) && saysMore(value);
    return key !== "type";
  });
}
