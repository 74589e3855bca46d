/** Below this, reconciles do not become fewer: one a second. */
const lowest = 0.5;

/** Milliseconds between two beginnings at the lowest limit. */
const longestGap = 1_000;

/**
 * How many reconciles may run: fewer while the server asks to come again later, and as many as
 * before afterwards. A 429 or 503 halves the limit, once in the time that the server asks to wait;
 * each reconcile that goes well adds one, as in TCP. While the limit is lower than it was, it also
 * says how many may begin in a second: those that fail at once take no time.
 */
export class Concurrency {
  readonly #most: number;
  #limit: number;
  /** Until then the server has said it already. */
  #quietUntil = -Infinity;
  #lastBegan = -Infinity;

  /** Throws a TypeError unless `most` is at least 1. */
  constructor(most: number) {
    if (!(most >= 1)) throw new TypeError(`concurrency must be at least 1, not ${most}`);
    this.#most = most;
    this.#limit = most;
  }

  /** How many may run now. */
  get limit(): number {
    return Math.max(1, Math.floor(this.#limit));
  }

  /** Milliseconds until one may begin. */
  get wait(): number {
    if (this.#limit >= this.#most) return 0;
    const gap = Math.min(longestGap, 1_000 / this.#limit);
    return Math.max(0, this.#lastBegan + gap - performance.now());
  }

  began(): void {
    if (this.#limit < this.#most) this.#lastBegan = performance.now();
  }

  succeeded(): void {
    if (this.#limit < this.#most) this.#limit = Math.min(this.#most, this.#limit + 1);
  }

  /** The server asks to wait for so many milliseconds. */
  throttled(retryAfter: number): void {
    const now = performance.now();
    if (now < this.#quietUntil) return;
    this.#quietUntil = now + retryAfter;
    this.#lastBegan = now;
    this.#limit = Math.max(lowest, this.#limit / 2);
  }
}
