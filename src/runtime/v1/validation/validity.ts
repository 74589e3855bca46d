import type { FieldError } from "../field-error.js";
import { fieldErrorText } from "../field-error.js";
import { copyJson } from "../json/copy-json.js";
import type { Members } from "../json/json-object.js";
import { isPlainObject, jsonTypeOf } from "../json/json-object.js";
import { isObject } from "../json/json.js";
import { isWrongName } from "../quick/metadata.js";
import { fillIn } from "./fill-defaults.js";
import type { ResourceValidation, ValidateOptions } from "./resource-validation.js";
import { asksSchemaOnly, validateResource } from "./resource-validation.js";

/** Thrown by generated `assert…` functions: an object is not what the API server accepts. */
export class InvalidObjectError extends Error {
  override readonly name: string = "InvalidObjectError";
  /** All faults, as the causes in the server's answer. */
  readonly errors: readonly FieldError[];

  constructor(kind: string, errors: readonly FieldError[]) {
    super(`${kind} is invalid:\n${errors.map((error) => `- ${fieldErrorText(error)}`).join("\n")}`);
    this.errors = errors;
  }
}

/** Whether the server would accept an object as it is sent: defaults may be missing, nulls may stand for nothing. */
export function isValidResource(
  resource: ResourceValidation,
  value: unknown,
  options: ValidateOptions | undefined,
): boolean {
  if (jsonTypeOf(value) !== "object") return false;
  if (asksSchemaOnly(resource, options) && isPlainObject(value)) {
    if (resource.is(value, null)) return true;
    if (isOther(resource, value)) return false;
  }
  return faultsOfCopy(resource, value, options).length === 0;
}

/**
 * Throws unless the server would accept an object as it is sent.
 *
 * @throws InvalidObjectError that lists all faults
 */
export function assertValidResource(
  resource: ResourceValidation,
  value: unknown,
  options: ValidateOptions | undefined,
): void {
  const errors = faultsAsSent(resource, value, options);
  if (errors.length > 0) throw new InvalidObjectError(resource.kind, errors);
}

/**
 * The faults of an object as it is sent: defaults may be missing, nulls may stand for nothing.
 *
 * @throws TypeError that names the place, for an object with something in it that JSON cannot hold
 */
export function faultsAsSent(
  resource: ResourceValidation,
  value: unknown,
  options?: ValidateOptions,
): readonly FieldError[] {
  if (asksSchemaOnly(resource, options) && resource.is(value, null)) return [];
  return faultsOfCopy(resource, value, options);
}

/** Defaults are filled into a copy: rules see them, and fields may be missing without them. */
function faultsOfCopy(
  resource: ResourceValidation,
  value: unknown,
  options: ValidateOptions | undefined,
): readonly FieldError[] {
  const filled = copyJson(value);
  if (isObject(filled)) fillIn(resource, filled);
  return validateResource(resource, filled, options);
}

/** Whether an object is one of another kind, or has a name that none may have: no default mends that. */
function isOther({ kind }: ResourceValidation, object: Members): boolean {
  const { metadata } = object;
  if (typeof object["kind"] === "string" && object["kind"] !== kind) return true;
  return isPlainObject(metadata) && isWrongName(metadata["name"]);
}
