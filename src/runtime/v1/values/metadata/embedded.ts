import type { Dialect } from "../dialect.js";
import { inWords, newestDialect } from "../dialect.js";
import type { FieldError } from "../field-error.js";
import { invalidError, requiredError } from "../field-errors.js";
import { lowerCase } from "../go/quote.js";
import { hasKey, keysOf } from "../json/json-object.js";
import type { Json, JsonObject } from "../json/json.js";
import { dns1035LabelFaults } from "../names.js";
import { fieldPath } from "../place.js";
import { decodeObjectMeta, decodeStoredObjectMeta, MetaFault } from "./decode.js";
import { invalidErrors, pathSegmentNames, textOf } from "./rules.js";
import { mergeMetadataErrors, validateObjectMeta } from "./validate.js";

/*
 * One object at a node with `x-kubernetes-embedded-resource` (apiextensions `schema/objectmeta`).
 * The walk to such nodes, and on to their children, is the caller's.
 */

/**
 * Makes the metadata of an embedded resource what the server would store, in place; reports paths
 * of unknown fields. An error if apiVersion or kind is no string or the metadata cannot be decoded:
 * it refuses the whole request.
 */
export function coerceEmbeddedNode(
  object: JsonObject,
  path: string,
  unknown: (path: string) => void,
): FieldError | undefined {
  for (const [key, value] of Object.entries(object)) {
    if ((key === "apiVersion" || key === "kind") && typeof value !== "string") {
      return invalidError(fieldPath(path, key), value, "must be a string");
    }
    if (key !== "metadata") continue;
    const decoded = decodeObjectMeta(value);
    const field = fieldPath(path, "metadata");
    if (decoded instanceof MetaFault) return invalidError(field, value, decoded.message);
    for (const name of decoded.unknownFields) unknown(`${field}.${name}`);
    object["metadata"] = decoded.metadata;
  }
  return undefined;
}

/**
 * The same for what is read from storage: what cannot be decoded is dropped, metadata that is no
 * object stays.
 */
export function coerceStoredEmbeddedNode(object: JsonObject): void {
  for (const key of ["apiVersion", "kind"]) {
    if (typeof object[key] !== "string") Reflect.deleteProperty(object, key);
  }
  const metadata = object["metadata"];
  if (metadata === undefined) return;
  const decoded = decodeStoredObjectMeta(metadata);
  if (decoded !== undefined) object["metadata"] = decoded.metadata;
}

/** Checks apiVersion, kind and metadata of an embedded resource (`validateEmbeddedResource`). */
export function validateEmbeddedNode(
  object: JsonObject,
  path: string,
  dialect: Dialect = newestDialect,
): FieldError[] {
  const errors = ["apiVersion", "kind"]
    .filter((key) => !hasKey(object, key))
    .map((key) => requiredError(fieldPath(path, key), ""));
  for (const key of keysOf(object)) {
    const value = object[key] ?? null;
    const field = fieldPath(path, key);
    if (key === "apiVersion") errors.push(...validateText(value, field, apiVersionFaults));
    if (key === "kind") errors.push(...validateText(value, field, kindFaults));
    if (key !== "metadata") continue;
    for (const error of validateEmbeddedMeta(value, field, dialect)) errors.push(error);
  }
  return inWords(errors, dialect.words?.ofMetadata);
}

function validateText(
  value: Json,
  field: string,
  faults: (text: string) => string[],
): FieldError[] {
  if (typeof value !== "string") return [invalidError(field, value, "must be a string")];
  if (value === "") return [invalidError(field, value, "must not be empty")];
  return invalidErrors(field, value, faults(value));
}

function apiVersionFaults(apiVersion: string): string[] {
  const isGroupVersion = apiVersion.split("/").length <= 2;
  return isGroupVersion ? [] : [`unexpected GroupVersion string: ${apiVersion}`];
}

function kindFaults(kind: string): string[] {
  const faults = dns1035LabelFaults(lowerCase(kind));
  if (faults.length === 0) return [];
  return [`may have mixed case, but should otherwise match: ${faults.join(",")}`];
}

function validateEmbeddedMeta(value: Json, field: string, dialect: Dialect): FieldError[] {
  const decoded = decodeObjectMeta(value);
  if (decoded instanceof MetaFault) return [invalidError(field, value, decoded.message)];
  const { metadata } = decoded;
  // The server puts in a name where there is none, so that none is demanded.
  const named = textOf(metadata, "name") === "" ? { ...metadata, name: "fakename" } : metadata;
  const namespaced = textOf(metadata, "namespace") !== "";
  const rules = { namespaced, names: pathSegmentNames };
  return [...mergeMetadataErrors(validateObjectMeta(named, field, rules), dialect)];
}
