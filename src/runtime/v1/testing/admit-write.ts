import { invalidStatus } from "../admission/admission-status.js";
import type { Admission, AdmitOptions, YamlSource } from "../admission/admission.js";
import { otherNamespaceText } from "../admission/object-write.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import type { Status } from "../values/kubernetes.js";
import { validateManagedFields } from "../values/metadata/managed-fields.js";
import { metadataOf } from "../values/metadata/resource-metadata.js";
import { textOf } from "../values/metadata/rules.js";
import { badRequestFailure, Failure, forbiddenFailure } from "./failure.js";
import type { WriteSettings } from "./options-of-request.js";
import { Ownership } from "./ownership.js";
import type { ResourceCall } from "./resource-reads.js";

/** The settings of a write, and what its body was if that was YAML. */
export interface BodySettings extends WriteSettings {
  /** What was sent, if that is no text. */
  readonly bytes?: Uint8Array | undefined;
  readonly yaml?: YamlSource | undefined;
  /** What is written was made by a patch. */
  readonly patched?: boolean;
}

/** What a write makes of an object, before it is stored. */
export interface OwnedWrite {
  readonly object: JsonObject;
  /** Who owns which of its fields: what its `managedFields` are to be. */
  readonly owners: Json | undefined;
  readonly warnings: readonly string[];
}

/** What an object that was decoded is refused with before it is looked at any further. */
type CheckDecoded = (decoded: JsonObject) => Failure | undefined;

/** `old` may differ from the live object in what a patch does not compare. */
export function admitChange(
  target: ResourceCall,
  input: unknown,
  live: JsonObject,
  settings: BodySettings,
  old: JsonObject = live,
  check?: CheckDecoded,
): OwnedWrite | Failure {
  const { subresource } = target.call.info;
  const options = { oldObject: old, operation: "update" } as const;
  const owners = new Ownership(target, settings);
  if (subresource === "scale") {
    const written = admit(target, input, { ...options, subresource }, settings);
    if (written instanceof Failure) return written;
    return { ...written, owners: owners.entriesOfScale(live, written.replicas) };
  }
  const place = subresource === "status" ? ("status" as const) : undefined;
  const isFinalize = subresource === "finalize";
  const parts = { ...options, subresource: place, isFinalize };
  return admitOwned(target, input, parts, settings, live, check);
}

/** Owners are found before parts that the write cannot change are taken from the old object. */
export function admitOwned(
  target: ResourceCall,
  input: unknown,
  options: AdmitOptions,
  settings: BodySettings,
  live: JsonObject | undefined,
  check: CheckDecoded = () => undefined,
): OwnedWrite | Failure {
  const owners = new Ownership(target, settings);
  let entries: Json | undefined;
  let named = "";
  const isNew = live === undefined;
  const checkDecoded = (decoded: JsonObject): Status | undefined => {
    const name = textOf(metadataOf(decoded), "name");
    const place = (): Failure | undefined => (isNew ? placeFault(target, name) : undefined);
    return (check(decoded) ?? otherNamespace(target, decoded) ?? place())?.status;
  };
  const onDecoded = (decoded: JsonObject): void => {
    named = textOf(metadataOf(decoded), "resourceVersion");
    entries = owners.entriesOfUpdate(live, isNew ? asCreated(decoded) : decoded);
  };
  const written = admit(target, input, { ...options, checkDecoded, onDecoded }, settings);
  if (written instanceof Failure) return written;
  const write = { ...written, owners: entries };
  if (live === undefined) return settings.dryRun ? namingVersion(write, named) : write;
  return entriesFault(target, entries)?.behind(written.warnings) ?? write;
}

/** What a dry run does not store keeps the version that was sent. */
function namingVersion(write: OwnedWrite, resourceVersion: string): OwnedWrite {
  if (resourceVersion === "") return write;
  const metadata = { ...metadataOf(write.object), resourceVersion };
  return { ...write, object: { ...write.object, metadata } };
}

/** Without what nobody owns, as it is the server's (`registry/rest/meta.go`). */
function asCreated(decoded: JsonObject): JsonObject {
  const { deletionTimestamp, deletionGracePeriodSeconds, ...metadata } = metadataOf(decoded);
  const isPlain = deletionTimestamp === undefined && deletionGracePeriodSeconds === undefined;
  return isPlain ? decoded : { ...decoded, metadata };
}

/**
 * Entries that a client made up are looked at when they have their form: with custom resources by
 * each of three validations.
 */
function entriesFault(
  { version, call }: ResourceCall,
  entries: Json | undefined,
): Failure | undefined {
  const found = Array.isArray(entries) ? entries.filter(isObject) : [];
  const errors = validateManagedFields(found, "metadata.managedFields");
  if (errors.length === 0) return undefined;
  const { group, kind, typed } = version;
  const times = typed === undefined ? 3 : 1;
  const all = Array.from({ length: times }, () => errors).flat();
  return new Failure(invalidStatus({ group, kind, name: call.info.name }, all));
}

/** What a write makes, whoever owns it. */
interface Admitted extends Omit<OwnedWrite, "owners"> {
  /** Of a write to `/scale`. */
  readonly replicas: number;
}

/** Judges and completes an object. */
export function admit(
  target: ResourceCall,
  input: unknown,
  options: AdmitOptions,
  { fieldValidation, yaml, bytes, patched }: BodySettings,
): Admitted | Failure {
  const { call, version } = target;
  const { namespace } = call.info;
  const place = namespace === "" && version.typed === undefined ? {} : { namespace };
  const sent = { fieldValidation, yaml, bytes, patched, allWarnings: true };
  const admission = version.admit(input, { ...options, ...place, ...sent });
  const own = admission.warnings.filter((text) => text !== version.deprecationWarning);
  if (!admission.allowed) return new Failure(admission.status, own, admission.cause);
  return { ...writtenOf(admission), warnings: own };
}

function writtenOf({
  object,
  scaled,
}: Admission<object> & { allowed: true }): Omit<Admitted, "warnings"> {
  const answered = object as JsonObject; // as the write path makes it
  if (scaled === undefined) return { object: answered, replicas: 0 };
  const { spec = null } = answered;
  const replicas = isObject(spec) ? Number(spec["replicas"] ?? 0) : 0;
  return { object: scaled as JsonObject, replicas }; // likewise
}

/** Said before names are compared. */
export function otherNamespace(
  { resource, call }: ResourceCall,
  object: Json,
): Failure | undefined {
  if (!resource.namespaced || !isObject(object)) return undefined;
  const given = textOf(metadataOf(object), "namespace");
  const isSame = given === "" || given === call.info.namespace;
  return isSame ? undefined : badRequestFailure(otherNamespaceText);
}

/** The server looks at the place of a new object before it judges the object. */
export function placeFault(
  { resource, version, environment, call }: ResourceCall,
  name: string,
): Failure | undefined {
  const fault = environment.namespaceFault(resource, call.info.namespace, name);
  if (fault !== undefined || version.terminating !== true) return fault;
  const words = "create not allowed while custom resource definition is terminating";
  return forbiddenFailure(resource, name, words);
}

/** @throws Failure 400 */
export function checkNamed({ call }: ResourceCall): void {
  if (call.info.name === "") throw badRequestFailure("name must be provided");
}

/**
 * For a patch, the uid is no precondition: that it differs is an error like others. Writes to
 * `/status` and `/scale` of custom resources take it from the old object.
 */
export function withoutOtherUid(
  { version, call }: ResourceCall,
  old: JsonObject,
  patched: Json,
): JsonObject {
  const uid = isObject(patched) ? textOf(metadataOf(patched), "uid") : "";
  const metadata = metadataOf(old);
  const isPart = call.info.subresource !== "" && version.typed === undefined;
  if (isPart || uid === "" || uid === textOf(metadata, "uid")) return old;
  return { ...old, metadata: { ...metadata, uid: "" } };
}
