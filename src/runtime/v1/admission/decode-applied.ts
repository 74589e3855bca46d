import { copyJson } from "../values/json/copy-json.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { isObject, setKey } from "../values/json/json.js";
import { decodeObjectMeta, MetaFault } from "../values/metadata/decode.js";
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
  const nulls = nullsOf(object);
  resource.fill(object);
  for (const [parent, key] of nulls) {
    if (!Object.hasOwn(parent, key)) setKey(parent, key, null);
  }
  const meta = decodeObjectMeta(object["metadata"] ?? null);
  if (!(meta instanceof MetaFault)) object["metadata"] = meta.metadata;
  return object;
}

/** Where there are nulls. */
function nullsOf(object: JsonObject): readonly (readonly [JsonObject, string])[] {
  const nulls: (readonly [JsonObject, string])[] = [];
  const pending: Json[] = [object];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (Array.isArray(next)) for (const item of next) pending.push(item);
    else if (isObject(next)) {
      for (const [key, member] of Object.entries(next)) {
        if (member === null) nulls.push([next, key]);
        else pending.push(member);
      }
    }
  }
  return nulls;
}
