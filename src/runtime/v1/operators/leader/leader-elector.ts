import { isAlreadyExists, isConflict, isNotFound } from "../../client/api-error.js";
import { defineResource } from "../../client/define-resource.js";
import { ResourceClient } from "../../client/resource-client.js";
import { sleepUnlessAborted } from "../../client/timing.js";
import type { Transport } from "../../client/transport.js";
import type {
  KubernetesList,
  KubernetesObject,
  KubernetesObjectApply,
  KubernetesObjectInput,
} from "../../values/kubernetes.js";
import type { ResourceDefinition } from "../../values/resource-definition.js";

/** Which Lease decides who leads, and how fast. The defaults are those of client-go. */
export interface LeaderElectionOptions {
  /** Reaches the API server. */
  readonly transport: Transport;
  /** The name of the Lease, the same for all replicas; it is created where there is none. */
  readonly name: string;
  /** The namespace of the Lease. */
  readonly namespace: string;
  /** Who this replica is, such as the pod's name; different for each. The default is a UUID. */
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
}

/**
 * Elects one leader among replicas by a `coordination.k8s.io/v1` Lease (client-go
 * `tools/leaderelection/leaderelection.go`). Times of other replicas are never compared with the
 * clock here: a lease has expired when it was seen unchanged for as long as it lasts.
 */
export class LeaderElector {
  readonly identity: string;
  readonly #options: LeaderElectionOptions;
  readonly #leases: ResourceClient<LeaseTypes>;
  readonly #leaseDuration: number;
  readonly #renewDeadline: number;
  readonly #retryPeriod: number;
  #lease: Lease | undefined;
  /** True if the Lease may have changed since it was seen. */
  #isStale = true;
  /** When the Lease was first seen as it is; by the clock that never goes back. */
  #seenAt = 0;
  /** When the last renewal that came through was sent, by both clocks. */
  #renewed: Moment | undefined;
  #terms = 0;

  /** Throws a RangeError unless lease duration > renew deadline > 1.2 × retry period > 0. */
  constructor(options: LeaderElectionOptions) {
    const { leaseDuration = 15_000, renewDeadline = 10_000, retryPeriod = 2_000 } = options;
    if (!(
      leaseDuration > renewDeadline &&
      renewDeadline > jitter * retryPeriod &&
      retryPeriod > 0
    )) {
      throw new RangeError(
        `leader election needs leaseDuration > renewDeadline > ${jitter} × retryPeriod > 0, ` +
          `not ${leaseDuration}, ${renewDeadline}, ${retryPeriod}`,
      );
    }
    this.#options = options;
    this.identity = options.identity ?? crypto.randomUUID();
    this.#leases = new ResourceClient<LeaseTypes>(leaseDefinition, options.transport, {
      namespace: options.namespace,
    });
    this.#leaseDuration = leaseDuration;
    this.#renewDeadline = renewDeadline;
    this.#retryPeriod = retryPeriod;
  }

  /**
   * True if this replica leads beyond doubt: ask right before work begins. The time counts from
   * before the renewal was sent, so others wait longer than this says yes.
   */
  get isLeader(): boolean {
    return this.#timeLeft() > 0;
  }

  /** Who leads, as far as it was seen here; undefined where nobody does. */
  get leader(): string | undefined {
    return holderOf(this.#lease?.spec);
  }

  /** How often this replica became the leader. */
  get terms(): number {
    return this.#terms;
  }

  /**
   * Takes part in the election until the signal aborts. `lead` runs in every term, with a signal
   * that aborts when leadership is, or may be, lost; it must resolve then, and when the outer
   * signal aborts. Until it does, the lease is renewed. When it resolves with true, all work has
   * ended and the lease is given back at once; with false, the lease runs out by itself.
   */
  async run(
    signal: AbortSignal,
    lead: (lost: AbortSignal) => Promise<boolean> | boolean,
  ): Promise<void> {
    while (!signal.aborted) {
      if (await this.#tryToRenew()) await this.#leadTerm(lead);
      else await sleepUnlessAborted(this.#followerPause(), signal);
    }
  }

  async #leadTerm(lead: (lost: AbortSignal) => Promise<boolean> | boolean): Promise<void> {
    this.#terms++;
    const term = new AbortController();
    const finished = new AbortController();
    const renewing = this.#renewUntil(finished.signal, () => {
      term.abort(new LeadershipLostError(this.#options));
    });
    let isDone = false;
    try {
      isDone = await lead(term.signal);
    } finally {
      finished.abort();
      await renewing;
      if (isDone) await this.#release();
      this.#renewed = undefined;
    }
  }

  /** Renews until the work is finished; calls `lost` where that fails for too long. */
  async #renewUntil(finished: AbortSignal, lost: () => void): Promise<void> {
    // A timer of its own: a renewal that hangs must not keep the loss from being seen.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watchDeadline = (): void => {
      clearTimeout(timer);
      const left = this.#timeLeft();
      if (left <= 0) lost();
      else timer = setTimeout(watchDeadline, left);
    };
    watchDeadline();
    for (;;) {
      await sleepUnlessAborted(this.#retryPeriod, finished);
      if (finished.aborted || !this.isLeader) break;
      if (await this.#tryToRenew()) watchDeadline();
      else if (this.leader !== this.identity) this.#renewed = undefined;
    }
    clearTimeout(timer);
    if (!finished.aborted) lost();
  }

  #timeLeft(): number {
    return this.#renewed === undefined ? 0 : this.#renewDeadline - elapsedSince(this.#renewed);
  }

  /** Takes the lease or renews it; false where others have it, or where it cannot be told. */
  async #tryToRenew(): Promise<boolean> {
    const sent = momentNow();
    try {
      const lease = await this.#write();
      if (lease === undefined) return false;
      this.#see(lease);
      this.#renewed = sent;
      return true;
    } catch (error) {
      // What was stored is not known, or somebody else was faster: look again.
      this.#isStale = true;
      if (!isConflict(error) && !isAlreadyExists(error)) this.#options.onError?.(error);
      return false;
    }
  }

  async #write(): Promise<Lease | undefined> {
    const { name } = this.#options;
    // A call that hangs leaves time for another one.
    const call = { timeout: this.#renewDeadline / 2 };
    if (this.#isStale || this.leader !== this.identity) {
      const found = await this.#leases.get(name, call).catch(ignoreMissing);
      this.#isStale = false;
      if (found === undefined) {
        const spec = this.#claim(undefined);
        return this.#leases.create({ ...leaseIdentity, metadata: { name }, spec }, call);
      }
      this.#see(found);
    }
    const lease = this.#lease;
    if (lease === undefined || !this.#isFree(lease.spec)) return undefined;
    return this.#leases.update({ ...lease, spec: this.#claim(lease.spec) }, call);
  }

  #isFree(spec: LeaseSpec | undefined): boolean {
    const holder = holderOf(spec);
    return holder === undefined || holder === this.identity || this.#timeToExpiry() <= 0;
  }

  /** Milliseconds until the lease that was seen has expired. */
  #timeToExpiry(): number {
    const seconds = this.#lease?.spec?.leaseDurationSeconds;
    const duration = seconds === undefined ? this.#leaseDuration : seconds * 1000;
    return this.#seenAt + duration - performance.now();
  }

  /** How long a follower waits: by chance, but no longer than the lease lasts. */
  #followerPause(): number {
    const pause = this.#retryPeriod * (1 + jitter * Math.random());
    const { leader } = this;
    if (leader === undefined || leader === this.identity) return pause;
    const expiry = this.#timeToExpiry();
    return expiry > 0 ? Math.min(pause, expiry + 1) : pause;
  }

  #see(lease: Lease): void {
    if (JSON.stringify(lease.spec) !== JSON.stringify(this.#lease?.spec)) {
      this.#seenAt = performance.now();
    }
    this.#lease = lease;
  }

  #claim(old: LeaseSpec | undefined): LeaseSpec {
    const now = microTime(Date.now());
    const isOurs = old?.holderIdentity === this.identity;
    const transitions = old?.leaseTransitions ?? 0;
    return {
      ...old,
      holderIdentity: this.identity,
      leaseDurationSeconds: Math.ceil(this.#leaseDuration / 1000),
      acquireTime: isOurs ? (old.acquireTime ?? now) : now,
      renewTime: now,
      leaseTransitions: isOurs || old === undefined ? transitions : transitions + 1,
    };
  }

  /** Others need not wait: a lease without a holder is free. */
  async #release(): Promise<void> {
    const lease = this.#lease;
    if (lease === undefined || !this.isLeader || this.leader !== this.identity) return;
    const now = microTime(Date.now());
    const spec: LeaseSpec = {
      ...lease.spec,
      holderIdentity: "",
      leaseDurationSeconds: 1,
      acquireTime: now,
      renewTime: now,
    };
    try {
      this.#see(await this.#leases.update({ ...lease, spec }, { timeout: this.#retryPeriod }));
    } catch (error) {
      this.#isStale = true;
      this.#options.onError?.(error);
    }
  }
}

/** Leadership was lost, or could not be renewed in time; work of the term must end. */
export class LeadershipLostError extends Error {
  constructor({ namespace, name }: { readonly namespace: string; readonly name: string }) {
    super(`leadership was lost: the lease ${namespace}/${name} was not renewed in time`);
    this.name = "LeadershipLostError";
  }
}

const jitter = 1.2;
const leaseIdentity = { apiVersion: "coordination.k8s.io/v1", kind: "Lease" } as const;

function holderOf(spec: LeaseSpec | undefined): string | undefined {
  const holder = spec?.holderIdentity;
  return holder === "" ? undefined : holder;
}

function ignoreMissing(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
}

/** A time by the clock that never goes back and the one that goes on while the machine sleeps. */
interface Moment {
  readonly steady: number;
  readonly wall: number;
}

function momentNow(): Moment {
  return { steady: performance.now(), wall: Date.now() };
}

/** The longer of what both clocks say: to stop too early harms nobody. */
function elapsedSince({ steady, wall }: Moment): number {
  return Math.max(performance.now() - steady, Date.now() - wall);
}

/** Who leads, and until when (`api/coordination/v1/types.go`, LeaseSpec). */
export interface LeaseSpec {
  holderIdentity?: string | undefined;
  leaseDurationSeconds?: number | undefined;
  /** RFC 3339 with microseconds. */
  acquireTime?: string | undefined;
  /** RFC 3339 with microseconds. */
  renewTime?: string | undefined;
  leaseTransitions?: number | undefined;
}

/** A Lease as the server returns it. */
interface Lease extends KubernetesObject<"coordination.k8s.io/v1", "Lease"> {
  spec?: LeaseSpec | undefined;
}

/** The types of a client of Leases. */
interface LeaseTypes {
  readonly scope: "Namespaced";
  readonly read: Lease;
  readonly input: KubernetesObjectInput & { spec?: LeaseSpec | undefined };
  readonly apply: KubernetesObjectApply & { spec?: LeaseSpec | undefined };
  readonly list: KubernetesList<Lease>;
  readonly field: never;
}

/** The facts about Leases that a client must know. */
export const leaseDefinition: ResourceDefinition = /* @__PURE__ */ defineResource({
  group: "coordination.k8s.io",
  version: "v1",
  kind: "Lease",
  plural: "leases",
  scope: "Namespaced",
});

/** Milliseconds since 1970 as a `metav1.MicroTime`: the server takes six digits alone. */
export function microTime(time: number): string {
  return new Date(time).toISOString().replace("Z", "000Z");
}
