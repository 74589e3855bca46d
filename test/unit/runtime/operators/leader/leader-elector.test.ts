import { hostname } from "node:os";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ResourceClient } from "../../../../../src/runtime/v1/client/resource-client.js";
import { withMiddleware } from "../../../../../src/runtime/v1/client/transport.js";
import type {
  LeaderElectionOptions,
  LeadershipChange,
} from "../../../../../src/runtime/v1/operators/leader/election-options.js";
import {
  LeadershipLostError,
  SharedIdentityError,
} from "../../../../../src/runtime/v1/operators/leader/election-options.js";
import { LeaderElector } from "../../../../../src/runtime/v1/operators/leader/leader-elector.js";
import type {
  LeaseSpec,
  LeaseTypes,
} from "../../../../../src/runtime/v1/operators/leader/lease.js";
import { leaseDefinition } from "../../../../../src/runtime/v1/operators/leader/lease.js";
import { electorOf } from "../../../../../src/runtime/v1/operators/leader/shared-electors.js";
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

  it("tells whoever asks its signal after a sleep, before any timer does", async () => {
    const elector = new LeaderElector({
      transport: server.transport(),
      name: "gadgets",
      namespace: "ops",
    });
    const stop = new AbortController();
    let signal: AbortSignal | undefined;
    const running = elector.run(stop.signal, async (lost) => {
      signal = lost;
      await new Promise<void>((resolve) => {
        for (const each of [lost, stop.signal]) {
          each.addEventListener("abort", () => {
            resolve();
          });
        }
      });
      return true;
    });
    await seconds(1);
    expect(signal?.aborted).toBe(false);
    vi.setSystemTime(Date.now() + 60_000);
    expect(() => signal?.throwIfAborted()).toThrow(LeadershipLostError);
    expect(signal?.aborted).toBe(true);
    stop.abort();
    await seconds(1);
    await running;
  });

  it("is asked once more by whatever sends a call that began before a sleep", async () => {
    const a = new LeaderElector({
      transport: server.transport(),
      name: "gadgets",
      namespace: "ops",
    });
    const stop = new AbortController();
    const sent: (boolean | undefined)[] = [];
    const sleeping = withMiddleware(
      // As `nodeTransport` does, last thing before it sends.
      { send: (request) => Promise.reject(new Error(`${sent.push(request.signal?.aborted)}`)) },
      (next) => (request) => {
        vi.setSystemTime(Date.now() + 60_000);
        return next(request);
      },
    );
    const leases = new ResourceClient<LeaseTypes>(leaseDefinition, sleeping, { namespace: "ops" });
    let fault: unknown;
    const running = a.run(stop.signal, async (lost) => {
      const call = leases.get("other", { signal: lost });
      fault = await call.catch((error: unknown) => error);
      stop.abort();
      return true;
    });
    await seconds(1);
    await running;
    expect(sent).toEqual([true]);
    expect(fault).toBeInstanceOf(LeadershipLostError);
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
    expect(String(a.lost[0])).toContain("the lease ops/gadgets was taken by x");
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
  });
});

/** Has `lead` wait until leadership is lost or the signal aborts. */
function working(elector: LeaderElector, steps: string[], name: string): Work {
  const stop = new AbortController();
  const running = elector.run(stop.signal, async (lost) => {
    steps.push(`${name} begins`);
    while (!lost.aborted && !stop.signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    steps.push(`${name} ends`);
    return true;
  });
  return { stop, running };
}

interface Work {
  readonly stop: AbortController;
  readonly running: Promise<void>;
}

describe("an elector that several share", () => {
  const elector = (options: Partial<LeaderElectionOptions> = {}): LeaderElector =>
    new LeaderElector({
      transport: server.transport(),
      name: "gadgets",
      namespace: "ops",
      identity: "a",
      ...options,
    });

  it("keeps the lease until the last has stopped, and takes in who comes later", async () => {
    const steps: string[] = [];
    const shared = elector();
    const one = working(shared, steps, "one");
    await seconds(1);
    const two = working(shared, steps, "two");
    await seconds(1);
    expect(steps).toEqual(["one begins", "two begins"]);
    one.stop.abort();
    await seconds(1);
    await one.running;
    expect(stored().holderIdentity).toBe("a");
    expect(shared.isLeader).toBe(true);
    two.stop.abort();
    await seconds(1);
    await two.running;
    expect(stored().holderIdentity).toBe("");
    expect(shared.terms).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("has all of them stop when the lease is lost, and begin again together", async () => {
    const steps: string[] = [];
    let isAway = false;
    const shared = elector({ transport: server.transport(() => (isAway ? 500 : undefined)) });
    const works = [working(shared, steps, "one"), working(shared, steps, "two")];
    await seconds(1);
    isAway = true;
    await seconds(11);
    expect(steps).toEqual(["one begins", "two begins", "one ends", "two ends"]);
    isAway = false;
    await seconds(5);
    expect(steps.slice(4)).toEqual(["one begins", "two begins"]);
    for (const { stop } of works) stop.abort();
    await seconds(1);
    await Promise.all(works.map(({ running }) => running));
    expect(stored().holderIdentity).toBe("");
  });

  it("does not give the lease back where one of them says that its work goes on", async () => {
    const shared = elector();
    const stop = new AbortController();
    const stopped = new Promise<boolean>((resolve) => {
      stop.signal.addEventListener("abort", () => {
        resolve(true);
      });
    });
    const clean = shared.run(stop.signal, () => stopped);
    const unclean = shared.run(stop.signal, async () => !(await stopped));
    await seconds(1);
    stop.abort();
    await seconds(1);
    await Promise.all([clean, unclean]);
    expect(stored().holderIdentity).toBe("a");
  });

  it("rejects for the one whose work throws; the others go on", async () => {
    const steps: string[] = [];
    const shared = elector();
    const work = working(shared, steps, "one");
    const failing = shared.run(new AbortController().signal, () => {
      throw new Error("broken");
    });
    const failure = expect(failing).rejects.toThrow("broken");
    await seconds(1);
    await failure;
    expect(shared.isLeader).toBe(true);
    work.stop.abort();
    await seconds(1);
    await work.running;
    // What the other one has begun may not have ended.
    expect(stored().holderIdentity).toBe("a");
  });

  it("leads in one more term after it gave the lease back", async () => {
    const steps: string[] = [];
    const shared = elector();
    const one = working(shared, steps, "one");
    await seconds(1);
    one.stop.abort();
    const two = working(shared, steps, "two");
    await seconds(5);
    await one.running;
    two.stop.abort();
    await seconds(1);
    await two.running;
    expect(steps).toEqual(["one begins", "two begins", "one ends", "two ends"]);
  });

  it("ends at once where the signal has aborted before", async () => {
    const steps: string[] = [];
    const shared = elector();
    await shared.run(AbortSignal.abort(), () => {
      steps.push("began");
      return true;
    });
    await seconds(5);
    expect(steps).toEqual([]);
    expect(server.objects.get(path)?.spec).toBeUndefined();
  });
});

describe("two elections of one process", () => {
  const options = { name: "gadgets", namespace: "ops" };

  it("are one where they name the same lease on one transport", () => {
    const transport = server.transport();
    const one = electorOf({ ...options, transport });
    expect(electorOf({ ...options, transport })).toBe(one);
    expect(electorOf({ ...options, transport, identity: "b" })).not.toBe(one);
    expect(electorOf({ ...options, transport: server.transport() })).not.toBe(one);
    expect(() => electorOf({ ...options, transport, leaseDuration: 20_000 })).toThrow(
      "two leader elections of this process for the lease ops/gadgets have other times",
    );
  });

  it("are refused at once where nobody can know that they are one", async () => {
    const steps: string[] = [];
    const first = new LeaderElector({ ...options, transport: server.transport() });
    const second = new LeaderElector({ ...options, transport: server.transport() });
    const one = working(first, steps, "one");
    await seconds(0);
    const two = working(second, steps, "two");
    const failure = expect(two.running).rejects.toBeInstanceOf(SharedIdentityError);
    await seconds(0);
    await failure;
    one.stop.abort();
    await seconds(1);
    await one.running;
    expect(steps).toEqual(["one begins", "one ends"]);
    // Now there is one alone.
    const three = working(second, steps, "three");
    await seconds(1);
    three.stop.abort();
    await seconds(1);
    await three.running;
    expect(steps.slice(2)).toEqual(["three begins", "three ends"]);
  });
});

describe("the identity of a replica", () => {
  const identityOf = async (name: string | undefined): Promise<string> => {
    vi.resetModules();
    vi.stubEnv("POD_NAME", name ?? "");
    const { processIdentity } =
      await import("../../../../../src/runtime/v1/operators/leader/identity.js");
    expect(processIdentity()).toBe(processIdentity());
    return processIdentity();
  };
  const uuid = "[0-9a-f]{8}-[0-9a-f-]{27}";

  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it("is the pod's name and an id of the process", async () => {
    const first = await identityOf("operator-7d9-x2x");
    expect(first).toMatch(new RegExp(`^operator-7d9-x2x_${uuid}$`));
    expect(await identityOf("operator-7d9-x2x")).not.toBe(first);
    vi.stubEnv("HOSTNAME", "pod-1");
    expect(await identityOf(undefined)).toMatch(new RegExp(`^pod-1_${uuid}$`));
    vi.stubEnv("HOSTNAME", "");
    expect(await identityOf(undefined)).toMatch(new RegExp(`^${hostname()}_${uuid}$`));
  });
});

describe("what is said of an election", () => {
  it("is one line each: leading, waiting, losing and why, giving back", async () => {
    const lines: string[] = [];
    const changes: LeadershipChange["to"][] = [];
    const say = (level: string) => (fields: object, message: string) => {
      lines.push(`${level} ${message} ${JSON.stringify(fields)}`);
    };
    const logger = { info: say("info"), warn: say("warn"), error: say("error") };
    let isAway = false;
    const a = new Replica("a", () => (isAway ? 500 : undefined), {
      logger,
      onChange: ({ to }) => changes.push(to),
    });
    await seconds(1);
    const b = new Replica("b");
    isAway = true;
    await seconds(30);
    isAway = false;
    await seconds(30);
    b.stop.abort();
    await seconds(10);
    a.stop.abort();
    await seconds(1);
    await Promise.all([a.running, b.running]);
    expect(changes).toEqual(["leading", "lost", "waiting", "leading", "released"]);
    const of = '"lease":"ops/gadgets"';
    expect(lines.map((line) => line.replace(/"failures":\d+/, '"failures":N'))).toEqual([
      `info this replica leads {${of},"identity":"a"}`,
      expect.stringMatching(/^warn the lease could not be read or written .*: 500/),
      expect.stringMatching(
        /^warn leadership was lost: the lease ops\/gadgets was not renewed in time .*: 500/,
      ),
      `info the lease can be read again {${of},"failures":N}`,
      `info waiting: another replica leads {${of},"identity":"a","holder":"b"}`,
      `info this replica leads {${of},"identity":"a"}`,
      `info this replica has given the leadership back {${of},"identity":"a"}`,
    ]);
  });
});
