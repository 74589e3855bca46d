import { managerOfUserAgent } from "../runtime/v1/apply/field-managers.js";
import { updateManagedFields } from "../runtime/v1/apply/update-managed-fields.js";
import { readKind } from "../runtime/v1/built-in/kind-admission.js";
import { structOfKind, structNameOf } from "../runtime/v1/built-in/kind-types.js";
import { kindMergeType } from "../runtime/v1/built-in/patch-schema.js";
import { emptyOf } from "../runtime/v1/built-in/typed-version.js";
import type { GroupVersionKind } from "../runtime/v1/operators/webhooks/webhook.js";
import { serverTime } from "../runtime/v1/testing/environment.js";
import { Failure } from "../runtime/v1/testing/failure.js";
import { negotiateInput } from "../runtime/v1/testing/media-types.js";
import { writeSettings } from "../runtime/v1/testing/options-of-request.js";
import { readBody } from "../runtime/v1/testing/resource-writes.js";
import type { ServerCall } from "../runtime/v1/testing/server-call.js";
import type { ReadYamlBody } from "../runtime/v1/testing/yaml-body.js";
import type { JsonObject } from "../runtime/v1/values/json/json.js";
import { isObject } from "../runtime/v1/values/json/json.js";
import { withoutKeys } from "../runtime/v1/values/json/raw-fields.js";
import type { KubernetesMinor } from "../runtime/v1/values/kubernetes-version.js";
import { metadataOf, withEntries } from "../runtime/v1/values/metadata/resource-metadata.js";
import { textOf } from "../runtime/v1/values/metadata/rules.js";
import { dedupOwnerReferences } from "../runtime/v1/values/metadata/validate.js";
import { apiVersionOf } from "../runtime/v1/values/names.js";

/** The surroundings in which an object is read that is not stored. */
export interface SentSurroundings {
  readonly minor: KubernetesMinor;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly readYaml: ReadYamlBody;
}

/** How an object is read that is not stored. */
export interface SentKind {
  readonly kind: GroupVersionKind;
  /** Fills in what the kind has by default, in place. Default: nothing. */
  readonly fill?: ((object: JsonObject) => void) | undefined;
  /** Its uid and version say what it is about (`SubresourceObjectMetaPreserver`). */
  readonly keepsIdentity?: boolean;
}

/**
 * The object of a creation that is not stored, with its owner: a review, or what is sent to a
 * subresource (apiserver `endpoints/handlers/create.go`).
 *
 * @throws Failure 400, 415 or 422
 */
export function readSentObject(
  call: ServerCall,
  { kind, fill, keepsIdentity = false }: SentKind,
  { minor, now, readYaml }: SentSurroundings,
): JsonObject {
  const type = structOfKind(kind, minor);
  if (type === undefined) throw new TypeError(`no type of ${kind.kind}`);
  const contentType = negotiateInput(call.header("content-type"));
  call.rawBody();
  const given = writeSettings(call.query, "CreateOptions");
  const source = { call, environment: { readYaml }, version: kind };
  const { body, settings } = readBody(source, contentType, given);
  const read = readKind({ version: kind, type, strategy: { fill }, minor }, body, settings);
  call.warn(read.warnings);
  if (!read.allowed) throw new Failure(read.status);
  const { object } = read;
  const asked = keepsIdentity ? object : withoutSystemFields(object);
  const warning = dedupOwnerReferences(metadataOf(asked));
  if (warning !== undefined) call.warn([warning]);
  return withOwner(kind, asked, call, now());
}

/**
 * Leaves out the fields that only the server sets in a new object (apiserver
 * `registry/rest/meta.go`).
 */
function withoutSystemFields(object: JsonObject): JsonObject {
  const names = ["uid", "creationTimestamp", "deletionTimestamp", "selfLink"] as const;
  const metadata = withoutKeys(metadataOf(object), ...names, "deletionGracePeriodSeconds");
  return { ...object, metadata };
}

/**
 * An object that is asked, with its owner: who sends one owns what is in it, even though it is not
 * kept.
 *
 * @param now milliseconds since 1970
 * @throws Failure 422 for options that a creation does not have
 */
function withOwner(
  asked: GroupVersionKind,
  object: JsonObject,
  call: ServerCall,
  now: number,
): JsonObject {
  const apiVersion = apiVersionOf(asked);
  const [type, struct] = [structOfKind(asked), structNameOf(apiVersion, asked.kind)];
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
