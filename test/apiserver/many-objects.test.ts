import { beforeAll, expect, it } from "vitest";
import { ResourceClient } from "../../src/runtime/v1/client/resource-client.js";
import { Controller } from "../../src/runtime/v1/controller.js";
import { Informer } from "../../src/runtime/v1/informer.js";
import { nodeTransport } from "../../src/runtime/v1/node.js";
import type { GadgetTypes } from "./fixtures.js";
import { crdOf, gadget } from "./fixtures.js";
import { describeApiServer, installCrd, waitUntil } from "./server.js";

const count = 10_000;

describeApiServer("10,000 objects", (server) => {
  let client: ResourceClient<GadgetTypes>;

  beforeAll(async () => {
    await installCrd(server(), crdOf(gadget));
    client = new ResourceClient<GadgetTypes>(gadget, server().transport);
    let next = 0;
    const create = async (): Promise<void> => {
      while (next < count) {
        const metadata = { name: `g${next++}` };
        await client.create({ apiVersion: "example.com/v1", kind: "Gadget", metadata });
      }
    };
    await Promise.all(Array.from({ length: 16 }, create));
  });

  it("come in pages", async () => {
    const sizes: number[] = [];
    const names = new Set<string>();
    for await (const { items } of client.pages({ limit: 500 })) {
      sizes.push(items.length);
      for (const { metadata } of items) names.add(metadata.name);
    }
    expect(sizes).toEqual(Array.from({ length: count / 500 }, () => 500));
    expect(names.size).toBe(count);
  });

  it.each(["streaming lists", "lists in pages"])(
    "are cached by %s, and reconciled once each",
    async (way) => {
      const asked: string[] = [];
      const { url, token, ca } = server();
      const transport = nodeTransport({ baseUrl: url, token, ca });
      const informer = new Informer<GadgetTypes>(
        new ResourceClient<GadgetTypes>(gadget, {
          send(request) {
            asked.push(request.query ?? "");
            const query = way === "lists in pages" ? withoutStream(request.query) : request.query;
            return transport.send({ ...request, query });
          },
        }),
      );
      const reconciled = new Map<string, number>();
      const controller = new Controller<GadgetTypes>(client, {
        informer,
        concurrency: 16,
        reconcile({ metadata }) {
          reconciled.set(metadata.uid, (reconciled.get(metadata.uid) ?? 0) + 1);
        },
      });
      const running = controller.run();
      await informer.synced({ timeout: 30_000 });
      await waitUntil("all are reconciled", () => Promise.resolve(reconciled.size === count));
      await waitUntil("the queue is empty", () => {
        const { queued, active } = controller.metrics();
        return Promise.resolve(queued + active === 0);
      });
      expect([...reconciled.values()].filter((times) => times !== 1)).toEqual([]);
      expect(informer.list()).toHaveLength(count);
      const pages = asked.filter((query) => query.includes("limit=500"));
      expect(pages).toHaveLength(way === "lists in pages" ? count / 500 : 0);
      await controller.stop();
      await running;
      await informer.stop();
      transport.close();
    },
    60_000,
  );
});

/** A request that the server refuses, as one does that knows no streaming lists. */
function withoutStream(query: string | undefined): string | undefined {
  return query?.replace(/&?resourceVersionMatch=NotOlderThan/, "");
}
