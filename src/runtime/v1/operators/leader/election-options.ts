import type { Transport } from "../../client/transport.js";
import type { Logger } from "../log/logger.js";

/** Which Lease decides who leads, and how fast. The defaults are those of client-go. */
export interface LeaderElectionOptions {
  /** Reaches the API server. */
  readonly transport: Transport;
  /** The name of the Lease, the same for all replicas; it is created where there is none. */
  readonly name: string;
  /** The namespace of the Lease. */
  readonly namespace: string;
  /**
   * Who this replica is; different for each. The default is `<pod>_<uuid>`: the pod's name (of
   * `POD_NAME`, `HOSTNAME` or the machine) and a UUID of this process, since a container that
   * restarts within its pod is another replica.
   */
  readonly identity?: string | undefined;
  /** Milliseconds that others wait after a renewal before they take over: 15,000. */
  readonly leaseDuration?: number | undefined;
  /**
   * Milliseconds after which a leader that cannot renew stops: 10,000. What is left of the lease is
   * the time in which running work ends; it must be longer than the difference between the clock
   * rates of the replicas.
   */
  readonly renewDeadline?: number | undefined;
  /** Milliseconds between two tries: 2,000; followers wait up to 2.2 times as long, by chance. */
  readonly retryPeriod?: number | undefined;
  /** Told of failures to read or write the Lease; they are tried again. The default is silence. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Told when this replica begins to lead or to wait, and when and why it no longer leads. */
  readonly onChange?: ((change: LeadershipChange) => void) | undefined;
  /** Gets a line for each change, and for the first of several failures in a row. */
  readonly logger?: Logger | undefined;
}

/**
 * What became of the leadership of this replica.
 *
 * - `leading`: it leads from now on;
 * - `waiting`: another one does, who is named; said once for each holder;
 * - `lost`: it leads no longer, and `reason` says why;
 * - `released`: it has given the lease back, and others need not wait.
 */
export type LeadershipChange =
  | { readonly to: "leading" | "released"; readonly identity: string }
  | { readonly to: "waiting"; readonly identity: string; readonly holder: string }
  | { readonly to: "lost"; readonly identity: string; readonly reason: LeadershipLostError };

/** Leadership was lost, or could not be renewed in time; work of the term must end. */
export class LeadershipLostError extends Error {
  /** `why` ends the sentence; `cause` is the last failure of a renewal. */
  constructor(
    { namespace, name }: { readonly namespace: string; readonly name: string },
    why = "was not renewed in time",
    cause?: unknown,
  ) {
    super(
      `leadership was lost: the lease ${namespace}/${name} ${why}`,
      cause === undefined ? undefined : { cause },
    );
    this.name = "LeadershipLostError";
  }
}

/** Takes part in an election under one name twice: two that think alike would both act. */
export class SharedIdentityError extends Error {
  constructor({ namespace, name }: { readonly namespace: string; readonly name: string }) {
    super(
      `two leader elections of this process are for the lease ${namespace}/${name} under one ` +
        "identity: make one LeaderElector (or one Manager) and give it to all controllers",
    );
    this.name = "SharedIdentityError";
  }
}
