import { TimeoutError } from "./api-error.js";

/** A caller's signal and a time limit, as one signal. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Lift the time limit; the caller's signal still counts. */
  stopTimer(): void;
  /** Let go of timer and listener. Must be called, else the caller's signal keeps both. */
  end(): void;
}

/**
 * Starts the clock: after `timeout` milliseconds the signal aborts with a TimeoutError. 0 = no
 * limit. The signal is that of `controller`, which others may abort too.
 */
export function startDeadline(
  signal: AbortSignal | undefined,
  timeout: number,
  controller: AbortController = new AbortController(),
): Deadline {
  const abort = (): void => {
    controller.abort(signal?.reason);
  };
  if (signal?.aborted === true) abort();
  const stopListening = signal === undefined ? undefined : onAbort(signal, abort);
  const timer = timeout > 0 ? startTimer(controller, timeout) : undefined;
  return {
    signal: controller.signal,
    stopTimer() {
      clearTimeout(timer);
    },
    end() {
      clearTimeout(timer);
      stopListening?.();
    },
  };
}

// Longer timers would fire at once.
const longestTimer = 2 ** 31 - 1;

function startTimer(controller: AbortController, timeout: number): ReturnType<typeof setTimeout> {
  return setTimeout(
    () => {
      controller.abort(new TimeoutError(timeout));
    },
    Math.min(timeout, longestTimer),
  );
}

/** Waits for some milliseconds; rejects with the signal's reason as soon as it aborts. */
export function pauseFor(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason as Error); // whatever the caller aborted with
      return;
    }
    const stop =
      signal &&
      onAbort(signal, () => {
        clearTimeout(timer);
        stop?.();
        reject(signal.reason as Error); // whatever the caller aborted with
      });
    const timer = setTimeout(() => {
      stop?.();
      resolve();
    }, milliseconds);
  });
}

/** The same, but resolves when the signal aborts: the caller looks at it. */
export function sleepUnlessAborted(milliseconds: number, signal: AbortSignal): Promise<void> {
  return pauseFor(milliseconds, signal).catch(() => undefined);
}

/**
 * Milliseconds before the next try, after some tries that failed: twice as many each time, up to
 * the longest.
 */
export function backoffDelay(failures: number, first: number, longest: number): number {
  return Math.min(first * 2 ** (failures - 1), longest);
}

/**
 * The same, at random between the half and the whole, lest all who failed together come again
 * together.
 */
export function retryDelay(failures: number, first: number, longest: number): number {
  return backoffDelay(failures, first, longest) * (1 - Math.random() / 2);
}

/**
 * Settles as the promise does, or rejects with the signal's reason as soon as it aborts: whoever
 * makes the promise may be deaf to the signal (a function that renews tokens, a middleware that
 * waits; the `fetch` of Node 20 holds the signal weakly and hears nothing once garbage was
 * collected). `late` gets what the promise gives after that.
 */
export function untilAborted<T>(
  signal: AbortSignal | undefined,
  promise: T | Promise<T>,
  late?: (value: T) => void,
): Promise<T> {
  if (signal === undefined) return Promise.resolve(promise);
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      reject(signal.reason as Error); // whatever the caller aborted with
    };
    const settle = (value: T): void => {
      signal.removeEventListener("abort", abort);
      resolve(value);
      if (signal.aborted) late?.(value);
    };
    const fail = (error: Error): void => {
      signal.removeEventListener("abort", abort);
      reject(error);
    };
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    Promise.resolve(promise).then(settle, fail);
  });
}

/** The callbacks that wait for one signal to abort, behind one listener of it. */
class AbortListeners {
  readonly #signal: AbortSignal;
  readonly #waiting = new Set<() => void>();
  readonly #callAll = (): void => {
    for (const listener of this.#waiting) listener();
  };

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  add(listener: () => void): void {
    if (this.#waiting.size === 0) this.#signal.addEventListener("abort", this.#callAll);
    this.#waiting.add(listener);
  }

  delete(listener: () => void): void {
    this.#waiting.delete(listener);
    if (this.#waiting.size === 0) this.#signal.removeEventListener("abort", this.#callAll);
  }
}

const known: WeakMap<AbortSignal, AbortListeners> = /* @__PURE__ */ new WeakMap<
  AbortSignal,
  AbortListeners
>();

/**
 * Calls a function when a signal aborts; gives what takes it off again. However many calls share a
 * signal, it has one listener: a controller runs dozens of watches until one shutdown, and runtimes
 * warn of a leak from eleven on.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const listeners = known.get(signal) ?? new AbortListeners(signal);
  known.set(signal, listeners);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Resolves when a signal aborts. */
export function untilAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else onAbort(signal, resolve);
  });
}

/** Works with a signal that aborts when one of two does. */
export async function withEither(
  one: AbortSignal,
  other: AbortSignal,
  work: (either: AbortSignal) => Promise<void>,
): Promise<void> {
  const either = new AbortController();
  const offs = [one, other].map((signal) => {
    if (signal.aborted) either.abort(signal.reason);
    return onAbort(signal, () => {
      either.abort(signal.reason);
    });
  });
  try {
    await work(either.signal);
  } finally {
    for (const off of offs) off();
  }
}

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
