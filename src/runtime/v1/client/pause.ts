import { onAbort } from "./abort-listeners.js";

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
