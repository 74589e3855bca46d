import type { Contact } from "../../client/contact.js";
import { contactOf } from "../../client/contact.js";
import type { LeaderElectionOptions } from "./election-options.js";
import { processIdentity } from "./identity.js";
import { LeaderElector } from "./leader-elector.js";

/**
 * The elector of these options: one for all who name the same Lease and identity on one transport,
 * or on transports that were made from one with middlewares, since replicas are whole processes.
 * Everybody's listeners are told.
 *
 * @throws Error where another elector for that Lease has other times
 */
export function electorOf(options: LeaderElectionOptions): LeaderElector {
  const { transport, namespace, name, identity = processIdentity() } = options;
  const { leaseDuration, renewDeadline, retryPeriod } = options;
  const server = contactOf(transport);
  const electors = electorsOf.get(server) ?? new Map<string, SharedElector>();
  electorsOf.set(server, electors);
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

const electorsOf: WeakMap<Contact, Map<string, SharedElector>> = /* @__PURE__ */ new WeakMap<
  Contact,
  Map<string, SharedElector>
>();
