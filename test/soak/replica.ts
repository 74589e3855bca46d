import { ResourceClient } from "../../src/runtime/v1/client/resource-client.js";
import { StatusClient } from "../../src/runtime/v1/client/subresource-clients.js";
import type { Transport } from "../../src/runtime/v1/client/transport.js";
import { Controller } from "../../src/runtime/v1/controller.js";
import type { Gadget, GadgetTypes } from "../apiserver/fixtures.js";
import { gadget } from "../apiserver/fixtures.js";
import type { Random } from "../support/random.js";

/** A client of gadgets and their status. */
export class GadgetClient extends ResourceClient<GadgetTypes> {
  readonly status = new StatusClient<GadgetTypes>(this.caller);
}

/** What all replicas do together. */
export interface Work {
  /** Who reconciles which object now. */
  readonly active: Map<string, string>;
  /** Uids of what was cleaned up. */
  readonly cleaned: Set<string>;
  reconciles: number;
  readonly complain: (what: string) => void;
}

/** Milliseconds that elections take. */
const times = { leaseDuration: 6_000, renewDeadline: 4_000, retryPeriod: 800 };

/** A controller that is one of several; what it reconciles has its generation in the status. */
export function replicaOf(
  identity: string,
  transport: Transport,
  idleTimeout: number | undefined,
  random: Random,
  work: Work,
): Controller<GadgetTypes> {
  const client = new GadgetClient(gadget, transport, { timeout: 5_000 });
  const alone = async (object: Gadget, step: () => Promise<unknown>): Promise<void> => {
    const { uid, name } = object.metadata;
    const other = work.active.get(uid);
    if (other !== undefined) work.complain(`${name} is reconciled by ${identity} and ${other}`);
    work.active.set(uid, identity);
    work.reconciles++;
    try {
      await step();
    } finally {
      work.active.delete(uid);
    }
  };
  return new Controller<GadgetTypes>(client.all(), {
    informer: { allNamespaces: true, idleTimeout, onError: () => undefined },
    leaderElection: { transport, name: "soak", namespace: "one", identity, ...times },
    rateLimit: { maxDelay: 5_000 },
    concurrency: 8,
    finalizer: "example.com/soak",
    gracePeriod: 1_000,
    // The network is meant to fail.
    onError: () => undefined,
    reconcile: (object, { signal }) =>
      alone(object, async () => {
        const { name, namespace, generation } = object.metadata;
        if (random.chance(0.02)) throw new Error("by chance");
        if (object.status?.replicas === generation) return;
        const status = { replicas: generation };
        await client.status.patch(name, { merge: { status } }, { namespace, signal });
      }),
    cleanup: (object) =>
      alone(object, () => {
        work.cleaned.add(object.metadata.uid);
        return Promise.resolve();
      }),
  });
}
