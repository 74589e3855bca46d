import type { Status, StatusCause } from "../values/kubernetes.js";

/**
 * The server refused a call. `status` is its answer, or one made up where the answer was no Status;
 * what other servers put in it in place of texts, numbers and lists is nowhere else.
 */
export class ApiError extends Error {
  readonly status: Status;
  /** The HTTP status. */
  readonly code: number;
  /** `NotFound`, `Conflict`, `Invalid`, …; `""` where the server gave none. */
  readonly reason: string;
  /** The faults one by one, such as those of an object that is not valid; often empty. */
  readonly causes: readonly StatusCause[];
  /** Seconds that the server asks to wait before the next try. */
  declare readonly retryAfter?: number;

  constructor(status: Status, code: number = status.code ?? 0, retryAfter?: number) {
    const { message, reason, details } = status;
    super(isFilledText(message) ? message : `the server answered with status ${code}`);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.reason = isFilledText(reason) ? reason : "";
    const causes = details?.causes;
    this.causes = Array.isArray(causes) ? causes : [];
    const seconds = details?.retryAfterSeconds;
    const wait = typeof seconds === "number" ? seconds : retryAfter;
    if (wait !== undefined) this.retryAfter = wait;
  }
}

function isFilledText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/**
 * No usable answer came: no connection, a connection that broke, or an answer that makes no sense.
 */
export class TransportError extends Error {
  /** The system's name for it, such as `ECONNREFUSED`; not every error has such a name. */
  declare readonly code?: string;

  /** `cause` is what the network or the parser said. */
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "TransportError";
    const code = codeOf(cause);
    if (code !== undefined) this.code = code;
  }
}

/** The code of an error, or of what lies behind it: `fetch` wraps errors of the system. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("code" in error && typeof error.code === "string") return error.code;
  // One for each address that was tried.
  const behind: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return behind === error ? undefined : codeOf(behind);
}

/**
 * The call took longer than its `timeout`. Whether the server did what it was asked is not known.
 */
export class TimeoutError extends Error {
  constructor(milliseconds: number, message = `no answer within ${milliseconds} ms`) {
    super(message);
    this.name = "TimeoutError";
  }
}

/** Tells whether an error is an ApiError, of this copy of the runtime or of another one. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === "ApiError" && "status" in error;
}

/** Tells whether an error is a TransportError, of this copy of the runtime or of another one. */
export function isTransportError(error: unknown): error is TransportError {
  return error instanceof Error && error.name === "TransportError";
}

/**
 * Tells whether an error is a TimeoutError, of this copy of the runtime or of another one, or the
 * reason of `AbortSignal.timeout`.
 */
export function isTimeoutError(error: unknown): error is TimeoutError {
  return error instanceof Error && error.name === "TimeoutError";
}

/** 400: the request makes no sense, or its body cannot be decoded. */
export function isBadRequest(error: unknown): error is ApiError {
  return hasReason(error, "BadRequest", 400);
}

/** 401: the credentials are missing or not known. */
export function isUnauthorized(error: unknown): error is ApiError {
  return hasReason(error, "Unauthorized", 401);
}

/** 403: the user may not do this. */
export function isForbidden(error: unknown): error is ApiError {
  return hasReason(error, "Forbidden", 403);
}

/** 404: no such object, resource, subresource or path. */
export function isNotFound(error: unknown): error is ApiError {
  return hasReason(error, "NotFound", 404);
}

/** 405: the resource does not know this verb. */
export function isMethodNotAllowed(error: unknown): error is ApiError {
  return hasReason(error, "MethodNotAllowed", 405);
}

/** 409: an object of this name is there already. */
export function isAlreadyExists(error: unknown): error is ApiError {
  return hasReason(error, "AlreadyExists", undefined);
}

/**
 * 409: the object has changed since it was read, or another manager owns the fields; not
 * `isAlreadyExists`.
 */
export function isConflict(error: unknown): error is ApiError {
  return hasReason(error, "Conflict", 409);
}

/** 410: the resource version or the page is too old; list again. */
export function isExpired(error: unknown): error is ApiError {
  return hasReason(error, "Expired", 410) || hasReason(error, "Gone", undefined);
}

/** 413: the body, or the object, is too large. */
export function isRequestEntityTooLarge(error: unknown): error is ApiError {
  return hasReason(error, "RequestEntityTooLarge", 413);
}

/** 415: the server does not take this kind of body or patch. */
export function isUnsupportedMediaType(error: unknown): error is ApiError {
  return hasReason(error, "UnsupportedMediaType", 415);
}

/** 422: the object, the patch or an option is not valid; see `causes`. */
export function isInvalid(error: unknown): error is ApiError {
  return hasReason(error, "Invalid", 422);
}

/** 429: too many requests; see `retryAfter`. */
export function isTooManyRequests(error: unknown): error is ApiError {
  return hasReason(error, "TooManyRequests", 429);
}

/** 500: the server failed. */
export function isInternalError(error: unknown): error is ApiError {
  return hasReason(error, "InternalError", 500);
}

/** 503: the server is not ready, or overloaded. */
export function isServiceUnavailable(error: unknown): error is ApiError {
  return hasReason(error, "ServiceUnavailable", 503);
}

/** 504, or a 500 of this reason: the server could not finish in time, and may do so yet. */
export function isServerTimeout(error: unknown): error is ApiError {
  return hasReason(error, "Timeout", 504) || hasReason(error, "ServerTimeout", undefined);
}

/** The reason decides; the code does where the reason is none that the API defines. */
function hasReason(error: unknown, reason: string, code: number | undefined): error is ApiError {
  if (!isApiError(error)) return false;
  return error.reason === reason || (error.code === code && !knownReasons.has(error.reason));
}

// `meta/v1/types.go`, StatusReason…
const knownReasons: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "Unauthorized",
  "Forbidden",
  "NotFound",
  "AlreadyExists",
  "Conflict",
  "Gone",
  "Invalid",
  "ServerTimeout",
  "StorageReadError",
  "Timeout",
  "TooManyRequests",
  "BadRequest",
  "MethodNotAllowed",
  "NotAcceptable",
  "RequestEntityTooLarge",
  "UnsupportedMediaType",
  "InternalError",
  "Expired",
  "ServiceUnavailable",
]);
