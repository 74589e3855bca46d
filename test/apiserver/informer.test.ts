import { afterEach, beforeAll, expect, it } from "vitest";
import { isExpired } from "../../src/runtime/v1/client/api-error.js";
import { ResourceClient } from "../../src/runtime/v1/client/resource-client.js";
import type { Transport } from "../../src/runtime/v1/client/transport.js";
import { Informer } from "../../src/runtime/v1/informer.js";
import type { GadgetTypes } from "./fixtures.js";
import { crdOf, gadget } from "./fixtures.js";
import { describeApiServer, installCrd, waitUntil } from "./server.js";

describeApiServer(
  "an informer of a server that forgets old states at once",
  (server) => {
    let client: ResourceClient<GadgetTypes>;
    let informer: Informer<GadgetTypes> | undefined;
    const calls: string[] = [];

    beforeAll(async () => {
      await installCrd(server(), crdOf(gadget));
      client = new ResourceClient<GadgetTypes>(gadget, server().transport);
      await create("first");
    });

    afterEach(async () => {
      await informer?.stop();
      calls.length = 0;
    });

    async function create(name: string): Promise<void> {
      await client.create({ apiVersion: "example.com/v1", kind: "Gadget", metadata: { name } });
    }

    async function follow(transport: Transport): Promise<Informer<GadgetTypes>> {
      const started = new Informer(new ResourceClient<GadgetTypes>(gadget, transport), {
        onError: (error) => calls.push(String(error)),
      });
      informer = started;
      started.on({
        added: ({ metadata }, isInitial) => calls.push(`added ${metadata.name} ${isInitial}`),
        updated: ({ metadata, spec }) => calls.push(`updated ${metadata.name} ${spec?.size}`),
        deleted: ({ metadata }) => calls.push(`deleted ${metadata.name}`),
      });
      started.start();
      await started.synced({ timeout: 20_000 });
      return started;
    }

    const reaches = (last: string): Promise<void> =>
      waitUntil(last, () => Promise.resolve(calls.at(-1) === last));

    it("tells what a client creates, changes and deletes", async () => {
      const gadgets = await follow(server().transport);
      await create("second");
      await client.patch("second", { merge: { spec: { size: 2 } } });
      await client.delete("second");
      await reaches("deleted second");
      expect(calls).toEqual([
        "added first true",
        "added second false",
        "updated second 2",
        "deleted second",
      ]);
      expect(gadgets.list().map(({ metadata }) => metadata.name)).toEqual(["first"]);
    });

    it("is true again when the store has dropped its version while the network was down", async () => {
      const next = server().transport;
      let isCut = false;
      const cut = new Set<AbortController>();
      const transport: Transport = {
        send(request) {
          if (isCut) return Promise.reject(new Error("the network is down"));
          const controller = new AbortController();
          cut.add(controller);
          const stop = [controller.signal, ...(request.signal ? [request.signal] : [])];
          return next.send({ ...request, signal: AbortSignal.any(stop) });
        },
      };
      const gadgets = await follow(transport);
      await create("third");
      await reaches("added third false");
      const resourceVersion = gadgets.get("third", "default")?.metadata.resourceVersion;
      isCut = true;
      for (const controller of cut) controller.abort(new Error("the network is down"));
      await client.delete("third");
      await waitUntil(`${resourceVersion} is forgotten`, async () => {
        await client.patch("first", { merge: { spec: { size: Date.now() } } });
        const options = { resourceVersion, resourceVersionMatch: "Exact", limit: 1 } as const;
        return isExpired(await client.list(options).catch((error: unknown) => error));
      });
      isCut = false;
      await waitUntil("third is gone", () => Promise.resolve(calls.includes("deleted third")));
      const { items } = await client.list();
      expect(gadgets.list()).toEqual(items);
    }, 60_000);
  },
  { compactionInterval: "1s" },
);
