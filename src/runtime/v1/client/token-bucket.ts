/**
 * Counts what may happen: so much in the long run, and some at once after a rest (client-go
 * `util/flowcontrol`). What has to wait takes its token at once, and so keeps its turn.
 */
export class TokenBucket {
  readonly #interval: number;
  /** So many milliseconds something may come before its time. */
  readonly #slack: number;
  /** When the next one would come at the steady rate. */
  #due = -Infinity;

  /** A burst below 1 counts as 1. Throws a TypeError unless `perSecond` is above 0. */
  constructor(perSecond: number, burst: number) {
    if (!(perSecond > 0)) throw new TypeError(`perSecond must be above 0, not ${perSecond}`);
    this.#interval = 1000 / perSecond;
    this.#slack = (Math.max(1, burst) - 1) * this.#interval;
  }

  /** Milliseconds until there is a token; 0 = now. */
  get wait(): number {
    return Math.max(0, this.#due - this.#slack - performance.now());
  }

  take(): void {
    this.#due = Math.max(this.#due, performance.now()) + this.#interval;
  }

  /** A token that was taken is not needed. */
  giveBack(): void {
    this.#due -= this.#interval;
  }
}
