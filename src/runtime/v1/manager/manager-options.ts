import type { RetryOptions } from "../client/middleware.js";
import type { ResourceTypes } from "../client/resource-client.js";
import type { Transport } from "../client/transport.js";
import type { ControllerOptions } from "../operators/controller/controller-options.js";
import type { LeaderElectionOptions } from "../operators/leader/election-options.js";
import type { Logger } from "../operators/log/logger.js";
import type { MetricsServerOptions, ProbeServerOptions } from "./server/server-options.js";

/** What a program of controllers and webhooks shares. */
export interface ManagerOptions {
  /** Reaches the API server; see `Manager.transport`. */
  readonly transport: Transport;
  /**
   * One of several replicas acts. The namespace is the transport's unless it is named. Absent =
   * every replica acts.
   */
  readonly leaderElection?: ManagerElection | undefined;
  /** Serves `/healthz` and `/readyz`; true = on port 8081. Absent = not. */
  readonly health?: ProbeServerOptions | boolean | undefined;
  /** Serves `/metrics`; true = on port 8080. Absent = not. */
  readonly metrics?: MetricsServerOptions | boolean | undefined;
  /** Takes what there is to say; the default writes lines to the console. */
  readonly logger?: Logger | undefined;
  /**
   * How failed requests of `Manager.transport` are sent again; the default is that of `retry()`,
   * which waits as long as `Retry-After` asks. False = not at all.
   */
  readonly retry?: RetryOptions | false | undefined;
  /** Milliseconds that running reconciles have when the manager stops; the default is 30,000. */
  readonly gracePeriod?: number | undefined;
  /**
   * Milliseconds until a cache must be filled, else `run` rejects and says which is not, and its
   * last error; the default is 120,000 (controller-runtime `CacheSyncTimeout`). The time in which
   * the server does not know the kind does not count.
   */
  readonly cacheSyncTimeout?: number | undefined;
  /**
   * Milliseconds between lists that look for what watches missed, for each cache whose controller
   * or informer says nothing else; see `InformerOptions.verifyEvery`. The default is 0, none.
   */
  readonly verifyEvery?: number | undefined;
}

/** The leader election of all that a manager runs. */
export type ManagerElection = Omit<LeaderElectionOptions, "transport" | "namespace" | "logger"> & {
  /** The namespace of the Lease; the default is the transport's, and `default` without one. */
  readonly namespace?: string | undefined;
  /**
   * A lost lease ends `run`, which rejects with the `LeadershipLostError`, so that the process ends
   * and begins anew, as with controller-runtime. The default is false: reconciles end, and the
   * controllers take part in the election again, with their caches as they are.
   */
  readonly exitWhenLost?: boolean | undefined;
};

/**
 * A controller of a manager, which gives it its elector and its informers. Where two have one name,
 * the second is called `gadget-2`.
 */
export type ManagedControllerOptions<T extends ResourceTypes> = ControllerOptions<T> & {
  /** False: it works on every replica, whoever leads. The default is true. */
  readonly needsLeadership?: boolean | undefined;
  readonly leaderElection?: undefined;
  readonly informers?: undefined;
};

/** Something else that runs as long as a manager does. */
export interface Runnable {
  /** Runs until the signal aborts; where it rejects, the manager stops with the error. */
  run(signal: AbortSignal): Promise<void>;
  /** True for what only the leader may do: it runs in each term, with a signal for that. */
  readonly needsLeadership?: boolean | undefined;
  /** For messages. */
  readonly name?: string | undefined;
}

/** How a manager runs. */
export interface RunOptions {
  /** Stops the manager. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Stop at SIGINT and SIGTERM, and end the process at once, with exit code 1, at a second one. The
   * default is true.
   */
  readonly handleSignals?: boolean | undefined;
}
