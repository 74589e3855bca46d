/**
 * What the promise gives, or the signal's reason as soon as it aborts: whoever makes the promise
 * may be deaf to the signal (a function that renews tokens, a middleware that waits; the `fetch` of
 * Node 20 holds the signal weakly and hears nothing once garbage was collected). `late` gets what
 * the promise gives after that.
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
