// Checks of the API server in memory: no socket, nothing of Node.js.
import { equal, errorOf, hold, until } from "./check.js";
import { cronTab } from "./core.js";

/** A server of its own, and a client of it. */
function start({ CronTabClient, memory }, options) {
  const server = memory.memoryApiServer([memory.cronTab], options);
  return { server, client: new CronTabClient(server, { namespace: "a", fieldManager: "reach" }) };
}

export const memoryChecks = [
  {
    name: "memory: create, get, patch, status, scale, delete, and their errors",
    async run(kit) {
      const { server, client } = start(kit);
      const made = await client.create(cronTab("a"));
      equal(made.metadata.generation, 1);
      hold(kit.isAlreadyExists(await errorOf(client.create(cronTab("a")))), "AlreadyExists");
      hold(kit.isInvalid(await errorOf(client.create(cronTab("b", { image: 3 })))), "Invalid");
      const patched = await client.patch("a", { merge: { spec: { replicas: 2 } } });
      equal([patched.spec.replicas, patched.metadata.generation], [2, 2]);
      await client.status.update({ ...patched, status: { replicas: 1 } });
      equal((await client.get("a")).status.replicas, 1);
      hold(kit.isConflict(await errorOf(client.update(made))), "Conflict");
      await client.delete("a");
      hold(kit.isNotFound(await errorOf(client.get("a"))), "NotFound");
      server.close();
    },
  },
  {
    name: "memory: rules in CEL decide",
    async run(kit) {
      const { server, client } = start(kit);
      const error = await errorOf(client.create(cronTab("a", { replicas: 9 })));
      hold(error.message.includes("more than 5 replicas need concurrency Forbid"), error.message);
      server.close();
    },
  },
  {
    name: "memory: server-side apply owns fields",
    async run(kit) {
      const { server, client } = start(kit);
      await client.apply(cronTab("a", { replicas: 1 }));
      const other = client.apply(cronTab("a", { replicas: 2 }), { fieldManager: "other" });
      hold(kit.isConflict(await errorOf(other)), "Conflict");
      const options = { fieldManager: "other", force: true };
      const { metadata } = await client.apply(cronTab("a", { replicas: 2 }), options);
      equal(metadata.managedFields.map(({ manager }) => manager).sort(), ["other", "reach"]);
      server.close();
    },
  },
  {
    name: "memory: watches and informers, in pages and after resets",
    async run(kit) {
      const { server, client } = start(kit);
      await client.create(cronTab("a"));
      const informer = new kit.Informer(client, { onError: () => undefined });
      informer.start();
      await informer.synced({ timeout: 5_000 });
      await client.create(cronTab("b"));
      await until(() => informer.list().length === 2, "b is in the cache");
      server.endWatches({ reset: true });
      await client.delete("a");
      await until(() => informer.list().length === 1, "a has left the cache");
      await server.quiet();
      informer.stop();
      server.close();
    },
  },
  {
    name: "memory: faults, conflicts, snapshots",
    async run(kit) {
      const { server, client } = start(kit);
      await client.create(cronTab("a"));
      server.createConflicts(2);
      await client.modify("a", ({ spec }) => void (spec.replicas = 3));
      server.fail({ verb: "get", resource: "crontabs", reset: "before" });
      hold(kit.isTransportError(await errorOf(client.get("a"))), "TransportError");
      const before = server.snapshot();
      await client.delete("a");
      server.restore(before);
      equal((await client.get("a")).spec.replicas, 3);
      server.close();
    },
  },
];
