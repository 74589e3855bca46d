import { beforeAll, expect, it } from "vitest";
import { isAlreadyExists, isNotFound } from "../../src/runtime/v1/client/api-error.js";
import { ResourceClient } from "../../src/runtime/v1/client/resource-client.js";
import { StatusClient } from "../../src/runtime/v1/client/subresource-clients.js";
import type { Transport } from "../../src/runtime/v1/client/transport.js";
import { Controller, LeaderElector, ownerReference } from "../../src/runtime/v1/controller.js";
import type { ResourceDefinition } from "../../src/runtime/v1/values/resource-definition.js";
import type { GadgetTypes } from "./fixtures.js";
import { crdOf, gadget } from "./fixtures.js";
import { leaseCrd } from "./lease-crd.js";
import type { ApiServer } from "./server.js";
import { describeApiServer, installCrd, waitUntil } from "./server.js";

const part: ResourceDefinition = {
  ...gadget,
  kind: "Part",
  listKind: "PartList",
  plural: "parts",
  singular: "part",
};
const finalizer = "gadgets.example.com/parts";
const namespace = "workshop";

class GadgetClient extends ResourceClient<GadgetTypes> {
  readonly status = new StatusClient<GadgetTypes>(this.caller);
}

/** A reconcile that ran: who ran it, of which object, and when. */
interface Step {
  readonly who: string;
  readonly name: string;
  readonly began: number;
  ended: number | undefined;
}

/** One replica of the operator, which can be killed: nothing of it reaches the server any more. */
class Replica {
  readonly controller: Controller<GadgetTypes>;
  readonly elector: LeaderElector;
  readonly errors: string[] = [];
  isKilled = false;

  constructor(who: string, server: ApiServer, steps: Step[]) {
    const transport: Transport = {
      send: (request) =>
        this.isKilled ? new Promise<never>(() => undefined) : server.transport.send(request),
    };
    const gadgets = new GadgetClient(gadget, transport, { namespace });
    const parts = new ResourceClient<GadgetTypes>(part, transport, { namespace });
    const times = { leaseDuration: 3000, renewDeadline: 2000, retryPeriod: 400 };
    this.elector = new LeaderElector({
      ...{ transport, name: "gadgets", namespace, identity: who, ...times },
      onError: (error) => this.errors.push(String(error)),
    });
    this.controller = new Controller<GadgetTypes>(gadgets, {
      finalizer,
      owns: [parts],
      concurrency: 4,
      gracePeriod: 2000,
      leaderElection: this.elector,
      onError: ({ message }) => this.errors.push(message),
      reconcile: async (object, { signal }) => {
        const { name } = object.metadata;
        const step: Step = { who, name, began: performance.now(), ended: undefined };
        steps.push(step);
        try {
          expect(object.metadata.finalizers).toEqual([finalizer]);
          await parts
            .create(
              {
                ...{ apiVersion: "example.com/v1", kind: "Part" as "Gadget" },
                metadata: { name, ownerReferences: [ownerReference(object, { controller: true })] },
              },
              { signal },
            )
            .catch((error: unknown) => {
              if (!isAlreadyExists(error)) throw error;
            });
          if (object.status?.ready !== true) {
            await gadgets.status.patch(name, { merge: { status: { ready: true } } }, { signal });
          }
        } finally {
          step.ended = performance.now();
        }
      },
      cleanup: async ({ metadata: { name } }, { signal }) => {
        await parts.delete(name, { signal }).catch((error: unknown) => {
          if (!isNotFound(error)) throw error;
        });
      },
    });
  }
}

describeApiServer("a controller and a real API server", (server) => {
  let gadgets: GadgetClient;
  let parts: ResourceClient<GadgetTypes>;
  const steps: Step[] = [];
  const replicas = new Map<string, Replica>();

  beforeAll(async () => {
    await installCrd(server(), crdOf(gadget));
    await installCrd(server(), crdOf(part));
    await installCrd(server(), leaseCrd());
    gadgets = new GadgetClient(gadget, server().transport, { namespace });
    parts = new ResourceClient<GadgetTypes>(part, server().transport, { namespace });
    return async () => {
      await Promise.all([...replicas.values()].map(({ controller }) => controller.stop()));
    };
  });

  function start(who: string): Replica {
    const replica = new Replica(who, server(), steps);
    replicas.set(who, replica);
    void replica.controller.run();
    return replica;
  }

  async function create(from: number, to: number): Promise<void> {
    for (let i = from; i < to; i++) {
      const metadata = { name: `g${i}` };
      await gadgets.create({ apiVersion: "example.com/v1", kind: "Gadget", metadata });
    }
  }

  async function allReady(count: number): Promise<void> {
    await waitUntil(`${count} gadgets are ready and have their parts`, async () => {
      const all = (await gadgets.list()).items;
      const made = new Set((await parts.list()).items.map(({ metadata }) => metadata.name));
      const done = all.filter(({ status, metadata }) => status?.ready && made.has(metadata.name));
      return done.length === count;
    });
  }

  it("brings all objects where they should be, in one replica of two", async () => {
    await create(0, 20);
    const a = start("a");
    await waitUntil("a leads", () => Promise.resolve(a.elector.isLeader));
    start("b");
    await create(20, 40);
    await allReady(40);
    expect(new Set(steps.map(({ who }) => who))).toEqual(new Set(["a"]));
    expect(replicas.get("b")?.controller.isReady()).toBe(true);
    expect(a.errors).toEqual([]);
  });

  it("makes again what was deleted of what objects own", async () => {
    await parts.delete("g7");
    await allReady(40);
    expect((await parts.get("g7")).metadata.ownerReferences).toMatchObject([
      { kind: "Gadget", name: "g7", controller: true },
    ]);
  });

  it("cleans up before an object goes", async () => {
    await gadgets.delete("g39");
    await waitUntil("g39 and its part are gone", async () => {
      const lists = [(await gadgets.list()).items, (await parts.list()).items];
      return lists.every((items) => items.every(({ metadata }) => metadata.name !== "g39"));
    });
  });

  it("is taken over within the lease time when the leader dies, with no overlap", async () => {
    const a = replicas.get("a");
    const b = replicas.get("b");
    if (a === undefined || b === undefined) throw new Error("the replicas were not started");
    a.isKilled = true;
    const killed = performance.now();
    await create(40, 50);
    await waitUntil("b leads", () => Promise.resolve(b.elector.isLeader));
    const takeover = performance.now() - killed;
    await allReady(49);
    const ofA = steps.filter(({ who }) => who === "a");
    const ofB = steps.filter(({ who }) => who === "b");
    expect(new Set(ofB.map(({ name }) => name)).size).toBe(49);
    const lastOfA = Math.max(...ofA.map(({ began, ended }) => ended ?? began));
    expect(Math.min(...ofB.map(({ began }) => began))).toBeGreaterThan(lastOfA);
    console.log(`takeover after ${Math.round(takeover)} ms of a lease of 3,000 ms`);
    // The lease, a pause of the follower, and time for a busy machine.
    expect(takeover).toBeLessThan(3_000 + 2.2 * 400 + 5_000);
    expect(a.elector.isLeader).toBe(false);
    expect(b.errors).toEqual([]);
    expectNoOverlap(steps);
  });

  it("gives the lease back when it stops", async () => {
    await replicas.get("b")?.controller.stop();
    const path = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/gadgets`;
    const { body } = await server().request("GET", path);
    expect(body).toMatchObject({ spec: { holderIdentity: "", leaseTransitions: 1 } });
  });
});

/** No object is reconciled twice at once, by whomever. */
function expectNoOverlap(steps: readonly Step[]): void {
  const ends = new Map<string, number>();
  for (const { name, began, ended } of steps) {
    expect(ends.get(name) ?? 0).toBeLessThanOrEqual(began);
    ends.set(name, ended ?? Infinity);
  }
}
