/** How a reconcile ended, in the words of controller-runtime's metrics. */
export type ReconcileOutcome = "success" | "requeue" | "requeue_after" | "error";

/**
 * Told of what a controller and its queue do, for metrics: what can be counted by events alone. The
 * rest (depth, workers) is read from `Controller.metrics()`. It must not throw.
 */
export interface ControllerObserver {
  /** A key came into the queue, as something new or after its time. */
  added?(): void;
  /** A key comes again because its reconcile failed or asked for it. */
  retried?(): void;
  /** A reconcile begins; its key could have been taken so many milliseconds earlier. */
  began?(waited: number): void;
  /** It has ended; `isTerminal`: by a `TerminalError`. */
  ended?(outcome: ReconcileOutcome, milliseconds: number, isTerminal: boolean): void;
}
