/**
 * Has a signal look whether it should abort whenever somebody asks it. Timers alone are not enough:
 * a process that was stopped (SIGSTOP, a frozen machine) goes on with the timers in the order in
 * which they were due, and the one that aborts comes after those that were due before it. What asks
 * nothing, such as the platform's `fetch`, hears of it a moment later.
 *
 * @param look aborts the signal if it should
 */
export function lookWhenAsked(signal: AbortSignal, look: () => void): void {
  /** What its getter says. */
  const hasAborted = (): boolean => Reflect.get(AbortSignal.prototype, "aborted", signal);
  Object.defineProperty(signal, "aborted", {
    get: () => {
      if (!hasAborted()) look();
      return hasAborted();
    },
  });
  Object.defineProperty(signal, "throwIfAborted", {
    value: () => {
      if (signal.aborted) throw signal.reason as Error; // whatever it was aborted with
    },
  });
}
