import type { Dialect } from "../dialect.js";
import { newestDialect } from "../dialect.js";
import type { FieldError } from "../field-error.js";
import { distinctErrors } from "../field-error.js";
import {
  badValueText,
  fieldError,
  forbiddenError,
  invalidError,
  requiredError,
  tooLongError,
} from "../field-errors.js";
import { compareUtf8 } from "../go/compare-utf8.js";
import { lowerCase } from "../go/lower-case.js";
import { goStringsSyntax } from "../go/sharp-v.js";
import { utf8Length } from "../go/utf8-length.js";
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

/** What the checks depend on besides the metadata. */
export interface MetaRules {
  readonly namespaced: boolean;
  readonly names: NameRule;
  readonly dialect?: Dialect | undefined;
}

/** The rules for every object, on create and on update (`ValidateObjectMeta`). */
export function validateObjectMeta(
  metadata: JsonObject,
  path: string,
  { namespaced, names, dialect = newestDialect }: MetaRules,
): FieldError[] {
  return [
    ...validateName(metadata, path, names),
    ...validateNamespace(textOf(metadata, "namespace"), `${path}.namespace`, namespaced),
    ...validateGeneration(metadata["generation"], `${path}.generation`),
    ...validateLabels(metadata, path, dialect),
    ...validateAnnotations(metadata, path, dialect),
    ...validateOwners(metadata, path, dialect),
    ...validateFinalizers(textsOf(metadata, "finalizers"), `${path}.finalizers`, dialect),
    ...validateManaged(metadata, path, dialect),
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
  dialect: Dialect = newestDialect,
): FieldError[] {
  return [
    ...validateNewFinalizers(metadata, old, path),
    ...validateRevision(metadata, old, path),
    ...immutableFields.flatMap((key) => validateImmutable(metadata, old, key, path, dialect)),
    ...validateLabels(metadata, path, dialect),
    ...validateAnnotations(metadata, path, dialect),
    ...validateOwners(metadata, path, dialect),
    ...validateManaged(metadata, path, dialect),
  ];
}

/**
 * Errors of one look at metadata with equal text only once. So 1.37 treats those that come from the
 * resource's own strategy and from embedded resources (`ValidateObjectMetaDeclaratively`), not
 * those of the generic checks of an update.
 */
export function mergeMetadataErrors(
  errors: readonly FieldError[],
  dialect: Dialect = newestDialect,
): readonly FieldError[] {
  if (!dialect.mergesMetadataErrors || errors.length < 2) return errors;
  return distinctErrors(errors) ?? errors;
}

function validateName(metadata: JsonObject, path: string, names: NameRule): FieldError[] {
  const prefix = textOf(metadata, "generateName");
  const name = textOf(metadata, "name");
  const errors =
    prefix === "" ? [] : invalidErrors(`${path}.generateName`, prefix, names.prefix(prefix));
  if (name === "") {
    return [...errors, requiredError(`${path}.name`, "name or generateName is required")];
  }
  return [...errors, ...invalidErrors(`${path}.name`, name, names.name(name))];
}

function validateNamespace(namespace: string, field: string, namespaced: boolean): FieldError[] {
  if (!namespaced) {
    return namespace === "" ? [] : [forbiddenError(field, "not allowed on this type")];
  }
  if (namespace === "") return [requiredError(field, "")];
  return invalidErrors(field, namespace, labelFaults(namespace));
}

function validateGeneration(generation: Json | undefined, field: string): FieldError[] {
  if (integerOf(generation) >= 0) return [];
  return [invalidError(field, generation, "must be greater than or equal to 0")];
}

function validateLabels(metadata: JsonObject, path: string, dialect: Dialect): FieldError[] {
  const field = `${path}.labels`;
  return stringMembers(metadata["labels"]).flatMap(([key, value]) =>
    isLabelKey(key) && isLabelValue(value)
      ? []
      : [
          ...invalidErrors(field, key, labelKeyFaults(key, dialect)),
          ...invalidErrors(field, value, labelValueFaults(value, dialect)),
        ],
  );
}

function validateAnnotations(metadata: JsonObject, path: string, dialect: Dialect): FieldError[] {
  const field = `${path}.annotations`;
  const annotations = stringMembers(metadata["annotations"]);
  const errors = annotations.flatMap(([key]) =>
    isLabelKey(key) ? [] : invalidErrors(field, key, labelKeyFaults(lowerCase(key), dialect)),
  );
  const size = annotations.reduce(
    (sum, [key, value]) => sum + utf8Length(key) + utf8Length(value),
    0,
  );
  if (size <= maxAnnotations) return errors;
  const tooLong =
    dialect.annotationsTooLong === undefined
      ? tooLongError(field, maxAnnotations, dialect)
      : fieldError("FieldValueTooLong", field, undefined, dialect.annotationsTooLong);
  return [...errors, tooLong];
}

function validateOwners(metadata: JsonObject, path: string, dialect: Dialect): FieldError[] {
  const references = objectsOf(metadata, "ownerReferences");
  return validateOwnerReferences(references, `${path}.ownerReferences`, dialect);
}

function validateManaged(metadata: JsonObject, path: string, dialect: Dialect): FieldError[] {
  const entries = objectsOf(metadata, "managedFields");
  return validateManagedFields(entries, `${path}.managedFields`, dialect);
}

function validateFinalizers(
  finalizers: readonly string[],
  field: string,
  dialect: Dialect,
): FieldError[] {
  const errors = finalizers.flatMap((finalizer) =>
    invalidErrors(field, finalizer, labelKeyFaults(finalizer, dialect)),
  );
  if (!finalizers.includes("orphan") || !finalizers.includes("foregroundDeletion")) return errors;
  const list =
    dialect.compositeText === undefined ? badValueText(finalizers) : goStringsSyntax(finalizers);
  const detail = "finalizer orphan and foregroundDeletion cannot be both set";
  return [...errors, fieldError("FieldValueInvalid", field, list, detail)];
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
  const errors: FieldError[] = [];
  if (textOf(metadata, "resourceVersion") === "") {
    const detail = "must be specified for an update";
    errors.push(invalidError(`${path}.resourceVersion`, "", detail));
  }
  errors.push(...validateGeneration(metadata["generation"], `${path}.generation`));
  if (integerOf(metadata["generation"]) < integerOf(old["generation"])) {
    const generation = metadata["generation"] ?? 0;
    errors.push(invalidError(`${path}.generation`, generation, "must not be decremented"));
  }
  return errors;
}

const immutableFields = [
  "name",
  "namespace",
  "uid",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
] as const;

function validateImmutable(
  metadata: JsonObject,
  old: JsonObject,
  key: (typeof immutableFields)[number],
  path: string,
  dialect: Dialect,
): FieldError[] {
  const isText = key === "name" || key === "namespace" || key === "uid";
  const absent = isText ? "" : null;
  const value = metadata[key] ?? absent;
  if (value === (old[key] ?? absent)) return [];
  const isTime = key === "creationTimestamp" || key === "deletionTimestamp";
  const text = isTime ? timeText(value, dialect) : badValueText(value, dialect);
  return [fieldError("FieldValueInvalid", `${path}.${key}`, text, "field is immutable")];
}

/** A time as bad value: as JSON; while Go syntax was in use, as Go prints times. */
function timeText(value: Json, dialect: Dialect): string {
  if (typeof value !== "string" || dialect.compositeText === undefined) {
    return badValueText(value, dialect);
  }
  return `${value.replace("T", " ").replace("Z", "")} +0000 UTC`;
}

function integerOf(value: Json | undefined): number | bigint {
  return typeof value === "number" || typeof value === "bigint" ? value : 0;
}

function stringMembers(value: Json | undefined): [string, string][] {
  if (!isObject(value)) return [];
  return Object.entries(value)
    .filter((entry): entry is [string, string] => typeof entry[1] === "string")
    .sort(([a], [b]) => compareUtf8(a, b));
}
