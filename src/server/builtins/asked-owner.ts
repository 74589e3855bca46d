import { managerOfUserAgent } from "../../runtime/v1/apply/managed-fields-options.js";
import { updateManagedFields } from "../../runtime/v1/apply/update-managed-fields.js";
import type { JsonObject } from "../../runtime/v1/json/json.js";
import { isObject } from "../../runtime/v1/json/json.js";
import { metadataOf, withEntries } from "../../runtime/v1/metadata/resource-metadata.js";
import { textOf } from "../../runtime/v1/metadata/rules.js";
import { apiVersionOf } from "../../runtime/v1/names.js";
import { serverTime } from "../../runtime/v1/testing/environment.js";
import { writeSettings } from "../../runtime/v1/testing/options-of-request.js";
import type { ServerCall } from "../../runtime/v1/testing/server-call.js";
import type { GroupVersionKind } from "../../runtime/v1/webhooks/admission-types.js";
import { goTypeOf, structNameOf } from "./kind-types.js";
import { kindMergeType } from "./merge-types.js";
import { emptyOf } from "./typed-version.js";

/**
 * An object that is asked, with its owner: who sends one owns what is in it, even though it is not
 * kept (apiserver `endpoints/handlers/create.go`).
 *
 * @param now milliseconds since 1970
 * @throws Failure 422 for options that a creation does not have
 */
export function withOwner(
  asked: GroupVersionKind,
  object: JsonObject,
  call: ServerCall,
  now: number,
): JsonObject {
  const apiVersion = apiVersionOf(asked);
  const [type, struct] = [goTypeOf(asked), structNameOf(apiVersion, asked.kind)];
  const { fieldManager } = writeSettings(call.query, "CreateOptions");
  if (type === undefined || struct === undefined) return object;
  const empty = { apiVersion, kind: asked.kind, ...emptyOf(type) };
  const schema = { type: kindMergeType(struct) };
  return updateManagedFields(empty, withKnownEntries(object, apiVersion), {
    schema,
    convert: (other, version) => (version === apiVersion ? { object: other, schema } : undefined),
    apiVersion,
    manager: fieldManager === "" ? managerOfUserAgent(call.header("user-agent")) : fieldManager,
    subresource: call.info.subresource,
    time: serverTime(now),
  });
}

/** Owners in versions that the kind has not are forgotten; what is no version is another fault. */
function withKnownEntries(object: JsonObject, apiVersion: string): JsonObject {
  const { managedFields } = metadataOf(object);
  if (!Array.isArray(managedFields)) return object;
  const known = managedFields.filter((entry) => {
    const version = isObject(entry) ? textOf(entry, "apiVersion") : "";
    return version === "" || version === apiVersion || version.split("/").length > 2;
  });
  return known.length === managedFields.length ? object : withEntries(object, known);
}
