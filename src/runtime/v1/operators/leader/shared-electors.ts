import type { Transport } from "../../client/transport.js";
import type { LeaderElectionOptions } from "./election-options.js";
import { processIdentity } from "./identity.js";
import { LeaderElector } from "./leader-elector.js";

/**
 * The elector of these options: one for all who name the same Lease and identity on one transport,
 * since replicas are whole processes. Everybody's listeners are told.
 *
 * @throws Error where another elector for that Lease has other times
 */
export function electorOf(options: LeaderElectionOptions): LeaderElector {
  const { transport, namespace, name, identity = processIdentity() } = options;
  const { leaseDuration, renewDeadline, retryPeriod } = options;
  const electors = electorsOf.get(transport) ?? new Map<string, SharedElector>();
  electorsOf.set(transport, electors);
  const key = JSON.stringify([namespace, name, identity]);
  const times = JSON.stringify({ leaseDuration, renewDeadline, retryPeriod });
  const known = electors.get(key);
  if (known === undefined) {
    const elector = new LeaderElector({ ...options, identity });
    electors.set(key, { elector, times });
    return elector;
  }
  if (known.times !== times) {
    throw new Error(
      `two leader elections of this process for the lease ${namespace}/${name} have other times: ` +
        `${known.times} and ${times}`,
    );
  }
  known.elector.listen(options);
  return known.elector;
}

interface SharedElector {
  readonly elector: LeaderElector;
  readonly times: string;
}

const electorsOf: WeakMap<Transport, Map<string, SharedElector>> = /* @__PURE__ */ new WeakMap<
  Transport,
  Map<string, SharedElector>
>();
