import type { Dialect } from "../dialect.js";
import type { FieldError } from "../field-error.js";
import { fieldError, invalidError, requiredError } from "../field-errors.js";
import { goJson } from "../go/json.js";
import type { JsonObject } from "../json/json.js";
import { textOf } from "./rules.js";

/**
 * Checks `metadata.ownerReferences` (apimachinery `api/validation/objectmeta.go`). Up to 1.36 the
 * fields carry no index and empty ones are merely invalid; up to 1.33 the texts name the field.
 */
export function validateOwnerReferences(
  references: readonly JsonObject[],
  path: string,
  dialect: Dialect,
): FieldError[] {
  const errors: FieldError[] = [];
  let firstController = "";
  let text: string | undefined;
  references.forEach((reference, i) => {
    const field = dialect.ownerReferences === "indexed" ? `${path}[${i}]` : path;
    errors.push(...validateReference(reference, field, dialect));
    if (reference["controller"] !== true) return;
    const controller = `${textOf(reference, "kind")}/${textOf(reference, "name")}`;
    if (firstController === "") {
      firstController = controller;
      return;
    }
    const detail = `Only one reference can have Controller set to true. Found "true" in references for ${firstController} and ${controller}`;
    text ??= listText(references, dialect);
    errors.push(fieldError("FieldValueInvalid", path, text, detail));
  });
  return errors;
}

function validateReference(reference: JsonObject, field: string, dialect: Dialect): FieldError[] {
  const errors = validateApiVersion(textOf(reference, "apiVersion"), field, dialect);
  for (const key of ["kind", "name", "uid"]) {
    if (textOf(reference, key) !== "") continue;
    errors.push(emptyError(`${field}.${key}`, key, dialect));
  }
  const isCoreV1 = /^\/?v1$/.test(textOf(reference, "apiVersion"));
  if (isCoreV1 && textOf(reference, "kind") === "Event") {
    const detail = "/v1, Kind=Event is disallowed from being an owner";
    const text = (dialect.ownerReferenceText ?? referenceText)(reference);
    errors.push(fieldError("FieldValueInvalid", field, text, detail));
  }
  return errors;
}

function emptyError(field: string, key: string, dialect: Dialect): FieldError {
  if (dialect.ownerReferences === "indexed") return requiredError(field, "must not be empty");
  const subject = dialect.ownerReferences === "named" ? `${key} ` : "";
  return invalidError(field, "", `${subject}must not be empty`);
}

function validateApiVersion(apiVersion: string, path: string, dialect: Dialect): FieldError[] {
  const field = `${path}.apiVersion`;
  const isIndexed = dialect.ownerReferences === "indexed";
  if (apiVersion === "" && isIndexed) return [requiredError(field, "must not be empty")];
  if (hasVersion(apiVersion)) return [];
  const detail = isIndexed ? "must be <group>/<version> or <version>" : "version must not be empty";
  return [invalidError(field, apiVersion, detail)];
}

/** `v1`, `g/v1` and `/v1` have a version; `g/`, `/` and everything with two slashes do not. */
function hasVersion(apiVersion: string): boolean {
  const parts = apiVersion.split("/");
  return parts.length <= 2 && parts[parts.length - 1] !== "";
}

function listText(references: readonly JsonObject[], { ownerReferenceText }: Dialect): string {
  return ownerReferenceText === undefined
    ? `[${references.map(referenceText).join(",")}]`
    : `[]v1.OwnerReference{${references.map(ownerReferenceText).join(", ")}}`;
}

/** A reference as Go writes it: fields in their own order. */
function referenceText(reference: JsonObject): string {
  const keys = ["apiVersion", "kind", "name", "uid", "controller", "blockOwnerDeletion"];
  const members = keys.flatMap((key) => {
    const value = reference[key];
    return value === undefined ? [] : [`"${key}":${goJson(value)}`];
  });
  return `{${members.join(",")}}`;
}
