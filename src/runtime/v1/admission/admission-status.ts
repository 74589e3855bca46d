import type { FieldError } from "../values/field-error.js";
import { distinctErrors, fieldErrorText } from "../values/field-error.js";
import { quote } from "../values/go/quote.js";
import type { Status } from "../values/kubernetes.js";
import type { Admission, BodyFault } from "./admission.js";

/*
 * The answers of the API server to requests that it refuses (apimachinery `api/errors`).
 */

/** 400. */
export function badRequest(message: string): Status {
  return failureStatus(400, "BadRequest", message);
}

/** 404 for an object, or a subresource of it, that is not there. */
export function notFound(group: string, plural: string, name: string): Status {
  const message = `${plural}.${group} ${quote(name)} not found`;
  return failureStatus(404, "NotFound", message, { name, group, kind: plural });
}

/** 409 for an object that is there. */
export function alreadyExists(group: string, plural: string, name: string): Status {
  const message = `${plural}.${group} ${quote(name)} already exists`;
  return failureStatus(409, "AlreadyExists", message, { name, group, kind: plural });
}

/** 409 for an object that was changed meanwhile. */
export function conflict(group: string, plural: string, name: string, fault: string): Status {
  const resource = group === "" ? plural : `${plural}.${group}`;
  const message = `Operation cannot be fulfilled on ${resource} ${quote(name)}: ${fault}`;
  const named = group === "" ? {} : { group };
  return failureStatus(409, "Conflict", message, { name, ...named, kind: plural });
}

/** 500, without a reason. */
export function serverError(message: string): Status {
  return failureStatus(500, undefined, message);
}

/** 504 for what takes longer than the server has for a request. */
export function timedOut(): Status {
  const words = "request did not complete within requested timeout - context deadline exceeded";
  return failureStatus(504, "Timeout", `Timeout: ${words}`, {});
}

/** The end of a write that is about to be run again, with what plugins say: nobody sees it. */
export function endedForPlugins(): Status {
  return serverError("plugins are asked");
}

/** Any failure. */
export function failureStatus(
  code: number,
  reason: string | undefined,
  message: string,
  details?: Status["details"],
): Status {
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message,
    ...(reason === undefined ? {} : { reason }),
    ...(details === undefined ? {} : { details }),
    code,
  };
}

/**
 * The identity of an object in the answer: the kind with its group, and the object's name, which
 * may be empty.
 */
interface ObjectIdentity {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
}

/**
 * The answer to an object with errors (apimachinery `api/errors.NewInvalid`): every error is a
 * cause; in the message errors of equal text stand once. Empty names and groups are left out of the
 * details. With so many errors that the message takes the server longer than it has for a request,
 * it answers 504.
 */
export function invalidStatus(
  { group, kind, name }: ObjectIdentity,
  errors: readonly FieldError[],
): Status {
  const qualified = group === "" ? kind : `${kind}.${group}`;
  const distinct = distinctErrors(errors);
  if (distinct === undefined) return timedOut();
  const message = `${qualified} ${quote(name)} is invalid: ${listed(distinct.map(fieldErrorText))}`;
  return failureStatus(422, "Invalid", message, {
    ...(name === "" ? {} : { name }),
    ...(group === "" ? {} : { group }),
    kind,
    causes: [...errors],
  });
}

/** One text of several errors. */
export function aggregateText(errors: readonly FieldError[]): string {
  return aggregateTexts(errors.map(fieldErrorText));
}

/**
 * One text of several as Go's aggregates of errors print them: in brackets unless there is but one,
 * each once (apimachinery `util/errors`).
 */
export function aggregateTexts(texts: readonly string[]): string {
  return listed([...new Set(texts)]);
}

function listed(texts: readonly string[]): string {
  return texts.length === 1 ? texts.join() : `[${texts.join(", ")}]`;
}

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
