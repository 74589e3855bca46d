import { afterAll, beforeAll, expect, it } from "vitest";
import { ResourceClient } from "../../src/runtime/v1/client/resource-client.js";
import { StatusClient } from "../../src/runtime/v1/client/subresource-clients.js";
import { Controller } from "../../src/runtime/v1/controller.js";
import { Informer } from "../../src/runtime/v1/informer.js";
import type { GadgetTypes } from "./fixtures.js";
import { crdOf, gadget } from "./fixtures.js";
import { describeApiServer, installCrd, waitUntil } from "./server.js";

class GadgetClient extends ResourceClient<GadgetTypes> {
  readonly status = new StatusClient<GadgetTypes>(this.caller);
}

describeApiServer("an API server that is killed and started again", (server) => {
  let gadgets: GadgetClient;
  let informer: Informer<GadgetTypes>;
  let controller: Controller<GadgetTypes>;
  const changes: string[] = [];
  const errors: unknown[] = [];

  beforeAll(async () => {
    await installCrd(server(), crdOf(gadget));
    gadgets = new GadgetClient(gadget, server().transport);
    informer = new Informer<GadgetTypes>(gadgets, {
      onError: (error) => errors.push(error),
      // A new start of a store may go unnoticed for as long as a watch is silent.
      idleTimeout: 3_000,
    });
    informer.on({
      added: ({ metadata }) => changes.push(`added ${metadata.name}`),
      deleted: ({ metadata }) => changes.push(`deleted ${metadata.name}`),
    });
    controller = new Controller<GadgetTypes>(gadgets, {
      informer,
      rateLimit: { maxDelay: 1_000 },
      onError: (error) => errors.push(error),
      async reconcile({ metadata: { name, generation } }, { signal }) {
        const status = { replicas: generation };
        await gadgets.status.patch(name, { merge: { status } }, { signal });
      },
    });
    void controller.run();
    await informer.synced({ timeout: 20_000 });
  });

  afterAll(async () => {
    await controller.stop();
    await informer.stop();
  });

  async function create(name: string): Promise<void> {
    const metadata = { name };
    await gadgets.create({ apiVersion: "example.com/v1", kind: "Gadget", metadata });
  }

  /** Waits until the cache is what the server has, and every object is reconciled. */
  async function settled(): Promise<void> {
    await waitUntil("the cache is true, and all is reconciled", async () => {
      const { items } = await gadgets.list();
      const cached = informer.list();
      return (
        JSON.stringify(textsOf(items)) === JSON.stringify(textsOf(cached)) &&
        items.every(({ metadata, status }) => status?.replicas === metadata.generation)
      );
    });
  }

  it("with what it has stored: informer and controller go on where they were", async () => {
    for (const name of ["a", "b", "c"]) await create(name);
    await settled();
    const uid = informer.get("a", "default")?.metadata.uid;
    for (const name of ["d", "e"]) {
      await server().kill();
      await server().revive();
      await gadgets.delete(name === "d" ? "b" : "c");
      await gadgets.patch("a", { merge: { spec: { size: changes.length } } });
      await create(name);
      await settled();
    }
    expect(informer.get("a", "default")?.metadata.uid).toBe(uid);
    // A list tells of what is new before it tells of what is gone; a watch keeps the order.
    const rounds = [changes.slice(0, 3), changes.slice(3, 5), changes.slice(5)];
    expect(rounds.map((round) => round.sort())).toEqual([
      ["added a", "added b", "added c"],
      ["added d", "deleted b"],
      ["added e", "deleted c"],
    ]);
    expect(controller.isHealthy()).toBe(true);
  }, 60_000);

  it("with an empty store: the cache follows, though versions begin anew", async () => {
    const before = informer.get("a", "default")?.metadata;
    for (let index = 0; index < 50; index++) {
      await gadgets.patch("a", { merge: { spec: { size: index } } });
    }
    await settled();
    await server().kill();
    await server().revive({ withoutStore: true });
    await installCrd(server(), crdOf(gadget));
    await create("a");
    await settled();
    const after = informer.get("a", "default")?.metadata;
    expect(after?.uid).not.toBe(before?.uid);
    expect(Number(after?.resourceVersion)).toBeLessThan(Number(before?.resourceVersion));
    // Whether the list comes before the new object or after it is a matter of chance.
    const last = changes.slice(-4);
    expect(last.toSorted()).toEqual(["added a", "deleted a", "deleted d", "deleted e"]);
    expect(last.indexOf("added a")).toBeGreaterThan(last.indexOf("deleted a"));
  }, 90_000);
});

function textsOf(objects: readonly object[]): string[] {
  return objects.map((object) => JSON.stringify(object)).sort();
}
