import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import * as errors from "../../src/runtime/v1/client/api-error.js";
import { ResourceClient } from "../../src/runtime/v1/client/resource-client.js";
import type { GadgetTypes } from "./fixtures.js";
import { crdOf, gadget } from "./fixtures.js";
import { describeApiServer, installCrd, waitUntil } from "./server.js";

const names = Array.from({ length: 10 }, (_, index) => `g${index}`);

describeApiServer(
  "a server that forgets old states at once",
  (server) => {
    let client: ResourceClient<GadgetTypes>;

    beforeAll(async () => {
      await installCrd(server(), crdOf(gadget));
      client = new ResourceClient<GadgetTypes>(gadget, server().transport);
      for (const name of names) {
        const metadata = { name };
        await client.create({ apiVersion: "example.com/v1", kind: "Gadget", metadata });
      }
    });

    /** Writes until a state is too old to be listed. */
    async function forget(resourceVersion: string): Promise<void> {
      await waitUntil(`${resourceVersion} is forgotten`, async () => {
        await client.patch("g0", { merge: { spec: { size: Date.now() } } });
        await sleep(200);
        const options = { resourceVersion, resourceVersionMatch: "Exact", limit: 1 } as const;
        const list: unknown = await client.list(options).catch((error: unknown) => error);
        return errors.isExpired(list);
      });
    }

    it("answers 410 to a continue token, with another one", async () => {
      const page = await client.list({ limit: 3 });
      await forget(page.metadata.resourceVersion ?? "");
      const expired: unknown = await client
        .list({ limit: 3, continue: page.metadata.continue })
        .catch((error: unknown) => error);
      expect(expired).toSatisfy(errors.isExpired);
      const token = (expired as errors.ApiError).status.metadata.continue;
      const rest = await client.list({ limit: 3, continue: token });
      expect(rest.items.map(({ metadata }) => metadata.name)).toEqual(["g3", "g4", "g5"]);
    });

    it("does not disturb listAll", async () => {
      const seen: string[] = [];
      for await (const { metadata } of client.listAll({ limit: 3 })) {
        seen.push(metadata.name);
        if (metadata.name === "g2") {
          const { resourceVersion } = (await client.list({ limit: 1 })).metadata;
          await client.delete("g7");
          await forget(resourceVersion ?? "");
        }
      }
      expect(seen).toEqual(names.filter((name) => name !== "g7"));
    });

    it("ends a watch that begins too early", async () => {
      const watch = client.watch({ resourceVersion: "1", timeoutSeconds: 5 });
      await expect(watch.next()).rejects.toSatisfy(errors.isExpired);
    });
  },
  { compactionInterval: "1s" },
);
