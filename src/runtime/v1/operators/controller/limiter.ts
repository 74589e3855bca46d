import { backoffDelay } from "../../client/timing.js";
import type { ObjectKey } from "../informer/store.js";

/** How long to wait after failures, in milliseconds. */
export interface BackoffOptions {
  /** After the first failure; doubles with every further one. The default is 5. */
  readonly baseDelay?: number | undefined;
  /** The longest wait. The default is 1,000,000. */
  readonly maxDelay?: number | undefined;
}

/** Says how long failed objects wait (client-go `util/workqueue`, TypedRateLimiter). */
export interface RetryLimiter {
  /** Milliseconds until the next try; `failures`: how often in a row it failed, from 1 on. */
  delay(key: ObjectKey, failures: number): number;
  /** The object works again, or is not to be tried again. */
  forget?(key: ObjectKey): void;
}

/** A limit over all objects. */
export interface RateLimitOfReconciles {
  /** How many reconciles may begin per second in the long run. */
  readonly perSecond: number;
  /** How many may begin at once after a quiet time. The default is `perSecond`, at least 1. */
  readonly burst?: number | undefined;
}

/** Waits after failures: with a backoff, or as a limiter of one's own says. */
export type RateLimit = (BackoffOptions | RetryLimiter) & Partial<RateLimitOfReconciles>;

/**
 * The limiter that options name. Where one of somebody's own fails, or gives no time, `onError` is
 * told, and the backoff counts.
 */
export function limiterOf(
  options: BackoffOptions | RetryLimiter,
  onError: (error: unknown) => void = () => undefined,
): RetryLimiter {
  if (!("delay" in options)) {
    const { baseDelay = 5, maxDelay = 1_000_000 } = options;
    return { delay: (_, failures) => backoffDelay(failures, baseDelay, maxDelay) };
  }
  function attempt<Result>(call: () => Result): Result | undefined {
    try {
      return call();
    } catch (error) {
      onError(error);
      return undefined;
    }
  }
  const backoff = limiterOf({});
  const delayOfOwn = (key: ObjectKey, failures: number): number => {
    const delay = options.delay(key, failures);
    if (delay >= 0 && delay < Infinity) return delay;
    throw new TypeError(`rateLimit.delay must give milliseconds from 0 on, not ${delay}`);
  };
  return {
    delay: (key, failures) =>
      attempt(() => delayOfOwn(key, failures)) ?? backoff.delay(key, failures),
    forget: (key) => {
      attempt(() => options.forget?.(key));
    },
  };
}
