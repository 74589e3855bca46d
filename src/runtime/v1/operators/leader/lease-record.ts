import { isNotFound } from "../../client/api-error.js";
import type { CallOptions } from "../../client/options.js";
import { ResourceClient } from "../../client/resource-client.js";
import type { LeaderElectionOptions } from "./election-options.js";
import { SharedIdentityError } from "./election-options.js";
import type { Lease, LeaseSpec, LeaseTypes } from "./lease.js";
import { holderOf, leaseDefinition, microTime } from "./lease.js";

/** The Lease of an election, as it was seen last, and what one replica writes into it. */
export class LeaseRecord {
  readonly #options: LeaderElectionOptions;
  readonly #identity: string;
  readonly #duration: number;
  readonly #leases: ResourceClient<LeaseTypes>;
  #lease: Lease | undefined;
  /** True if the Lease may have changed since it was seen. */
  #isStale = true;
  /** When the Lease was first seen as it is; by the clock that never goes back. */
  #seenAt = 0;

  /** `duration`: milliseconds of the lease. */
  constructor(options: LeaderElectionOptions, identity: string, duration: number) {
    const { transport, namespace } = options;
    this.#options = options;
    this.#identity = identity;
    this.#duration = duration;
    this.#leases = new ResourceClient<LeaseTypes>(leaseDefinition, transport, { namespace });
  }

  get holder(): string | undefined {
    return holderOf(this.#lease?.spec);
  }

  /** Milliseconds until the lease that was seen has expired. */
  timeToExpiry(): number {
    const seconds = this.#lease?.spec?.leaseDurationSeconds;
    const duration = seconds === undefined ? this.#duration : seconds * 1000;
    return this.#seenAt + duration - performance.now();
  }

  /**
   * Takes the lease or renews it; false where others have it. Rejects where it cannot be told, and
   * with a `SharedIdentityError`.
   */
  async renew(call: CallOptions): Promise<boolean> {
    return this.#writing(async () => {
      const lease = await this.#write(call);
      if (lease !== undefined) this.#see(lease);
      return lease !== undefined;
    });
  }

  /** Takes the holder out. */
  async release(call: CallOptions): Promise<void> {
    const lease = this.#lease;
    if (lease === undefined) return;
    const now = microTime(Date.now());
    const none = { holderIdentity: "", leaseDurationSeconds: 1, acquireTime: now, renewTime: now };
    const spec: LeaseSpec = { ...lease.spec, ...none };
    await this.#writing(async () => {
      this.#see(await this.#leases.update({ ...lease, spec }, call));
    });
  }

  /** Others of this process may take part under the identity. */
  forget(): void {
    for (const [key, record] of takingPart) if (record === this) takingPart.delete(key);
  }

  /** After a failure, what was stored is not known: the next call looks. */
  async #writing<T>(work: () => Promise<T>): Promise<T> {
    let isKnown = false;
    try {
      const result = await work();
      isKnown = true;
      return result;
    } finally {
      if (!isKnown) this.#isStale = true;
    }
  }

  async #write(call: CallOptions): Promise<Lease | undefined> {
    const { name } = this.#options;
    if (this.#isStale || this.holder !== this.#identity) {
      const found = await this.#leases.get(name, call).catch(ignoreMissing);
      this.#isStale = false;
      if (found === undefined) {
        const spec = this.#claim(undefined);
        return this.#leases.create({ ...leaseType, metadata: { name }, spec }, call);
      }
      this.#see(found);
    }
    const lease = this.#lease;
    if (lease === undefined || !this.#isFree(lease.spec)) return undefined;
    return this.#leases.update({ ...lease, spec: this.#claim(lease.spec) }, call);
  }

  #isFree(spec: LeaseSpec | undefined): boolean {
    const holder = holderOf(spec);
    return holder === undefined || holder === this.#identity || this.timeToExpiry() <= 0;
  }

  #see(lease: Lease): void {
    const key = `${lease.metadata.uid} ${this.#identity}`;
    const other = takingPart.get(key);
    if (other !== undefined && other !== this) throw new SharedIdentityError(this.#options);
    takingPart.set(key, this);
    if (JSON.stringify(lease.spec) !== JSON.stringify(this.#lease?.spec)) {
      this.#seenAt = performance.now();
    }
    this.#lease = lease;
  }

  #claim(old: LeaseSpec | undefined): LeaseSpec {
    const now = microTime(Date.now());
    const isOurs = old?.holderIdentity === this.#identity;
    const transitions = old?.leaseTransitions ?? 0;
    return {
      ...old,
      holderIdentity: this.#identity,
      leaseDurationSeconds: Math.ceil(this.#duration / 1000),
      acquireTime: isOurs ? (old.acquireTime ?? now) : now,
      renewTime: now,
      leaseTransitions: isOurs || old === undefined ? transitions : transitions + 1,
    };
  }
}

const leaseType = { apiVersion: "coordination.k8s.io/v1", kind: "Lease" } as const;

/** Who takes part in this process, by the uid of the Lease (one in all clusters) and identity. */
const takingPart: Map<string, LeaseRecord> = /* @__PURE__ */ new Map<string, LeaseRecord>();

function ignoreMissing(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
}
