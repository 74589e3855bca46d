import type { FieldError } from "../values/field-error.js";
import type { Status } from "../values/kubernetes.js";
import type { Admission, BodyFault } from "./admission.js";

/** Why a write fails. */
export class Refusal {
  readonly status: Status;
  readonly errors: readonly FieldError[];
  readonly warnings: readonly string[];
  readonly cause: BodyFault | undefined;
  constructor(
    status: Status,
    errors: readonly FieldError[] = [],
    warnings: readonly string[] = [],
    cause?: BodyFault,
  ) {
    this.status = status;
    this.errors = errors;
    this.warnings = warnings;
    this.cause = cause;
  }
}

/** The answer to a write that fails; `warnings` are those that were given before. */
export function refuse(refusal: Refusal, warnings: readonly string[] = []): Admission {
  const { status, errors, cause } = refusal;
  const all = [...warnings, ...refusal.warnings];
  return { allowed: false, status, errors, warnings: all, ...(cause && { cause }) };
}
