import { onAbort } from "../client/abort-listeners.js";

/** Resolves after some milliseconds, or as soon as the signal aborts. */
export function sleepUnlessAborted(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      stopListening();
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    const stopListening = onAbort(signal, finish);
  });
}
