import { pauseFor } from "./pause.js";
import type { Middleware } from "./transport.js";

/** Options of `rateLimit`. */
export interface RateLimitOptions {
  /** Requests per second in the long run. */
  readonly perSecond: number;
  /** Requests that may go at once after a rest. The default is twice as many as `perSecond`. */
  readonly burst?: number | undefined;
}

/**
 * Holds requests back that come too fast, in the order in which they came (a token bucket, as
 * client-go `util/flowcontrol`). A watch counts once, when it begins. A request that is given up
 * while it waits leaves its turn to others. Servers limit their clients themselves (API Priority
 * and Fairness), so that most programs need no limit.
 *
 * @throws TypeError for a rate that is no positive number, and for a burst below 1
 */
export function rateLimit({ perSecond, burst = perSecond * 2 }: RateLimitOptions): Middleware {
  if (!(perSecond > 0)) throw new TypeError("rateLimit needs perSecond, a number above 0");
  const interval = 1000 / perSecond;
  // So many milliseconds a request may come before its time.
  const slack = (Math.max(1, burst) - 1) * interval;
  // When the next request would come at the steady rate.
  let due = -Infinity;
  return (next) => async (request) => {
    request.signal?.throwIfAborted();
    const now = performance.now();
    due = Math.max(due, now) + interval;
    const wait = due - interval - slack - now;
    if (wait > 0) {
      try {
        await pauseFor(wait, request.signal);
      } catch (error) {
        due -= interval;
        throw error;
      }
    }
    return next(request);
  };
}
