import type { FieldError } from "../values/field-error.js";
import type { Status } from "../values/kubernetes.js";
import type { Admission } from "./admission.js";

/** Why a write fails. */
export class Refusal {
  readonly status: Status;
  readonly errors: readonly FieldError[];
  readonly warnings: readonly string[];
  constructor(
    status: Status,
    errors: readonly FieldError[] = [],
    warnings: readonly string[] = [],
  ) {
    this.status = status;
    this.errors = errors;
    this.warnings = warnings;
  }
}

/** The answer to a write that fails; `warnings` are those that were given before. */
export function refuse(refusal: Refusal, warnings: readonly string[] = []): Admission {
  const { status, errors } = refusal;
  return { allowed: false, status, errors, warnings: [...warnings, ...refusal.warnings] };
}
