import { scaleOf } from "../admission/scale-write.js";
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
import { scaledManagedFields, scaleManagedFields } from "../apply/scale-managed-fields.js";
import { updateManagedFields } from "../apply/update-managed-fields.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import { metadataOf, withEntries } from "../values/metadata/resource-metadata.js";
import { textOf } from "../values/metadata/rules.js";
import { apiVersionOf } from "../values/names.js";
import { serverTime } from "./environment.js";
import { failed, Failure } from "./failure.js";
import type { WriteSettings } from "./options-of-request.js";
import type { ResourceCall } from "./resource-reads.js";

const scaleVersion = "autoscaling/v1";

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

  /** What was merged, in the type of its kind. */
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
  mergeScale(
    live: JsonObject,
    configuration: JsonObject,
  ): { readonly replicas: Json; readonly entries: Json | undefined } | Failure {
    const options = { ...this.#scaleOptions(), kind: "Scale", force: this.#force };
    const scale = mergedOrFailure(this.#scaleOf(live), configuration, options);
    if (scale instanceof Failure) return scale;
    const { spec = null } = scale;
    const replicas = isObject(spec) ? (spec["replicas"] ?? 0) : 0;
    return { replicas, entries: this.#scaledEntries(live, scale) };
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
