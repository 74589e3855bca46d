import { prepare, validatePrepared } from "../validation/resource-validation.js";
import { fieldErrorText } from "../values/field-error.js";
import { deepEqual } from "../values/json/deep-equal.js";
import type { JsonObject } from "../values/json/json.js";
import { decodeStoredObjectMeta } from "../values/metadata/decode.js";
import {
  createdMetadata,
  isFinished,
  metadataOf,
  raiseGeneration,
  updatedMetadata,
} from "../values/metadata/resource-metadata.js";
import { textOf } from "../values/metadata/rules.js";
import {
  addedFinalizers,
  dedupOwnerReferences,
  finalizerWarnings,
} from "../values/metadata/validate.js";
import {
  alreadyExists,
  badRequest,
  conflict,
  endedForPlugins,
  invalidStatus,
  notFound,
  Refusal,
  serverError,
} from "./admission-status.js";
import type { AdmitOptions, ResourceAdmission } from "./admission.js";
import {
  nameFault,
  namesVersion,
  storageFault,
  storagePlace,
  uidFault,
  versionRefusal,
} from "./write-conflict.js";

/**
 * One write of an object that was decoded: what is taken from the old object, and whether the
 * result is valid.
 */
export class ObjectWrite {
  object: JsonObject;
  readonly warnings: string[] = [];
  readonly #resource: ResourceAdmission;
  readonly #options: AdmitOptions;
  /** The scale subresource writes the object itself. */
  readonly #subresource: "status" | undefined;
  readonly #old: JsonObject | undefined;
  /**
   * That of the body, by which the server calls the object when it refuses it
   * (`registry/rest/create.go`, `update.go`).
   */
  readonly #kind: string;
  /**
   * Bodies of another kind are not pruned when they are decoded; a write to `/status` takes them
   * all the same. What a Scale or an apply writes was in no body.
   */
  #isPruned: boolean;
  readonly #isApplied: boolean;

  /** Changes the given object. */
  constructor(
    resource: ResourceAdmission,
    object: JsonObject,
    old: JsonObject | undefined,
    options: AdmitOptions,
  ) {
    this.#resource = resource;
    this.#options = options;
    this.#subresource = options.subresource === "status" ? "status" : undefined;
    this.object = object;
    this.#old = old;
    this.#kind = textOf(object, "kind");
    this.#isApplied = options.applied === true;
    const wasRead = options.subresource !== "scale" && !this.#isApplied;
    this.#isPruned = this.#kind === resource.kind && wasRead;
  }

  /** Why the write fails; undefined if it does not. */
  run(): Refusal | undefined {
    const metadata = metadataOf(this.object);
    const old = this.#old;
    const oldMetadata = old === undefined ? undefined : metadataOf(old);
    const namespace = requestNamespace(this.#resource, metadata, oldMetadata, this.#options);
    if (namespace instanceof Refusal) return namespace;
    const { operation, subresource } = this.#options;
    const { group, plural } = this.#resource;
    const name = textOf(metadata, "name");
    if (old === undefined || oldMetadata === undefined || operation === "create") {
      const isUpdate = operation === "update" || subresource !== undefined;
      if (isUpdate) {
        this.#dropDuplicateOwners(metadata);
        return new Refusal(notFound(group, plural, name));
      }
      const stopped = this.#askPlugins();
      if (stopped !== undefined) return stopped;
      const refusal = this.#create(metadataOf(this.object), namespace);
      return old === undefined
        ? refusal
        : (refusal ?? new Refusal(alreadyExists(group, plural, name)));
    }
    // For a patch, the uid is no precondition: that it differs is an error like others.
    const isPatched = this.#isApplied || this.#options.patched === true;
    const known = isPatched ? { ...oldMetadata, uid: "" } : oldMetadata;
    if (name === textOf(oldMetadata, "name")) this.#dropDuplicateOwners(metadata);
    const stopped = checkIdentity(this.#resource, metadata, known) ?? this.#askPlugins();
    if (stopped !== undefined) return stopped;
    const admitted = metadataOf(this.object);
    return (
      versionRefusal(this.#resource, admitted, oldMetadata) ??
      this.#update(admitted, namespace, old, oldMetadata)
    );
  }

  /** What plugins make of the object is pruned when it is stored. */
  #askPlugins(): Refusal | undefined {
    const { plugins } = this.#options;
    if (plugins === undefined) return undefined;
    if (this.#options.patched !== true) this.#dropDuplicateOwners(metadataOf(this.object));
    const admitted = plugins.admit(this.object);
    if (admitted === undefined) return new Refusal(endedForPlugins());
    this.#isPruned = false;
    this.object = admitted.object;
    const metadata = metadataOf(this.object);
    const repeats = dedupOwnerReferences(metadata, true) ?? [];
    this.warnings.push(...admitted.warnings, ...[repeats].flat());
    const old = this.#old === undefined ? undefined : metadataOf(this.#old);
    const namespace = requestNamespace(this.#resource, metadata, old, this.#options);
    return namespace instanceof Refusal ? namespace : undefined;
  }

  /**
   * Returns the server's answer: the object as it would be read again, with the defaults of the
   * stored version. Where that is another version with another schema, only what both specify
   * remains. A write that ends the object is answered with what was to be written.
   */
  stored(): JsonObject {
    if (this.#old !== undefined && isFinished(this.object)) return this.object;
    const { prune, fill, stored, schema, coerceStored } = this.#resource;
    if (stored === undefined) {
      if (!this.#isPruned) {
        prune(this.object);
        fill(this.object);
      }
      // Nulls in defaults go when an object that has them is written.
      fill(this.object);
    } else {
      stored.prune(this.object);
      stored.fill(this.object);
      prune(this.object);
    }
    // Defaults, too, say of the metadata of embedded resources no more than there is.
    coerceStored?.(schema(), this.object);
    if (this.#isApplied) this.#readMetadata();
    return this.object;
  }

  /**
   * Reads the metadata that an apply made, which is read for the first time with the stored object.
   */
  #readMetadata(): void {
    const read = decodeStoredObjectMeta(metadataOf(this.object));
    if (read !== undefined) this.object = { ...this.object, metadata: read.metadata };
  }

  #create(metadata: JsonObject, namespace: string): Refusal | undefined {
    const { group, plural, namespaced } = this.#resource;
    const uid = textOf(metadata, "uid");
    if (this.#isApplied && uid !== "") {
      const fault = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
      return new Refusal(conflict(group, plural, textOf(metadata, "name"), fault));
    }
    const created = createdMetadata(metadata, namespaced, namespace, this.#options.nameSuffix);
    this.#dropDuplicateOwners(created);
    this.object["metadata"] = created;
    this.object = prepare(this.#resource, this.object, undefined, undefined);
    const refusal = this.#validate(undefined);
    // An apply may say which version it means, though there is none yet.
    const mayNameVersion = this.#isApplied || this.#options.mayNameVersion === true;
    if (refusal !== undefined || mayNameVersion || !namesVersion(metadata)) return refusal;
    return new Refusal(serverError("resourceVersion should not be set on objects to be created"));
  }

  #update(
    metadata: JsonObject,
    namespace: string,
    old: JsonObject,
    oldMetadata: JsonObject,
  ): Refusal | undefined {
    const subresource = this.#subresource;
    const { namespaced } = this.#resource;
    const updated = updatedMetadata(metadata, oldMetadata, namespaced, namespace);
    const { managedFields } = metadata;
    // Only an apply knows them before the object is validated, and shows them in a refusal.
    if (this.#isApplied && managedFields !== undefined) updated["managedFields"] = managedFields;
    this.object = prepare(this.#resource, this.object, old, subresource);
    if (subresource === "status") return this.#validate(old);
    const isSame = deepEqual({ ...this.object, metadata: null }, { ...old, metadata: null });
    if (!isSame) raiseGeneration(updated);
    this.object = { ...this.object, metadata: updated };
    return this.#validate(old);
  }

  /** Errors and warnings of the object as it is about to be stored. */
  #validate(old: JsonObject | undefined): Refusal | undefined {
    const { group } = this.#resource;
    const subresource = this.#subresource;
    const outcome = validatePrepared(this.#resource, this.object, old, subresource, true);
    for (const warning of outcome.warnings) this.warnings.push(fieldErrorText(warning));
    const metadata = metadataOf(this.object);
    if (outcome.errors.length > 0) {
      const identity = { group, kind: this.#kind, name: textOf(metadata, "name") };
      return new Refusal(invalidStatus(identity, outcome.errors), outcome.errors);
    }
    if (subresource === undefined) {
      const added = addedFinalizers(metadata, old === undefined ? undefined : metadataOf(old));
      const found = finalizerWarnings(added);
      const told = this.#resource.dialect?.words?.ofFinalizers(found) ?? found;
      for (const warning of told) this.warnings.push(warning);
    }
    return undefined;
  }

  #dropDuplicateOwners(metadata: JsonObject): void {
    const warning = dedupOwnerReferences(metadata, this.#options.patched);
    if (warning !== undefined) this.warnings.push(warning);
  }
}

/** The namespace of the request's URL, which the object must name, if any. */
export function requestNamespace(
  { namespaced }: Pick<ResourceAdmission, "namespaced">,
  metadata: JsonObject,
  oldMetadata: JsonObject | undefined,
  options: AdmitOptions,
): string | Refusal {
  if (!namespaced) return "";
  const given = textOf(metadata, "namespace");
  const stored = oldMetadata === undefined ? "" : textOf(oldMetadata, "namespace");
  const known = stored === "" ? given : stored;
  const requested = options.namespace ?? (known === "" ? "default" : known);
  if (given === "" || given === requested) return requested;
  return new Refusal(badRequest(otherNamespaceText));
}

/** apiserver `registry/rest/meta.go`, EnsureObjectNamespaceMatchesRequestNamespace */
export const otherNamespaceText =
  "the namespace of the provided object does not match the namespace sent on the request";

/** The name stands in the request's URL; the UID, if any, is a precondition of the write. */
export function checkIdentity(
  { group, plural }: Pick<ResourceAdmission, "group" | "plural">,
  metadata: JsonObject,
  oldMetadata: JsonObject,
): Refusal | undefined {
  const name = textOf(oldMetadata, "name");
  const given = textOf(metadata, "name");
  if (given !== name) return new Refusal(badRequest(nameFault(given, name)));
  const fault = uidFault(metadata, oldMetadata);
  if (fault === undefined) return undefined;
  const namespace = textOf(oldMetadata, "namespace");
  const place = ["", storagePlace(group, plural), ...(namespace === "" ? [] : [namespace])];
  // The server's `--etcd-prefix`, with which keys begin, is left out.
  const key = [...place, name].join("/");
  return new Refusal(conflict(group, plural, name, storageFault(key, fault)));
}
