import type { FieldError } from "../field-error.js";
import { invalidError, notSupportedError, requiredError, tooLongError } from "../field-errors.js";
import { isPrintable } from "../go/quote.js";
import { utf8Length } from "../go/utf8.js";
import type { JsonObject } from "../json/json.js";
import { textOf } from "./rules.js";

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
