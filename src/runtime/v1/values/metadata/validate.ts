import type { Dialect } from "../dialect.js";
import { newestDialect } from "../dialect.js";
import type { FieldError } from "../field-error.js";
import { distinctErrors } from "../field-error.js";
import { forbiddenError, invalidError, requiredError, tooLongError } from "../field-errors.js";
import { lowerCase } from "../go/quote.js";
import { goStringsSyntax, sortedMembers } from "../go/render-tree.js";
import { compareUtf8, utf8Length } from "../go/utf8.js";
import type { Json, JsonObject } from "../json/json.js";
import { isObject } from "../json/json.js";
import { labelFaults, labelKeyFaults, labelValueFaults } from "../names.js";
import { maxAnnotations } from "../quick/metadata.js";
import { isLabelKey, isLabelValue } from "../quick/names.js";
import { validateManagedFields } from "./managed-fields.js";
import { validateOwnerReferences } from "./owner-references.js";
import type { NameRule } from "./rules.js";
import { invalidErrors, objectsOf, textOf, textsOf } from "./rules.js";

/*
 * The rules for metadata (apimachinery `api/validation/objectmeta.go`). All functions take metadata
 * as `decodeObjectMeta` returns it, and the path of the metadata. Labels and annotations are
 * checked in the order of their keys.
 */

/** The facts that the checks depend on besides the metadata. */
export interface MetaRules {
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
