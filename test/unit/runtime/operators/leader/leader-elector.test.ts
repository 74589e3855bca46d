import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type {
  LeaderElectionOptions,
  LeaseSpec,
} from "../../../../../src/runtime/v1/operators/leader/leader-elector.js";
import {
  LeaderElector,
  LeadershipLostError,
} from "../../../../../src/runtime/v1/operators/leader/leader-elector.js";
import type { Fault } from "../controller/memory-server.js";
import { MemoryServer } from "../controller/memory-server.js";

const path = "/apis/coordination.k8s.io/v1/namespaces/ops/leases/gadgets";

let server: MemoryServer;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-01-01T00:00:00Z") });
  server = new MemoryServer();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A replica that works, in steps of 100 ms, for as long as it may. */
class Replica {
  readonly elector: LeaderElector;
  readonly stop = new AbortController();
  readonly errors: unknown[] = [];
  readonly lost: unknown[] = [];
  /** The times of its steps. */
  readonly steps: number[] = [];
  readonly running: Promise<void>;

  constructor(identity: string, fault?: Fault, options: Partial<LeaderElectionOptions> = {}) {
    this.elector = new LeaderElector({
      transport: server.transport(fault),
      name: "gadgets",
      namespace: "ops",
      identity,
      onError: (error) => this.errors.push(error),
      ...options,
    });
    this.running = this.elector.run(this.stop.signal, async (lost) => {
      while (!lost.aborted && !this.stop.signal.aborted) {
        if (this.elector.isLeader) this.steps.push(Date.now());
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      if (lost.aborted) this.lost.push(lost.reason);
      return !lost.aborted;
    });
  }
}

function stored(): LeaseSpec {
  return server.objects.get(path)?.spec as LeaseSpec; // what the electors write
}

async function seconds(count: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(count * 1000);
}

describe("leader election", () => {
  it("creates the Lease, renews it, and gives it back at the end", async () => {
    const a = new Replica("a");
    await seconds(0);
    expect(stored()).toEqual({
      holderIdentity: "a",
      leaseDurationSeconds: 15,
      acquireTime: "2026-01-01T00:00:00.000000Z",
      renewTime: "2026-01-01T00:00:00.000000Z",
      leaseTransitions: 0,
    });
    await seconds(2);
    expect(stored()).toMatchObject({
      acquireTime: "2026-01-01T00:00:00.000000Z",
      renewTime: "2026-01-01T00:00:02.000000Z",
    });
    expect(a.elector.isLeader).toBe(true);
    // One request a renewal: the state is known.
    expect(server.requests.map(({ method }) => method)).toEqual(["GET", "POST", "PUT"]);
    a.stop.abort();
    await seconds(1);
    await a.running;
    expect(stored()).toMatchObject({ holderIdentity: "", leaseDurationSeconds: 1 });
    expect(a.elector.isLeader).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
    expect(a.errors).toEqual([]);
  });

  it("hands over within seconds when the leader stops", async () => {
    const a = new Replica("a");
    await seconds(1);
    const b = new Replica("b");
    await seconds(10);
    expect([a.elector.isLeader, b.elector.isLeader]).toEqual([true, false]);
    expect(b.elector.leader).toBe("a");
    a.stop.abort();
    await seconds(5);
    await a.running;
    expect(b.elector.isLeader).toBe(true);
    expect(stored()).toMatchObject({ holderIdentity: "b", leaseTransitions: 1 });
    expect(Math.min(...b.steps)).toBeGreaterThan(Math.max(...a.steps));
    b.stop.abort();
    await seconds(1);
  });

  it.each([1, 2, 3, 4, 5])(
    "takes over from a leader that is cut off, with no overlap (try %i)",
    async (round) => {
      let isCut = false;
      const a = new Replica("a", () => (isCut ? 500 : undefined));
      await seconds(0.3 * round);
      const b = new Replica("b");
      await seconds(10 + 0.7 * round);
      isCut = true;
      const cutAt = Date.now();
      await seconds(20);
      expect(a.lost[0]).toBeInstanceOf(LeadershipLostError);
      expect(String(a.lost[0])).toContain("the lease ops/gadgets was not renewed in time");
      expect(a.errors.length).toBeGreaterThan(2);
      expect(b.elector.isLeader).toBe(true);
      expect(Math.min(...b.steps)).toBeGreaterThan(Math.max(...a.steps) + 2000);
      // The last renewal may have been seen as late as one pause of a follower after it.
      expect(Math.min(...b.steps) - cutAt).toBeLessThanOrEqual(15_000 + 4_400);
      expect(stored()).toMatchObject({ holderIdentity: "b", leaseTransitions: 1 });
      isCut = false;
      await seconds(30);
      expect([a.elector.isLeader, b.elector.isLeader]).toEqual([false, true]);
      for (const { stop } of [a, b]) stop.abort();
      await seconds(6);
    },
  );

  it("sees the loss in time also when the renewal hangs", async () => {
    let isHanging = false;
    const a = new Replica("a", () => (isHanging ? new Promise<number>(vi.fn()) : undefined));
    await seconds(4.5);
    isHanging = true;
    await seconds(9.6);
    // The last renewal was sent at 4 s.
    expect(a.elector.isLeader).toBe(false);
    expect(a.lost).toHaveLength(1);
    expect(Math.max(...a.steps) - Date.parse("2026-01-01T00:00:00Z")).toBeLessThan(14_000);
    isHanging = false;
    await seconds(10);
    expect(a.elector.isLeader).toBe(true);
    expect(a.elector.terms).toBe(2);
    a.stop.abort();
    await seconds(1);
  });

  it("survives a server that is away for less than the deadline", async () => {
    let isAway = false;
    const a = new Replica("a", () => (isAway ? 503 : undefined));
    await seconds(3);
    isAway = true;
    await seconds(6);
    isAway = false;
    await seconds(10);
    expect([a.elector.terms, a.elector.isLeader, a.lost]).toEqual([1, true, []]);
    a.stop.abort();
    await seconds(1);
  });

  it("does not lead while the machine slept, until it has renewed", async () => {
    const a = new Replica("a");
    await seconds(1);
    // The wall clock goes on while timers and the steady clock stand still.
    vi.setSystemTime(Date.now() + 60_000);
    expect(a.elector.isLeader).toBe(false);
    await seconds(4);
    expect(a.elector.isLeader).toBe(true);
    expect(a.elector.terms).toBe(2);
    a.stop.abort();
    await seconds(1);
  });

  it("does not care for the clocks of others", async () => {
    const old = "1999-01-01T00:00:00.000000Z";
    const times = { acquireTime: old, renewTime: old };
    server.put(path, { spec: { holderIdentity: "x", leaseDurationSeconds: 20, ...times } });
    const a = new Replica("a");
    await seconds(19.9);
    expect(a.elector.isLeader).toBe(false);
    await seconds(0.2);
    expect(a.elector.isLeader).toBe(true);
    a.stop.abort();
    await seconds(1);
  });

  it("stops leading when somebody else took the Lease by force", async () => {
    const a = new Replica("a");
    await seconds(1);
    server.put(path, { ...server.objects.get(path), spec: { ...stored(), holderIdentity: "x" } });
    await seconds(5);
    expect(a.elector.isLeader).toBe(false);
    expect(a.lost).toHaveLength(1);
    a.stop.abort();
    await seconds(5);
    expect(stored().holderIdentity).toBe("x");
  });

  it("refuses times that cannot work", () => {
    const options = { transport: server.transport(), name: "a", namespace: "b" };
    expect(() => new LeaderElector({ ...options, renewDeadline: 15_000 })).toThrow(RangeError);
    expect(() => new LeaderElector({ ...options, retryPeriod: 9_000 })).toThrow(
      "not 15000, 10000, 9000",
    );
    expect(new LeaderElector(options).identity).toMatch(/^[0-9a-f-]{36}$/);
  });
});
