import { pauseFor } from "./pause.js";
import { TokenBucket } from "./token-bucket.js";
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
 * @throws TypeError for a rate that is no positive number
 */
export function rateLimit({ perSecond, burst = perSecond * 2 }: RateLimitOptions): Middleware {
  const bucket = new TokenBucket(perSecond, burst);
  return (next) => async (request) => {
    request.signal?.throwIfAborted();
    const { wait } = bucket;
    bucket.take();
    if (wait > 0) {
      try {
        await pauseFor(wait, request.signal);
      } catch (error) {
        bucket.giveBack();
        throw error;
      }
    }
    return next(request);
  };
}
