import {
  isApiError,
  isExpired,
  isNotFound,
  isTimeoutError,
  isTransportError,
} from "../../client/api-error.js";
import type { Contact } from "../../client/contact.js";
import { abortWith, retryDelay, sleepUnlessAborted } from "../../client/timing.js";

/** Milliseconds before the first try after a failure, at most. */
const shortest = 125;

/** Milliseconds that a wait for a server that works, or has just failed, grows to. */
const longestPause = 1_000;

/** Milliseconds that the wait for a server that has failed for long grows to. */
const longest = 30_000;

/** So many times longer than its wait has a failure lasted, where the wait is beyond a second. */
const slowdown = 40;

/** Milliseconds after which a round is one that lasts. */
const lasting = 10_000;

/** Milliseconds over which those that wait for one server come back to it. */
const spread = 250;

/**
 * How long to wait between rounds of list and watch.
 *
 * - A round that ended as it should, but early, is no failure; yet a server that closes every watch
 *   at once must not be asked without a pause: up to a second.
 * - An expired version (410) leads to a list at once, unless the one before it did not help.
 * - After failures the wait doubles with each: up to a second at first, then up to a fortieth of
 *   the time that the failure lasts, and 30 s at most. What an outage takes is 2.5 % longer, then.
 * - A kind that does not exist (404) is asked for every second, however long it takes: that costs
 *   the server next to nothing, and the kind may appear at any time.
 * - What the server asks for (`Retry-After`) is waited for.
 *
 * Failures are forgotten once a whole state was read or an event arrived.
 */
export class Pace {
  /** Rounds in a row that ended early. */
  #early = 0;
  /** Rounds in a row that ended with an expired version, before an event came. */
  #expired = 0;
  #failures = 0;
  #failing: number | undefined;
  /** True if the last wait ended early, since the server had answered somebody else. */
  #wasWoken = false;

  /** A whole state was read. */
  read(): void {
    this.#failures = 0;
    this.#failing = undefined;
    this.#wasWoken = false;
  }

  /** An event arrived. */
  event(): void {
    this.#expired = 0;
    if (this.#failures > 0) this.read();
  }

  /** Milliseconds to wait after a round that took so many, and failed with this if it did. */
  delayAfter(error: unknown, taken: number, now: number = Date.now()): number {
    const asked = askedBy(error);
    if (taken >= lasting) {
      this.#early = 0;
      this.#expired = 0;
      this.read();
      return asked;
    }
    const pause = retryDelay(++this.#early, shortest, longestPause);
    if (error === undefined) return pause;
    if (isExpired(error)) return this.#expired++ === 0 ? 0 : pause;
    this.#failing ??= now;
    const grown = Math.min((now - this.#failing) / slowdown, longest);
    const limit = isNotFound(error) ? longestPause : Math.max(grown, longestPause);
    return Math.max(pause, retryDelay(++this.#failures, shortest, limit), asked);
  }

  /**
   * Waits. Where the server could not be reached, an answer to anybody else who uses the transport
   * ends the wait, at random within a quarter of a second; unless the last wait ended so and that
   * did not help: then the failure is not one of the server as a whole.
   */
  async wait(
    milliseconds: number,
    error: unknown,
    contact: Contact | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const isWakeable = !this.#wasWoken && isUnreachable(error);
    this.#wasWoken = false;
    if (contact === undefined || !isWakeable || milliseconds <= spread) {
      await sleepUnlessAborted(milliseconds, signal);
      return;
    }
    const over = new AbortController();
    const stopListening = abortWith(over, signal);
    const forget = contact.onNext(() => {
      this.#wasWoken = true;
      setTimeout(() => {
        over.abort();
      }, Math.random() * spread);
    });
    await sleepUnlessAborted(milliseconds, over.signal);
    forget();
    stopListening();
  }
}

/** Tells whether the server gave no answer, or one that says that it does not work. */
function isUnreachable(error: unknown): boolean {
  if (isApiError(error)) return error.code >= 500 && error.retryAfter === undefined;
  return isTransportError(error) || isTimeoutError(error);
}

/** Milliseconds for which the server asks to be left alone. */
function askedBy(error: unknown): number {
  return isApiError(error) ? (error.retryAfter ?? 0) * 1_000 : 0;
}
