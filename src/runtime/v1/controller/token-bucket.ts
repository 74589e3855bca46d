/** A limit over all keys. */
export interface RateLimitOfReconciles {
  /** How many reconciles may begin per second in the long run. */
  readonly perSecond: number;
  /** How many may begin at once after a quiet time. The default is `perSecond`, at least 1. */
  readonly burst?: number | undefined;
}

/** Counts what may begin: one more every so often, up to a number that is kept. */
export class TokenBucket {
  readonly #perMillisecond: number;
  readonly #burst: number;
  #tokens: number;
  #at: number = performance.now();

  /** Throws a RangeError unless `perSecond` is above 0. */
  constructor({ perSecond, burst = perSecond }: RateLimitOfReconciles) {
    if (!(perSecond > 0)) throw new RangeError(`perSecond must be above 0, not ${perSecond}`);
    this.#perMillisecond = perSecond / 1000;
    this.#burst = Math.max(1, burst);
    this.#tokens = this.#burst;
  }

  /** Milliseconds until there is a token; 0 = now. */
  get wait(): number {
    const now = performance.now();
    this.#tokens = Math.min(this.#burst, this.#tokens + (now - this.#at) * this.#perMillisecond);
    this.#at = now;
    return this.#tokens >= 1 ? 0 : Math.ceil((1 - this.#tokens) / this.#perMillisecond);
  }

  take(): void {
    this.#tokens--;
  }
}
