/**
 * Has a signal look whether it should abort whenever somebody asks it. Timers alone are not enough:
 * a process that was stopped (SIGSTOP, a frozen machine) goes on with the timers in the order in
 * which they were due, and the one that aborts comes after those that were due before it. What asks
 * nothing, such as the platform's `fetch`, hears of it a moment later.
 *
 * @param look aborts the signal if it should; it may have been aborted already
 */
export function lookWhenAsked(signal: AbortSignal, look: () => void): void {
  const aborted = (): boolean => {
    look();
    // Whatever it was aborted with, it has a reason then.
    return signal.reason !== undefined;
  };
  Object.defineProperty(signal, "aborted", { get: aborted, configurable: true });
  Object.defineProperty(signal, "throwIfAborted", {
    value: () => {
      if (aborted()) throw signal.reason as Error; // whatever it was aborted with
    },
    configurable: true,
  });
}
