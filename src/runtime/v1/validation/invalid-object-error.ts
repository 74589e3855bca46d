import type { FieldError } from "../values/field-error.js";
import { fieldErrorText } from "../values/field-error.js";

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
