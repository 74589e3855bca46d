import { quote } from "../values/go/quote.js";
import type { Status } from "../values/kubernetes.js";

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
