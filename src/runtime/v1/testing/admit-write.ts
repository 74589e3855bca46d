import { invalidStatus } from "../admission/admission-status.js";
import type { Admission, AdmitOptions, YamlSource } from "../admission/admission.js";
import { otherNamespaceText } from "../admission/object-write.js";
import { scaleBefore, scaleOf } from "../admission/scale-write.js";
import type { ManagedFieldsOptions } from "../apply/field-managers.js";
import { managerOfUserAgent } from "../apply/field-managers.js";
import type { ApplyConfigurationOptions } from "../apply/merge-configuration.js";
import {
  ApplyFault,
  identityText,
  mergeConfiguration,
  typeText,
} from "../apply/merge-configuration.js";
import type { MergeSchema } from "../apply/merge-schema.js";
import { deducedMergeSchema, scaleMergeSchema } from "../apply/merge-schema.js";
import {
  scaledManagedFields,
  scaleManagedFields,
  updateManagedFields,
} from "../apply/update-managed-fields.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import type { Status } from "../values/kubernetes.js";
import { metadataOf, withEntries } from "../values/metadata/resource-metadata.js";
import { textOf } from "../values/metadata/rules.js";
import { validateManagedFields } from "../values/metadata/validate.js";
import { apiVersionOf } from "../values/names.js";
import type { OwnersOf, PluginsOfWrite } from "./admission-plugins.js";
import type { RequestUser } from "./authorization/user.js";
import { userOf } from "./authorization/user.js";
import { serverTime } from "./environment.js";
import { badRequestFailure, failed, Failure, forbiddenFailure } from "./failure.js";
import type { WriteSettings } from "./options-of-request.js";
import type { ResourceCall } from "./resource-reads.js";

/** The settings of a write, and what its body was if that was YAML. */
export interface BodySettings extends WriteSettings {
  /** The body as it was sent, if that is no text. */
  readonly bytes?: Uint8Array | undefined;
  readonly yaml?: YamlSource | undefined;
  /** The object to write was made by a patch. */
  readonly patched?: boolean;
  /** Plugins have a word in the write. */
  readonly pluginsOfWrite?: PluginsOfWrite | undefined;
}

/** The object of a write before it is stored. */
export interface OwnedWrite {
  readonly object: JsonObject;
  /** Who owns which of its fields: what its `managedFields` are to be. */
  readonly owners: Json | undefined;
  readonly warnings: readonly string[];
  /** What plugins have to say before it is stored. */
  readonly validation?: PendingValidation | undefined;
}

/** An object that plugins are to validate. */
export interface PendingValidation {
  /** As the server validated it. */
  readonly object: JsonObject;
  /** Gives their warnings. */
  readonly validate: (object: JsonObject) => Promise<readonly string[] | Failure>;
}

/**
 * Returns the failure with which a decoded object is refused before it is looked at any further.
 */
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
    const parts = { ...options, subresource } as const;
    const entriesOf: OwnersOf = (scale) => owners.entriesOfSentScale(live, scale);
    const written = admit(target, input, parts, settings, entriesOf);
    if (written instanceof Failure) return written;
    return { ...written, owners: owners.entriesOfScale(live, written.replicas) };
  }
  const place = subresource === "status" ? ("status" as const) : undefined;
  const parts = { ...options, subresource: place, otherPart: subresource };
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
    const rights = (): Failure | undefined => escalation(target, decoded, live);
    return (check(decoded) ?? otherNamespace(target, decoded) ?? place() ?? rights())?.status;
  };
  const onDecoded = (decoded: JsonObject): void => {
    named = textOf(metadataOf(decoded), "resourceVersion");
    entries = owners.entriesOfUpdate(live, isNew ? asCreated(decoded) : decoded);
  };
  const parts = { ...options, checkDecoded, onDecoded };
  const written = admit(target, input, parts, settings, () => entries);
  if (written instanceof Failure) return written;
  const write = { ...written, owners: entries };
  if (live === undefined) return settings.dryRun ? namingVersion(write, named) : write;
  return entriesFault(target, entries)?.behind(written.warnings) ?? write;
}

/** Keeps the version that was sent in an object that a dry run does not store. */
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

/** The result of a write, whoever owns it. */
interface Admitted extends Omit<OwnedWrite, "owners"> {
  /** Of a write to `/scale`. */
  readonly replicas: number;
}

/**
 * Judges and completes an object.
 *
 * @param owners its entries as plugins see them, if it has other ones than it says
 */
export function admit(
  target: ResourceCall,
  input: unknown,
  options: AdmitOptions,
  { fieldValidation, yaml, bytes, patched, pluginsOfWrite }: BodySettings,
  owners: OwnersOf = () => undefined,
): Admitted | Failure {
  const { call, version } = target;
  const { namespace } = call.info;
  const place = namespace === "" && version.typed === undefined ? {} : { namespace };
  const plugins = pluginsOfWrite?.within(owners);
  const user = (): RequestUser => userOf(call.request);
  const sent = { fieldValidation, yaml, bytes, patched, plugins, user, allWarnings: true };
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

/** Nobody gives others rights that they have not themselves. */
export function escalation(
  { environment, call }: ResourceCall,
  object: JsonObject,
  old: JsonObject | undefined,
): Failure | undefined {
  return environment.rights?.escalationFault(call, object, old);
}

/** A write that creates an object by another verb needs the right to create, too. */
export function creationFault({ environment, call }: ResourceCall): Failure | undefined {
  return environment.rights?.creationFault(call);
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
  const { subresource } = call.info;
  const isPart = subresource === "scale" || (subresource !== "" && version.typed === undefined);
  if (isPart || uid === "" || uid === textOf(metadata, "uid")) return old;
  return { ...old, metadata: { ...metadata, uid: "" } };
}

const scaleVersion = "autoscaling/v1";

/** What a configuration makes of the Scale of an object, and the entries of the object then. */
interface MergedScale {
  readonly metadata: JsonObject;
  readonly replicas: Json;
  readonly entries: Json | undefined;
}

/** Who owns which fields after a write: `managedFields`, and server-side apply. */
export class Ownership {
  readonly #target: ResourceCall;
  readonly #options: ManagedFieldsOptions;
  readonly #force: boolean;

  constructor(target: ResourceCall, { fieldManager, force = false }: WriteSettings) {
    const { call, environment, version } = target;
    this.#target = target;
    this.#force = force;
    this.#options = {
      schema: version.mergeSchema ?? deducedMergeSchema,
      apiVersion: apiVersionOf(version),
      manager: fieldManager !== "" ? fieldManager : managerOfUserAgent(call.header("user-agent")),
      subresource: call.info.subresource,
      time: serverTime(environment.now()),
      convert: (object, apiVersion) => this.#convert(object, apiVersion),
    };
  }

  /** The entries after a create, an update or a patch, from the object as it was decoded. */
  entriesOfUpdate(live: JsonObject | undefined, decoded: JsonObject): Json | undefined {
    // Writes to subresources may name another kind, of which the server knows no schema: owners
    // stay (apimachinery `util/managedfields/internal/fieldmanager.go`, UpdateNoErrors).
    if (live !== undefined && decoded["kind"] !== this.#target.version.kind) {
      return metadataOf(live)["managedFields"];
    }
    const { version } = this.#target;
    const { apiVersion = "", kind = "" } = decoded;
    const empty = version.typed && { apiVersion, kind, ...version.typed.empty };
    const old = live && this.#withKnownEntries(live);
    const sent = this.#withKnownEntries(decoded);
    const owned = updateManagedFields(old ?? empty, sent, this.#options);
    return metadataOf(withoutForgotten(owned))["managedFields"];
  }

  /**
   * The object that a configuration makes of another, with its entries; the failure has conflicts,
   * and what cannot be applied.
   */
  merge(live: JsonObject | undefined, configuration: JsonObject): JsonObject | Failure {
    const { kind } = this.#target.version;
    const old = live && this.#withKnownEntries(live);
    const empty = this.#target.version.typed?.empty;
    const options = { ...this.#options, kind, force: this.#force, empty };
    const merged = mergedOrFailure(old, configuration, options);
    const typed = merged instanceof Failure ? merged : this.#typed(merged, configuration);
    return typed instanceof Failure ? typed : withoutForgotten(typed);
  }

  /** Returns the merged object in the type of its kind. */
  #typed(merged: JsonObject, configuration: JsonObject): JsonObject | Failure {
    const { object = merged, fault } = this.#target.version.typed?.converted(merged) ?? {};
    if (fault === undefined) return object;
    const step = `failed to convert new object (${identityText(configuration)}) to proper version`;
    const kind = typeText(configuration);
    const message = `${step}: unable to convert unstructured object to ${kind}: ${fault}`;
    return failed(500, undefined, message);
  }

  /** The entries of an object after its number of replicas was written. */
  entriesOfScale(live: JsonObject, replicas: number): Json | undefined {
    const old = this.#scaleOf(live);
    const sent = { ...old, spec: replicas === 0 ? {} : { replicas } };
    return this.#scaledEntries(live, updateManagedFields(old, sent, this.#scaleOptions()));
  }

  /** The number of replicas that a configuration of a Scale makes, and the object's entries. */
  mergeScale(live: JsonObject, configuration: JsonObject): MergedScale | Failure {
    const convertsScale = this.#target.version.typed !== undefined;
    const options = { ...this.#scaleOptions(), kind: "Scale", force: this.#force, convertsScale };
    const scale = mergedOrFailure(this.#scaleOf(live), configuration, options);
    if (scale instanceof Failure) return scale;
    const { spec = null } = scale;
    const replicas = isObject(spec) ? (spec["replicas"] ?? 0) : 0;
    const metadata = metadataOf(withEntries(scale, undefined));
    return { metadata, replicas, entries: this.#scaledEntries(live, scale) };
  }

  /** The entries of a Scale that was sent, as plugins see it. */
  entriesOfSentScale(live: JsonObject, sent: JsonObject): Json | undefined {
    const owned = updateManagedFields(this.#scaleOf(live), sent, this.#scaleOptions());
    return metadataOf(owned)["managedFields"];
  }

  /** The Scale of an object before a write to it, with its entries. */
  scaleBefore(live: JsonObject): JsonObject {
    const { scale } = this.#target.version.subresources;
    const shown = scale === undefined ? {} : scaleBefore(live, scale);
    return withEntries(shown, metadataOf(this.#scaleOf(live))["managedFields"]);
  }

  #scaleOptions(): ManagedFieldsOptions {
    const { manager, time } = this.#options;
    const options = { schema: scaleMergeSchema, apiVersion: scaleVersion, subresource: "scale" };
    return { ...options, manager, time };
  }

  #scaleOf(live: JsonObject): JsonObject {
    const { scale } = this.#target.version.subresources;
    const shown = scale === undefined ? {} : scaleOf(live, scale);
    const { spec = null } = shown;
    const replicas = isObject(spec) ? spec["replicas"] : undefined;
    const entries = scaleManagedFields(metadataOf(live)["managedFields"], this.#schemaOf);
    return withEntries({ ...shown, spec: replicas === 0 ? {} : spec }, entries);
  }

  #scaledEntries(live: JsonObject, scale: JsonObject): Json | undefined {
    return scaledManagedFields(
      metadataOf(live)["managedFields"],
      metadataOf(scale)["managedFields"],
      this.#options.apiVersion,
      this.#schemaOf,
    );
  }

  /** Of kinds with types, owners in versions that are not of the resource are forgotten. */
  #withKnownEntries(object: JsonObject): JsonObject {
    const { managedFields } = metadataOf(object);
    if (this.#target.version.typed === undefined || !Array.isArray(managedFields)) return object;
    const { apiVersion } = this.#options;
    const entries = managedFields.map((entry): Json => {
      const version = isObject(entry) ? textOf(entry, "apiVersion") : "";
      // What is no version at all is another fault.
      const isVersion = version !== "" && version.split("/").length < 3;
      if (!isVersion || this.#schemaOf(version) !== undefined) return entry;
      return { ...(entry as JsonObject), manager: forgotten, apiVersion, fieldsV1: {} }; // was checked
    });
    return withEntries(object, entries);
  }

  readonly #schemaOf = (apiVersion: string): MergeSchema | undefined => {
    for (const version of this.#target.resource.versions.values()) {
      if (apiVersionOf(version) === apiVersion) return version.mergeSchema ?? deducedMergeSchema;
    }
    return undefined;
  };

  #convert(
    object: JsonObject,
    apiVersion: string,
  ): { readonly object: JsonObject; readonly schema: MergeSchema } | undefined {
    const schema = this.#schemaOf(apiVersion);
    const converted = this.#target.resource.conversion.atOnce(object, apiVersion);
    return schema && converted && { object: converted, schema };
  }
}

/** Stands for owners that are forgotten with the write. */
const forgotten = "\0";

function withoutForgotten(object: JsonObject): JsonObject {
  const { managedFields } = metadataOf(object);
  if (!Array.isArray(managedFields)) return object;
  const kept = managedFields.filter((one) => !isObject(one) || one["manager"] !== forgotten);
  return kept.length === managedFields.length ? object : withEntries(object, kept);
}

function mergedOrFailure(
  live: JsonObject | undefined,
  configuration: JsonObject,
  options: ApplyConfigurationOptions,
): JsonObject | Failure {
  try {
    const applied = mergeConfiguration(live, configuration, options);
    return applied.applied ? applied.object : new Failure(applied.status);
  } catch (error) {
    if (error instanceof ApplyFault) return new Failure(error.status);
    throw error;
  }
}
