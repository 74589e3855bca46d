import type { FieldError } from "../field-error.js";
import { invalidError } from "../field-errors.js";
import type { Json, JsonObject } from "../json/json.js";
import { isObject, setKey, toDouble } from "../json/json.js";
import { maxGeneratedBase } from "../quick/metadata.js";
import { decodeObjectMeta, MetaFault } from "./decode.js";
import type { NameRule } from "./rules.js";
import { textOf } from "./rules.js";
import { validateObjectMeta, validateObjectMetaUpdate } from "./validate.js";

/*
 * The metadata of a whole object: what a request leaves to the server, and what is wrong with the
 * rest.
 */

/** The fields that nobody but the server sets; managed fields it computes anew. */
const serverFields = [
  "creationTimestamp", "uid", "deletionTimestamp", "deletionGracePeriodSeconds", "selfLink", "managedFields",
  "resourceVersion",
]; // prettier-ignore

/**
 * Decoded metadata as the server completes it before it creates the object
 * (`registry/rest/create.go`).
 *
 * @param suffix the random part of a generated name
 */
export function createdMetadata(
  decoded: JsonObject,
  namespaced: boolean,
  namespace: string,
  suffix = "xxxxx",
): JsonObject {
  const metadata: JsonObject = {};
  for (const [key, value] of Object.entries(decoded)) {
    if (!serverFields.includes(key)) metadata[key] = value;
  }
  completeNamespace(metadata, namespaced, namespace);
  const generateName = textOf(metadata, "generateName");
  if (generateName !== "" && textOf(metadata, "name") === "") {
    metadata["name"] = generateName.slice(0, maxGeneratedBase) + suffix;
  }
  metadata["generation"] = 1;
  return metadata;
}

/**
 * As `createdMetadata`, before it replaces the object (`registry/rest/update.go`); the generation
 * is as it was.
 */
export function updatedMetadata(
  decoded: JsonObject,
  old: JsonObject,
  namespaced: boolean,
  namespace: string,
): JsonObject {
  const metadata = { ...decoded };
  delete metadata["managedFields"];
  completeNamespace(metadata, namespaced, namespace);
  const kept = ["creationTimestamp", "deletionTimestamp", "generation"];
  const filled = ["name", "uid", "resourceVersion", "deletionGracePeriodSeconds", "selfLink"];
  for (const key of kept) {
    const value = old[key];
    if (value !== undefined) metadata[key] = value;
    else if (key === "generation") delete metadata[key];
  }
  // The zero of times, which is not stored.
  if (metadata["deletionTimestamp"] === null) delete metadata["deletionTimestamp"];
  for (const key of filled) {
    const value = old[key];
    if (metadata[key] === undefined && value !== undefined) metadata[key] = value;
  }
  return metadata;
}

/** The namespace comes from the request, unless the object names it. */
function completeNamespace(metadata: JsonObject, namespaced: boolean, namespace: string): void {
  if (!namespaced) delete metadata["namespace"];
  else if (textOf(metadata, "namespace") === "") metadata["namespace"] = namespace;
}

/** Metadata as an object; nothing where there is none. */
export function metadataOf(object: JsonObject): JsonObject {
  const { metadata } = object;
  return isObject(metadata) ? metadata : {};
}

/** A copy of an object with other entries in `managedFields`, or without any. */
export function withEntries(object: JsonObject, entries: Json | undefined): JsonObject {
  const old = metadataOf(object);
  const metadata: JsonObject = {};
  // To delete a key of a copy would make the copy slow.
  for (const key of Object.keys(old)) {
    if (key !== "managedFields") setKey(metadata, key, old[key] ?? null);
  }
  if (entries !== undefined) metadata["managedFields"] = entries;
  const copy = { ...object };
  setKey(copy, "metadata", metadata);
  return copy;
}

/** The errors of metadata by the rules that hold for every write. */
export function metadataErrors(
  value: Json | undefined,
  namespaced: boolean,
  names: NameRule,
): FieldError[] {
  const decoded = decodeObjectMeta(value ?? null);
  if (decoded instanceof MetaFault) return [invalidError("metadata", value, decoded.message)];
  return validateObjectMeta(decoded.metadata, "metadata", { namespaced, names });
}

/** The errors of what an update changes in metadata. */
export function metadataUpdateErrors(
  value: Json | undefined,
  oldValue: Json | undefined,
): FieldError[] {
  const decoded = decodeObjectMeta(value ?? null);
  const old = decodeObjectMeta(oldValue ?? null);
  if (decoded instanceof MetaFault || old instanceof MetaFault) return [];
  // Old objects that do not say which version they are cannot be mixed up.
  const known: JsonObject =
    textOf(old.metadata, "resourceVersion") === "" ? { resourceVersion: "0" } : {};
  const metadata = { ...known, ...decoded.metadata };
  return validateObjectMetaUpdate(metadata, { ...known, ...old.metadata }, "metadata");
}

/** Raises the generation, if the object has one. */
export function raiseGeneration(metadata: JsonObject): void {
  const { generation } = metadata;
  if (typeof generation === "number" || typeof generation === "bigint") {
    metadata["generation"] = toDouble(generation) + 1;
  }
}

/**
 * The last finalizer of an object that is being deleted is gone, so that a write of it ends it
 * (apiserver `registry/generic/registry/store.go`, ShouldDeleteDuringUpdate).
 */
export function isFinished(object: JsonObject): boolean {
  const { deletionTimestamp, finalizers, deletionGracePeriodSeconds } = metadataOf(object);
  if (deletionTimestamp === undefined) return false;
  const grace = deletionGracePeriodSeconds ?? 0;
  return (!Array.isArray(finalizers) || finalizers.length === 0) && grace === 0;
}
