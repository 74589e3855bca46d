import { copyJson } from "../json/copy-json.js";
import type { Json, JsonObject } from "../json/json.js";
import { isObject, setKey } from "../json/json.js";
import { decodeObjectMeta, MetaFault } from "../metadata/decode.js";
import type { ResourceAdmission } from "./admission.js";

/**
 * The object that an apply made, with its defaults. It was in no body: what its schema does not
 * know stays until it is stored, and so do nulls (apimachinery
 * `managedfields/internal/structuredmerge.go`).
 *
 * @throws TypeError for a value that is not JSON
 */
export function decodeApplied(resource: ResourceAdmission, input: unknown): JsonObject {
  const copy = copyJson(input);
  const object = isObject(copy) ? copy : {};
  const nulls: (readonly [JsonObject, string])[] = [];
  collectNulls(object, nulls);
  resource.fill(object);
  for (const [parent, key] of nulls) {
    if (!Object.hasOwn(parent, key)) setKey(parent, key, null);
  }
  const meta = decodeObjectMeta(object["metadata"] ?? null);
  if (!(meta instanceof MetaFault)) object["metadata"] = meta.metadata;
  return object;
}

function collectNulls(value: Json, into: (readonly [JsonObject, string])[]): void {
  if (Array.isArray(value)) for (const item of value) collectNulls(item, into);
  else if (isObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      if (member === null) into.push([value, key]);
      else collectNulls(member, into);
    }
  }
}
