import type { Transport } from "../client/transport.js";
import type { LeaderElectionOptions } from "../operators/leader/election-options.js";
import type { Logger } from "../operators/log/logger.js";

/** What a program of controllers and webhooks shares. */
export interface ManagerOptions {
  /** Reaches the API server; see `Manager.transport`. */
  readonly transport: Transport;
  /**
   * One of several replicas acts. The namespace is the transport's unless it is named. Absent =
   * every replica acts.
   */
  readonly leaderElection?: ManagerElection | undefined;
  /** Takes what there is to say; the default writes lines to the console. */
  readonly logger?: Logger | undefined;
  /** Milliseconds that running reconciles have when the manager stops; the default is 30,000. */
  readonly gracePeriod?: number | undefined;
  /**
   * Milliseconds until all caches must be filled, else `run` rejects and says which are not; the
   * default is 120,000 (controller-runtime `CacheSyncTimeout`). Kinds that do not exist yet do not
   * count.
   */
  readonly cacheSyncTimeout?: number | undefined;
}

/** The leader election of all that a manager runs. */
export type ManagerElection = Omit<LeaderElectionOptions, "transport" | "namespace"> & {
  /** The namespace of the Lease; the default is the transport's, and `default` without one. */
  readonly namespace?: string | undefined;
};

/** Something else that runs as long as a manager does. */
export interface Runnable {
  /** Resolves when the signal aborts; where it rejects, the manager stops with the error. */
  run(signal: AbortSignal): Promise<void>;
  /** True for what only the leader may do. */
  readonly needsLeadership?: boolean | undefined;
}
