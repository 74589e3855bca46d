import { onAbort } from "./abort-listeners.js";
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
