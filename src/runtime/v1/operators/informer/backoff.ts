import { retryDelay } from "../../client/pause.js";

/** Milliseconds before the first try after a failure, at most. */
const shortest = 125;

/** Milliseconds that a delay grows to. */
const longest = 30_000;

/** Milliseconds after which a success is one that lasts. */
const lasting = 10_000;

/**
 * How long to wait between tries: twice as long each time, with jitter, until one lasts. What ends
 * early is no success, whether it ends with an error or not: a server that closes every watch at
 * once must not be asked without a pause.
 */
export class Backoff {
  #tries = 0;

  /**
   * Milliseconds to wait after a try that took some time; `asked` are those that the server asks
   * for. The first try after one that lasted comes at once.
   */
  delayAfter(taken: number, asked = 0): number {
    if (taken >= lasting) {
      this.#tries = 0;
      if (asked === 0) return 0;
    }
    return Math.max(retryDelay(++this.#tries, shortest, longest), asked);
  }
}
