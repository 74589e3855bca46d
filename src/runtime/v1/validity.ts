import type { FieldError } from "./field-error.js";
import { fieldErrorText } from "./field-error.js";
import type { ResourceValidation, ValidateOptions } from "./resource-validation.js";
import { validateResource } from "./resource-validation.js";

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

/** Whether the server would accept an object. */
export function isValidResource(
  resource: ResourceValidation,
  value: unknown,
  options: ValidateOptions | undefined,
): boolean {
  return validateResource(resource, value, options).length === 0;
}

/**
 * Throws unless the server would accept an object.
 *
 * @throws InvalidObjectError that lists all faults
 */
export function assertValidResource(
  resource: ResourceValidation,
  value: unknown,
  options: ValidateOptions | undefined,
): void {
  const errors = validateResource(resource, value, options);
  if (errors.length > 0) throw new InvalidObjectError(resource.kind, errors);
}
