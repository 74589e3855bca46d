import type { FieldError } from "../field-error.js";
import { invalidError, requiredError } from "../field-errors.js";
import { goJson } from "../go/json.js";
import type { JsonObject } from "../json/json.js";
import { isCoreEvent, isGroupVersion } from "../quick/metadata.js";
import { textOf } from "./rules.js";
import { ownerReferenceType } from "./types.js";

/** Checks `metadata.ownerReferences` (apimachinery `api/validation/objectmeta.go`). */
export function validateOwnerReferences(
  references: readonly JsonObject[],
  path: string,
): FieldError[] {
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
