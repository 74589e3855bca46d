import { randomUUID } from "node:crypto";
import type { CoordinationV1Api, V1Lease } from "@kubernetes/client-node";
import { V1MicroTime } from "@kubernetes/client-node";
import { codeOf } from "./hosts.js";

const duration = 15_000;
const deadline = 10_000;
const period = 2_000;

/** Elects one leader among replicas by a Lease. */
export class Leader {
  private readonly identity = randomUUID();
  private seen = "";
  private seenAt = 0;
  private renewedAt = -Infinity;
  private lease: V1Lease | undefined;

  constructor(
    private readonly api: CoordinationV1Api,
    private readonly name: string,
    private readonly namespace: string,
  ) {}

  get isLeader(): boolean {
    return performance.now() - this.renewedAt < deadline;
  }

  /** Waits until this replica leads, and calls `lost` when it does so no more. */
  async lead(lost: () => void): Promise<void> {
    while (!(await this.tryToRenew())) await sleep(period);
    const timer = setInterval(() => {
      void this.tryToRenew();
      if (!this.isLeader) {
        clearInterval(timer);
        lost();
      }
    }, period);
    timer.unref();
  }

  async release(): Promise<void> {
    if (this.lease === undefined || !this.isLeader) return;
    this.renewedAt = -Infinity;
    await this.write({ ...this.lease.spec, holderIdentity: "", leaseDurationSeconds: 1 });
  }

  private async tryToRenew(): Promise<boolean> {
    const sent = performance.now();
    try {
      this.lease = await this.read();
      const { holderIdentity, renewTime, leaseTransitions = 0 } = this.lease?.spec ?? {};
      const state = `${holderIdentity} ${String(renewTime)}`;
      if (state !== this.seen) this.seenAt = performance.now();
      this.seen = state;
      const isOurs = holderIdentity === this.identity;
      const isFree = !holderIdentity || performance.now() - this.seenAt > duration;
      if (!isOurs && !isFree) return false;
      await this.write({
        holderIdentity: this.identity,
        leaseDurationSeconds: duration / 1000,
        renewTime: new V1MicroTime(),
        acquireTime: isOurs ? this.lease?.spec?.acquireTime : new V1MicroTime(),
        leaseTransitions: leaseTransitions + (isOurs || this.lease === undefined ? 0 : 1),
      });
      this.renewedAt = sent;
      return true;
    } catch (error) {
      if (codeOf(error) !== 409) console.error("leader election failed:", error);
      return false;
    }
  }

  private async read(): Promise<V1Lease | undefined> {
    const { name, namespace } = this;
    try {
      return await this.api.readNamespacedLease({ name, namespace });
    } catch (error) {
      if (codeOf(error) === 404) return undefined;
      throw error;
    }
  }

  private async write(spec: V1Lease["spec"]): Promise<void> {
    const { name, namespace } = this;
    const body: V1Lease = { metadata: { name }, ...this.lease, spec };
    this.lease =
      this.lease === undefined
        ? await this.api.createNamespacedLease({ namespace, body })
        : await this.api.replaceNamespacedLease({ name, namespace, body });
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
