import {
  isApiError,
  isConflict,
  isExpired,
  isForbidden,
  isNotFound,
  isServerTimeout,
  isServiceUnavailable,
  isTimeoutError,
  isTooManyRequests,
  isTransportError,
  isUnauthorized,
} from "../../client/api-error.js";

/**
 * Why a call failed, where that belongs to the life of an operator:
 *
 * - `initializing`: the storage of a resource is (re)initializing, as right after its CRD came
 *   (apiserver `storage/cacher/ready.go`); no error of anybody's.
 * - `throttled`: the server asks to come again later (429, or 503 with `Retry-After`).
 * - `away`: no answer, or none in time (503, 504 and what proxies say in its place).
 * - `refused`: 401 and 403.
 * - `missing`: 404.
 * - `conflict`: 409, that the object exists already included.
 * - `expired`: 410.
 */
export type FailureKind =
  "initializing" | "throttled" | "away" | "refused" | "missing" | "conflict" | "expired";

/** A failure that is expected. */
export interface ExpectedFailure {
  readonly kind: FailureKind;
  /** Milliseconds that the server asks to wait; absent where it asks for nothing. */
  readonly retryAfter?: number | undefined;
  /** The error of the call, which may be the cause of the one that was thrown. */
  readonly error: Error;
}

/** Causes of causes that are looked at. */
const deepest = 5;

/**
 * Tells what an error stands for, or what caused it; undefined = nothing that is expected, such as
 * a TypeError or an object that is not valid.
 */
export function expectedFailure(error: unknown): ExpectedFailure | undefined {
  let next = error;
  for (let depth = 0; depth < deepest && next instanceof Error; depth++) {
    const kind = kindOf(next);
    if (kind !== undefined) return { kind, retryAfter: waitAskedBy(next), error: next };
    next = next.cause;
  }
  return undefined;
}

function kindOf(error: unknown): FailureKind | undefined {
  if (!isApiError(error)) {
    return isTransportError(error) || isTimeoutError(error) ? "away" : undefined;
  }
  const { code, message } = error;
  if (message.includes("storage is (re)initializing")) return "initializing";
  if (isTooManyRequests(error)) return "throttled";
  if (isServiceUnavailable(error)) return waitAskedBy(error) === undefined ? "away" : "throttled";
  if (isServerTimeout(error) || code === 502) return "away";
  if (isForbidden(error) || isUnauthorized(error)) return "refused";
  if (isNotFound(error)) return "missing";
  if (isConflict(error) || code === 409) return "conflict";
  return isExpired(error) ? "expired" : undefined;
}

function waitAskedBy(error: Error): number | undefined {
  if (!isApiError(error)) return undefined;
  const seconds: unknown = error.retryAfter; // what servers send
  return typeof seconds === "number" && seconds > 0 ? seconds * 1_000 : undefined;
}
