import type { Dialect } from "../dialect.js";
import { newestDialect } from "../dialect.js";
import type { FieldError } from "../field-error.js";
import { distinctErrors } from "../field-error.js";
import {
  forbiddenError,
  invalidError,
  notSupportedError,
  requiredError,
  tooLongError,
} from "../field-errors.js";
import { goJson } from "../go/json.js";
import { isPrintable, lowerCase, quote } from "../go/quote.js";
import { goStringsSyntax, sortedMembers } from "../go/render-tree.js";
import { compareUtf8, utf8Length } from "../go/utf8.js";
import type { Json, JsonObject } from "../json/json.js";
import { isObject } from "../json/json.js";
import { labelFaults, labelKeyFaults, labelValueFaults } from "../names.js";
import { isCoreEvent, isGroupVersion, maxAnnotations } from "../quick/metadata.js";
import { isLabelKey, isLabelValue } from "../quick/names.js";
import type { NameRule } from "./rules.js";
import { invalidErrors, objectsOf, textOf, textsOf } from "./rules.js";
import { ownerReferenceType } from "./types.js";

/*
 * The rules for metadata (apimachinery `api/validation/objectmeta.go`). All functions take metadata
 * as `decodeObjectMeta` returns it, and the path of the metadata. Labels and annotations are
 * checked in the order of their keys.
 */

/** The facts that the checks depend on besides the metadata. */
interface MetaRules {
  readonly namespaced: boolean;
  readonly names: NameRule;
}

/** The rules for every object, on create and on update (`ValidateObjectMeta`). */
export function validateObjectMeta(
  metadata: JsonObject,
  path: string,
  { namespaced, names }: MetaRules,
): FieldError[] {
  const named = (key: string, faultsOf: NameRule["name"]): FieldError[] => {
    const text = textOf(metadata, key);
    return text === "" ? [] : invalidErrors(`${path}.${key}`, text, faultsOf(text));
  };
  const errors = named("generateName", names.prefix);
  if (textOf(metadata, "name") === "") {
    errors.push(requiredError(`${path}.name`, "name or generateName is required"));
  }
  errors.push(...named("name", names.name));
  const field = `${path}.namespace`;
  if (namespaced !== (textOf(metadata, "namespace") !== "")) {
    errors.push(
      namespaced ? requiredError(field, "") : forbiddenError(field, "not allowed on this type"),
    );
  } else errors.push(...named("namespace", labelFaults));
  return [
    ...errors,
    ...validateGeneration(metadata, path),
    ...validateContents(metadata, path, validateFinalizers(metadata, path)),
  ];
}

/**
 * The rules for what an update may change (`ValidateObjectMetaUpdate`); both as they would be
 * stored.
 */
export function validateObjectMetaUpdate(
  metadata: JsonObject,
  old: JsonObject,
  path: string,
): FieldError[] {
  return [
    ...validateNewFinalizers(metadata, old, path),
    ...validateRevision(metadata, old, path),
    ...validateImmutable(metadata, old, path),
    ...validateContents(metadata, path, []),
  ];
}

/** The rules for what both look at; finalizers stand among it. */
function validateContents(
  metadata: JsonObject,
  path: string,
  finalizers: readonly FieldError[],
): FieldError[] {
  const owners = objectsOf(metadata, "ownerReferences");
  const managed = objectsOf(metadata, "managedFields");
  return [
    ...validateLabels(metadata, `${path}.labels`),
    ...validateAnnotations(metadata, `${path}.annotations`),
    ...validateOwnerReferences(owners, `${path}.ownerReferences`),
    ...finalizers,
    ...validateManagedFields(managed, `${path}.managedFields`),
  ];
}

/**
 * Errors of one look at metadata with equal text only once. So 1.37 treats those that come from the
 * resource's own strategy and from embedded resources (`ValidateObjectMetaDeclaratively`), not
 * those of the generic checks of an update.
 */
export function mergeMetadataErrors(
  errors: readonly FieldError[],
  { mergesMetadataErrors = true }: Dialect = newestDialect,
): readonly FieldError[] {
  const isMerged = mergesMetadataErrors && errors.length > 1;
  return (isMerged ? distinctErrors(errors) : undefined) ?? errors;
}

function validateGeneration({ generation }: JsonObject, path: string): FieldError[] {
  if (integerOf(generation) >= 0) return [];
  const detail = "must be greater than or equal to 0";
  return [invalidError(`${path}.generation`, generation, detail)];
}

function validateLabels(metadata: JsonObject, field: string): FieldError[] {
  return stringMembers(metadata["labels"]).flatMap(([key, value]) =>
    isLabelKey(key) && isLabelValue(value)
      ? []
      : [
          ...invalidErrors(field, key, labelKeyFaults(key)),
          ...invalidErrors(field, value, labelValueFaults(value)),
        ],
  );
}

function validateAnnotations(metadata: JsonObject, field: string): FieldError[] {
  let size = 0;
  const errors = stringMembers(metadata["annotations"]).flatMap(([key, value]) => {
    size += utf8Length(key) + utf8Length(value);
    return isLabelKey(key) ? [] : invalidErrors(field, key, labelKeyFaults(lowerCase(key)));
  });
  if (size > maxAnnotations) errors.push(tooLongError(field, maxAnnotations));
  return errors;
}

function validateFinalizers(metadata: JsonObject, path: string): FieldError[] {
  const field = `${path}.finalizers`;
  const finalizers = textsOf(metadata, "finalizers");
  const errors = finalizers.flatMap((finalizer) =>
    invalidErrors(field, finalizer, labelKeyFaults(finalizer)),
  );
  if (finalizers.includes("orphan") && finalizers.includes("foregroundDeletion")) {
    const detail = "finalizer orphan and foregroundDeletion cannot be both set";
    errors.push(invalidError(field, finalizers, detail));
  }
  return errors;
}

function validateNewFinalizers(metadata: JsonObject, old: JsonObject, path: string): FieldError[] {
  if (typeof old["deletionTimestamp"] !== "string") return [];
  const before = textsOf(old, "finalizers");
  const added = new Set(textsOf(metadata, "finalizers").filter((name) => !before.includes(name)));
  if (added.size === 0) return [];
  const list = goStringsSyntax([...added].sort(compareUtf8));
  const detail = `no new finalizers can be added if the object is being deleted, found new finalizers ${list}`;
  return [forbiddenError(`${path}.finalizers`, detail)];
}

function validateRevision(metadata: JsonObject, old: JsonObject, path: string): FieldError[] {
  const errors = validateGeneration(metadata, path);
  if (textOf(metadata, "resourceVersion") === "") {
    const detail = "must be specified for an update";
    errors.unshift(invalidError(`${path}.resourceVersion`, "", detail));
  }
  const { generation = 0 } = metadata;
  if (integerOf(generation) < integerOf(old["generation"])) {
    errors.push(invalidError(`${path}.generation`, generation, "must not be decremented"));
  }
  return errors;
}

/** The texts first, which are empty where they are absent. */
const immutableFields = [
  "name", "namespace", "uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds",
]; // prettier-ignore

function validateImmutable(metadata: JsonObject, old: JsonObject, path: string): FieldError[] {
  return immutableFields.flatMap((key, index) => {
    const absent = index < 3 ? "" : null;
    const value = metadata[key] ?? absent;
    if (value === (old[key] ?? absent)) return [];
    return [invalidError(`${path}.${key}`, value, "field is immutable")];
  });
}

function integerOf(value: Json | undefined): number | bigint {
  return typeof value === "number" || typeof value === "bigint" ? value : 0;
}

function stringMembers(value: Json | undefined): [string, string][] {
  if (!isObject(value)) return [];
  return sortedMembers(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
}

/** Checks `metadata.ownerReferences` (apimachinery `api/validation/objectmeta.go`). */
function validateOwnerReferences(references: readonly JsonObject[], path: string): FieldError[] {
  let first: string | undefined;
  let text: string | undefined;
  return references.flatMap((reference, i) => {
    const field = `${path}[${i}]`;
    const [apiVersion = "", kind = "", name = ""] = ["apiVersion", "kind", "name"].map((key) =>
      textOf(reference, key),
    );
    const errors = ["apiVersion", "kind", "name", "uid"].flatMap((key) =>
      fieldErrors(textOf(reference, key), key, field),
    );
    if (isCoreEvent(apiVersion, kind)) {
      const detail = "/v1, Kind=Event is disallowed from being an owner";
      errors.push(invalidError(field, reference, detail, listText(reference)));
    }
    if (reference["controller"] !== true) return errors;
    const controller = `${kind}/${name}`;
    if (first !== undefined) {
      const detail = `Only one reference can have Controller set to true. Found "true" in references for ${first} and ${controller}`;
      text ??= listText(references);
      errors.push(invalidError(path, references, detail, text));
    }
    first ??= controller;
    return errors;
  });
}

function fieldErrors(value: string, key: string, path: string): FieldError[] {
  if (key === "apiVersion" ? isGroupVersion(value) : value !== "") return [];
  const field = `${path}.${key}`;
  return value === ""
    ? [requiredError(field, "must not be empty")]
    : [invalidError(field, value, "must be <group>/<version> or <version>")];
}

/** References as Go writes them: fields in their own order. */
function listText(owners: JsonObject | readonly JsonObject[]): string {
  if (Array.isArray(owners)) return `[${owners.map(listText).join(",")}]`;
  const members = Object.keys(ownerReferenceType.fields).flatMap((key) => {
    const value = (owners as JsonObject)[key]; // `Array.isArray` does not see lists that are readonly
    return value === undefined ? [] : [`"${key}":${goJson(value)}`];
  });
  return `{${members.join(",")}}`;
}

const maxManager = 128;
const maxSubresource = 256;

/** Checks `metadata.managedFields` (apimachinery `apis/meta/v1/validation/validation.go`). */
export function validateManagedFields(entries: readonly JsonObject[], path: string): FieldError[] {
  return entries.flatMap((entry, i) => validateEntry(entry, `${path}[${i}]`));
}

function validateEntry(entry: JsonObject, path: string): FieldError[] {
  const errors = validateOperation(textOf(entry, "operation"), `${path}.operation`);
  const fieldsType = textOf(entry, "fieldsType");
  if (fieldsType !== "" && fieldsType !== "FieldsV1") {
    errors.push(invalidError(`${path}.fieldsType`, fieldsType, "must be `FieldsV1`"));
  }
  return [
    ...errors,
    ...validateManager(textOf(entry, "manager"), `${path}.manager`),
    ...lengthErrors(textOf(entry, "subresource"), maxSubresource, `${path}.subresource`),
  ];
}

function lengthErrors(text: string, limit: number, field: string): FieldError[] {
  return utf8Length(text) > limit ? [tooLongError(field, limit)] : [];
}

const operations = ["Apply", "Update"];

function validateOperation(operation: string, field: string): FieldError[] {
  if (operations.includes(operation)) return [];
  if (operation === "") return [requiredError(field, "must not be empty")];
  return [notSupportedError(field, operation, operations)];
}

/** Checks the name of a field manager (`ValidateFieldManager`). */
export function validateManager(manager: string, field: string): FieldError[] {
  const errors = lengthErrors(manager, maxManager, field);
  let position = 0;
  for (const character of manager) {
    if (!isPrintable(character)) {
      const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
      errors.push(
        invalidError(field, manager, `invalid character U+${code} (at position ${position})`),
      );
    }
    position += utf8Length(character);
  }
  return errors;
}

/** Finalizers of Kubernetes' own, which have no slash. */
const standardFinalizers: readonly string[] = ["orphan", "foregroundDeletion", "kubernetes"];

/**
 * Warnings about finalizers that a request adds, by name in order (apiextensions
 * `registry/customresource/strategy.go`). Not for updates of `/status`.
 */
export function finalizerWarnings(added: readonly string[]): string[] {
  return [...added].sort(compareUtf8).flatMap((name) => {
    const prefix = `metadata.finalizers: ${quote(name)}: `;
    const faults = labelKeyFaults(name).map((fault) => prefix + fault);
    if (name.includes("/") || standardFinalizers.includes(name)) return faults;
    const withPath = name.includes(".") ? " including a path (/)" : "";
    const advice = `prefer a domain-qualified finalizer name${withPath} to avoid accidental conflicts with other finalizer writers`;
    return [...faults, prefix + advice];
  });
}

/** The finalizers of decoded metadata that the old metadata lacks. */
export function addedFinalizers(metadata: JsonObject, old: JsonObject | undefined): string[] {
  const before = new Set(old === undefined ? [] : textsOf(old, "finalizers"));
  return [...new Set(textsOf(metadata, "finalizers"))].filter((name) => !before.has(name));
}

/**
 * Removes, in place, owner references that equal an earlier one of the same uid; returns the
 * server's warning if there were any (apiserver `endpoints/handlers`, `DedupOwnerReferences`).
 *
 * @param patched the object was made by a patch, at which the server looks later, when admission
 *   may have changed it
 */
export function dedupOwnerReferences(metadata: JsonObject, patched = false): string | undefined {
  const seen = new Set<string>();
  const duplicated: string[] = [];
  const kept = objectsOf(metadata, "ownerReferences").filter((reference) => {
    const text = goJson(reference);
    if (!seen.has(text)) {
      seen.add(text);
      return true;
    }
    duplicated.push(textOf(reference, "uid"));
    return false;
  });
  if (duplicated.length === 0) return undefined;
  metadata["ownerReferences"] = [...kept];
  const when = patched ? " after mutating admission happens" : "";
  return `${ownersWarning}${when}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${duplicated.join(", ")}`;
}

const ownersWarning = ".metadata.ownerReferences contains duplicate entries";

/** Tells whether a warning is the one about owners that came twice. */
export function isOfOwners(warning: string): boolean {
  return warning.startsWith(ownersWarning);
}
