/** Milliseconds between two beginnings, at most, however long a server asks to wait. */
const longestGap = 1_000;

/** Below one at a time there are pauses; this is the lowest limit. */
const lowest = 1 / 16;

/**
 * How many reconciles may run: fewer while the server asks to come again later, and as many as
 * before afterwards. The limit is halved by a 429 or 503 with `Retry-After`, once in the time that
 * the server asks for, and grows by one with each round that goes well, as in TCP. Below one at a
 * time, there is a pause before each: half a second at 1/2, nearly a whole one at 1/16.
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
    if (this.#limit >= 1) return 0;
    return Math.max(0, this.#lastBegan + longestGap * (1 - this.#limit) - performance.now());
  }

  began(): void {
    if (this.#limit < 1) this.#lastBegan = performance.now();
  }

  succeeded(): void {
    if (this.#limit >= this.#most) return;
    this.#limit = Math.min(this.#most, this.#limit + Math.min(this.#limit, 1 / this.#limit));
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
