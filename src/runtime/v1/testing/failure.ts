import {
  aggregateText,
  badRequest,
  conflict,
  failureStatus,
} from "../admission/admission-status.js";
import type { BodyFault } from "../admission/admission.js";
import { storageFault, storagePlace } from "../admission/write-conflict.js";
import type { FieldError } from "../values/field-error.js";
import { quote } from "../values/go/quote.js";
import type { Status, StatusDetails } from "../values/kubernetes.js";

/*
 * The answers of the API server to requests that it refuses before, or without, a write
 * (apimachinery `api/errors/errors.go`, apiserver `endpoints/handlers/negotiation/errors.go`).
 */

/** Why a request fails, for those who do otherwise then. */
export type FailureCause =
  | BodyFault
  /** The store takes no object that is so long. */
  | { readonly kind: "tooLong" }
  /** There is another object of the name. */
  | { readonly kind: "taken"; readonly isTerminating: boolean };

/**
 * Why a request is refused, sent as a Status. Writes give it as their result; what is found before
 * a write begins, in headers, options and texts of bodies, is thrown, and ends the request.
 */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly status: Status;
  readonly warnings: readonly string[];
  override readonly cause: FailureCause | undefined;

  constructor(status: Status, warnings: readonly string[] = [], cause?: FailureCause) {
    super(status.message);
    this.status = status;
    this.warnings = warnings;
    this.cause = cause;
  }

  /** The HTTP status. */
  get code(): number {
    return this.status.code ?? 500;
  }

  /** The same behind warnings that were given before. */
  behind(warnings: readonly string[]): Failure {
    return new Failure(this.status, [...warnings, ...this.warnings], this.cause);
  }
}

/** A result for those who cannot go on without it. @throws Failure */
export function orThrow<T>(result: T | Failure): T {
  if (result instanceof Failure) throw result;
  return result;
}

/** A result, and what is thrown before there is one. */
export async function resultOf<T>(
  ask: () => Promise<T | Failure> | T | Failure,
): Promise<T | Failure> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}

/** A group and a resource of it, as messages name them; the core group has no name. */
export interface GroupResource {
  readonly group: string;
  readonly plural: string;
}

/** `crontabs.stable.example.com`, `pods`. */
export function resourceName({ group, plural }: GroupResource): string {
  return group === "" ? plural : `${plural}.${group}`;
}

/** A Status of a failed request. */
export function failed(
  code: number,
  reason: string | undefined,
  message: string,
  details?: StatusDetails,
): Failure {
  return new Failure(failureStatus(code, reason, message, details));
}

/** 400. */
export function badRequestFailure(message: string): Failure {
  return new Failure(badRequest(message));
}

/** 404 for an object that is not there. */
export function missing(resource: GroupResource, name: string): Failure {
  const message = `${resourceName(resource)} ${quote(name)} not found`;
  return failed(404, "NotFound", message, detailsOf(resource, name));
}

/** 409: a write that does not fit to what is stored. */
export function conflicting(resource: GroupResource, name: string, fault: string): Failure {
  return new Failure(conflict(resource.group, resource.plural, name, fault));
}

/** 405 for a path that is no resource's. */
export function methodNotAllowed(): Failure {
  const message = "the server does not allow this method on the requested resource";
  return failed(405, "MethodNotAllowed", message, {});
}

/** 405. */
export function methodNotSupported(resource: GroupResource, verb: string): Failure {
  const message = `${verb} is not supported on resources of kind ${quote(resourceName(resource))}`;
  return failed(405, "MethodNotAllowed", message, detailsOf(resource, ""));
}

/** 403. */
export function forbiddenFailure(resource: GroupResource, name: string, fault: string): Failure {
  const message =
    name === ""
      ? `${resourceName(resource)} is forbidden: ${fault}`
      : `${resourceName(resource)} ${quote(name)} is forbidden: ${fault}`;
  return failed(403, "Forbidden", message, detailsOf(resource, name));
}

/** 410. */
export function expired(message: string): Failure {
  return failed(410, "Expired", message);
}

/** 500 with the words of Go's NewInternalError. */
export function internalFailure(fault: string): Failure {
  return failed(500, "InternalError", `Internal error occurred: ${fault}`, {
    causes: [{ message: fault }],
  });
}

/** 422 for options. */
export function invalidOptions(kind: string, errors: readonly FieldError[]): Failure {
  const message = `${kind}.meta.k8s.io "" is invalid: ${aggregateText(errors)}`;
  const details = { group: "meta.k8s.io", kind, causes: [...errors] };
  return failed(422, "Invalid", message, details);
}

/** 406. */
export function notAcceptable(accepted: readonly string[]): Failure {
  const message = `only the following media types are accepted: ${accepted.join(", ")}`;
  return failed(406, "NotAcceptable", message);
}

/** 415. */
export function unsupportedMediaType(accepted: readonly string[]): Failure {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(", ")}`;
  return failed(415, "UnsupportedMediaType", message);
}

/** 413. */
export function tooLarge(fault: string): Failure {
  return failed(413, "RequestEntityTooLarge", `Request entity too large: ${fault}`);
}

/** 409 in the words of the store; the name is the end of the key. */
export function storageConflict(resource: GroupResource, key: string, fault: string): Failure {
  const place = `/registry/${storagePlace(resource.group, resource.plural)}/${key}`;
  return conflicting(resource, key.replace(/^.*\//, ""), storageFault(place, fault));
}

/** 504 for a version that no object has yet (apiserver `storage/errors.go`). */
export function tooLargeVersion(wanted: string, current: number, isCached = true): Failure {
  const message = "Too large resource version";
  return failed(504, "Timeout", `Timeout: ${message}: ${wanted}, current: ${current}`, {
    causes: [{ reason: "ResourceVersionTooLarge", message }],
    // Only a cache has hopes.
    ...(isCached && { retryAfterSeconds: 1 }),
  });
}

function detailsOf({ group, plural }: GroupResource, name: string): StatusDetails {
  return { ...(name !== "" && { name }), ...(group !== "" && { group }), kind: plural };
}

/** 500 in the words of etcd, without a reason. */
export function tooLongToStore(): Failure {
  const status = failureStatus(500, undefined, "etcdserver: request is too large");
  return new Failure(status, [], { kind: "tooLong" });
}
