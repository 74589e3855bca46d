import type { ControllerObserver } from "../../operators/controller/observer.js";

/** Tells two observers the same. */
export function bothObservers(
  one: ControllerObserver,
  other: ControllerObserver,
): ControllerObserver {
  return {
    added() {
      one.added?.();
      other.added?.();
    },
    retried() {
      one.retried?.();
      other.retried?.();
    },
    began(waited) {
      one.began?.(waited);
      other.began?.(waited);
    },
    ended(outcome, milliseconds, isTerminal) {
      one.ended?.(outcome, milliseconds, isTerminal);
      other.ended?.(outcome, milliseconds, isTerminal);
    },
  };
}
