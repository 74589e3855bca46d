/** The work that a controller has done, and that it has to do. */
export interface ControllerMetrics {
  /** Reconciles that ended without an error, those that asked for another one included. */
  readonly succeeded: number;
  readonly failed: number;
  /** Milliseconds that all of them took together. */
  readonly milliseconds: number;
  /** Reconciles that run. */
  readonly active: number;
  /** How many may run at once: `concurrency`. */
  readonly maxConcurrent: number;
  /** How many may run at present, which is less while the server asks to come again later. */
  readonly concurrency: number;
  /** Reconciles that run for longer than `stuckAfter`. */
  readonly stuck: number;
  /** Seconds for which the reconciles that run have run, all together. */
  readonly unfinishedSeconds: number;
  /** Seconds for which that has run that runs for the longest time; 0 where none does. */
  readonly longestRunningSeconds: number;
  /** Objects that wait for a reconcile. */
  readonly queued: number;
  /** The same by priorities, the highest first. */
  readonly queuedByPriority: readonly { readonly priority: number; readonly length: number }[];
  /** Objects that are to be reconciled at a later time. */
  readonly delayed: number;
  readonly isLeader: boolean;
}
