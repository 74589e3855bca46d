import { TimeoutError } from "./api-error.js";
import { lookWhenAsked } from "./exact-signal.js";

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
  const stopListening = signal === undefined ? undefined : abortWith(controller, signal);
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
  let timer: ReturnType<typeof setTimeout>;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return untilAborted(signal, over).finally(() => {
    clearTimeout(timer);
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
      stopListening();
      reject(signal.reason as Error); // whatever the caller aborted with
    };
    const stopListening = onAbort(signal, abort);
    if (signal.aborted) abort();
    Promise.resolve(promise)
      .then((value) => {
        resolve(value);
        if (signal.aborted) late?.(value);
      }, reject)
      .finally(stopListening);
  });
}

/** The callbacks that wait for one signal to abort, as one listener of it. */
class AbortListeners extends Set<() => void> {
  handleEvent(): void {
    for (const listener of this) listener();
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
  const listeners = known.get(signal) ?? new AbortListeners();
  if (listeners.size === 0) signal.addEventListener("abort", listeners);
  known.set(signal, listeners.add(listener));
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) signal.removeEventListener("abort", listeners);
  };
}

/** Resolves when a signal aborts. */
export function untilAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else onAbort(signal, resolve);
  });
}

/**
 * Aborts a controller as soon as one of some signals aborts, and looks at them whenever somebody
 * asks its signal; gives what stops the listening.
 */
export function abortWith(controller: AbortController, ...signals: AbortSignal[]): () => void {
  const look = (): void => {
    const aborted = signals.find((signal) => signal.aborted);
    if (aborted !== undefined) controller.abort(aborted.reason);
  };
  look();
  lookWhenAsked(controller.signal, look);
  const offs = signals.map((signal) => onAbort(signal, look));
  return () => {
    for (const off of offs) off();
  };
}

/** Works with a signal that aborts when one of two does. */
export async function withEither(
  one: AbortSignal,
  other: AbortSignal,
  work: (either: AbortSignal) => Promise<void>,
): Promise<void> {
  const either = new AbortController();
  const stopListening = abortWith(either, one, other);
  try {
    await work(either.signal);
  } finally {
    stopListening();
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
