import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ResourceClient } from "../../../../../src/runtime/v1/index.js";
import type { InformerOptions } from "../../../../../src/runtime/v1/informer.js";
import { Informer } from "../../../../../src/runtime/v1/informer.js";
import type { NodeTransport } from "../../../../../src/runtime/v1/node.js";
import { nodeTransport } from "../../../../../src/runtime/v1/node.js";
import type { Kept } from "../../../../support/fault-server.js";
import { FaultServer, sendErrorEvent, sendStatus } from "../../../../support/fault-server.js";
import type { BoatTypes } from "./boats.js";
import { boat as definition } from "./boats.js";

let server: FaultServer;
let transport: NodeTransport;
let informer: Informer<BoatTypes> | undefined;
const errors: unknown[] = [];

beforeEach(async () => {
  server = new FaultServer();
  transport = nodeTransport({ baseUrl: await server.start() });
  server.put("a", "1");
  server.put("b", "1");
  errors.length = 0;
});

afterEach(async () => {
  await informer?.stop();
  informer = undefined;
  transport.close();
  server.stop();
});

/** An informer that has synced and whose watch is open. */
async function begin(options: InformerOptions<BoatTypes> = {}): Promise<Informer<BoatTypes>> {
  const client = new ResourceClient<BoatTypes>(definition, transport);
  informer = new Informer(client, { onError: (error) => errors.push(error), ...options });
  informer.start();
  await informer.synced({ timeout: 5_000 });
  await until(() => server.watchCount === 1, 2_000);
  return informer;
}

function cacheOf(of: Informer<BoatTypes>): Readonly<Record<string, string>> {
  return Object.fromEntries(of.list().map(({ metadata, spec }) => [metadata.name, spec.text]));
}

/** Waits until something holds. */
async function until(holds: () => boolean, limit: number): Promise<void> {
  const end = Date.now() + limit;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`not within ${limit} ms`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Waits until the cache is what the server has. */
async function untilTrue(of: Informer<BoatTypes>, limit = 2_500): Promise<void> {
  const isTrue = (): boolean => {
    const [truth, cache] = [server.truth, cacheOf(of)];
    const names = Object.keys(truth);
    return (
      names.length === Object.keys(cache).length &&
      names.every((name) => cache[name] === truth[name])
    );
  };
  await until(isTrue, limit);
}

const internal = sendStatus(500, "InternalError", "no");

describe("an informer goes on after", () => {
  it.each<readonly [string, () => void]>([
    [
      "a watch that the server closes",
      () => {
        server.closeWatches();
      },
    ],
    [
      "a connection that is reset",
      () => {
        server.resetWatches();
      },
    ],
    [
      "three watches that fail with 500",
      () => {
        server.faults.watch.push(internal, internal, internal);
        server.closeWatches();
      },
    ],
    [
      "a 429 with Retry-After",
      () => {
        const busy = sendStatus(429, "TooManyRequests", "busy", { "retry-after": "1" });
        server.faults.watch.push(busy);
        server.closeWatches();
      },
    ],
    [
      "a 401",
      () => {
        server.faults.watch.push(sendStatus(401, "Unauthorized", "who"));
        server.closeWatches();
      },
    ],
    [
      "an expired version, told as a status, and two lists that fail",
      () => {
        server.faults.list.push(internal, internal);
        server.faults.watch.push(sendStatus(410, "Expired", "too old"));
        server.closeWatches();
      },
    ],
    [
      "an expired version, told as an event",
      () => {
        server.faults.watch.push(sendErrorEvent(410, "Expired"));
        server.closeWatches();
      },
    ],
    [
      "a line that is no JSON",
      () => {
        server.writeToWatches("{]\n");
      },
    ],
    [
      "an answer that breaks off",
      () => {
        server.faults.watch.push((response) => {
          response.writeHead(200);
          response.write('{"type":"MOD');
          setTimeout(() => response.socket?.destroy(), 10);
        });
        server.closeWatches();
      },
    ],
  ])("%s", async (_, fault) => {
    const boats = await begin();
    fault();
    server.put("a", "2");
    server.put("c", "1");
    server.delete("b");
    await untilTrue(boats);
    server.put("c", "2");
    await untilTrue(boats);
  });

  it("a server that was away for a while", async () => {
    const boats = await begin();
    const refuse = (): void => {
      for (let count = 0; count < 3; count++) {
        server.faults.watch.push((response) => response.socket?.destroy());
      }
    };
    refuse();
    server.resetWatches();
    server.put("a", "2");
    await untilTrue(boats);
    expect(server.requests.filter((one) => one === "list")).toHaveLength(1);
  });

  it("silence, which it takes for a lost connection", async () => {
    const boats = await begin({ idleTimeout: 100 });
    server.abandonWatches();
    server.put("a", "2");
    await untilTrue(boats);
    expect(errors).toEqual([]);
  });
});

describe("an informer", () => {
  it("lists anew where versions have gone back, as in a cluster that is set up anew", async () => {
    const boats = await begin({ idleTimeout: 200 });
    const calls: string[] = [];
    boats.on({
      updated: ({ metadata }) => calls.push(`updated ${metadata.name}`),
      deleted: ({ metadata }) => calls.push(`deleted ${metadata.name} ${metadata.uid}`),
    });
    server.startOver();
    server.put("a", "1");
    server.resetWatches();
    await untilTrue(boats);
    expect(boats.get("a", "default")?.metadata.uid).toBe("uid-3");
    expect(calls).toEqual(["deleted a uid-1", "deleted b uid-2"]);
  });

  it("lists anew where a bookmark says that versions have gone back", async () => {
    const boats = await begin();
    server.startOver();
    server.put("a", "1");
    server.bookmark();
    await untilTrue(boats);
    expect(boats.list().map(({ metadata }) => metadata.uid)).toEqual(["uid-3"]);
  });

  it("lists anew after a watch that was silent for as long as it was asked for", async () => {
    const boats = await begin({ idleTimeout: 1_500 });
    // A watch in which nothing happens is asked for in whole seconds: one.
    server.behaviour.watchLife = 1_000;
    server.closeWatches();
    await until(() => server.watchSeconds.at(-1) === 1, 5_000);
    server.startOver();
    server.put("a", "1");
    await untilTrue(boats);
    expect(boats.list().map(({ metadata }) => metadata.uid)).toEqual(["uid-3"]);
  });

  it("stays fresh behind a proxy that ends quiet watches early, without a bookmark", async () => {
    server.behaviour.watchLife = 200;
    const boats = await begin({ idleTimeout: 1_500 });
    const synced = boats.lastSynced ?? NaN;
    await until(() => (boats.lastSynced ?? NaN) > synced, 5_000);
    expect(server.watchSeconds.length).toBeGreaterThan(2);
    expect(errors).toEqual([]);
  });

  it("follows a server whose versions go back though it has lost nothing", async () => {
    const boats = await begin();
    const object = {
      apiVersion: "v1",
      kind: "Boat",
      metadata: { name: "a", resourceVersion: "0" },
    };
    server.writeToWatches(`${JSON.stringify({ type: "BOOKMARK", object })}\n`);
    server.put("c", "1");
    await untilTrue(boats);
    server.writeToWatches(`${JSON.stringify({ type: "BOOKMARK", object })}\n`);
    server.put("d", "1");
    await untilTrue(boats);
    expect(errors).toEqual([]);
  });

  it("tells of what was deleted and made anew while no watch was open", async () => {
    const boats = await begin();
    const calls: string[] = [];
    boats.on({
      added: ({ metadata }, isInitial) => {
        if (!isInitial) calls.push(`added ${metadata.name} ${metadata.uid}`);
      },
      updated: ({ metadata }) => calls.push(`updated ${metadata.name}`),
      deleted: ({ metadata }) => calls.push(`deleted ${metadata.name} ${metadata.uid}`),
    });
    server.faults.watch.push((response) => {
      server.delete("b");
      server.put("b", "2");
      server.compact();
      server.put("a", "2");
      response.socket?.destroy();
    });
    server.closeWatches();
    await until(() => server.truth["a"] === "2", 1_000);
    await untilTrue(boats);
    expect(calls).toEqual(["updated a", "deleted b uid-2", "added b uid-3"]);
  });

  it("tells what was deleted while no watch was open, with the last state that it knows", async () => {
    const boats = await begin();
    const deleted: Kept[] = [];
    boats.on({ deleted: (object) => deleted.push(object) });
    server.faults.watch.push((response) => {
      server.delete("b");
      server.compact();
      server.put("c", "1");
      response.socket?.destroy();
    });
    server.closeWatches();
    await until(() => !("b" in server.truth), 1_000);
    await untilTrue(boats);
    expect(deleted.map(({ metadata, spec }) => [metadata.name, spec.text])).toEqual([["b", "1"]]);
  });

  it("does not ask a server that closes each watch at once without a pause, nor lists again", async () => {
    const boats = await begin();
    server.behaviour.watchLife = 20;
    server.closeWatches();
    const before = server.requests.length;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const asked = server.requests.slice(before);
    expect(asked).not.toContain("list");
    expect(asked.length).toBeLessThanOrEqual(5);
    server.put("a", "2");
    await untilTrue(boats, 5_000);
  });

  it("keeps few connections, however often it begins anew", async () => {
    const boats = await begin({ idleTimeout: 20 });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    server.abandonWatches();
    server.put("a", "2");
    await untilTrue(boats, 5_000);
    expect(server.openConnections).toBeLessThanOrEqual(2);
  });

  it("has a watch end before its silence counts, once nothing happens", async () => {
    const boats = await begin({ idleTimeout: 2_000 });
    server.closeWatches();
    await until(() => server.watchSeconds.length === 3, 2_000);
    const [, first = 0, quiet] = server.watchSeconds;
    expect(first).toBeGreaterThanOrEqual(300);
    expect(quiet).toBe(1);
    server.put("a", "2");
    await untilTrue(boats);
    server.closeWatches();
    await until(() => server.watchSeconds.length === 4, 2_000);
    expect(server.watchSeconds.at(-1)).toBeGreaterThanOrEqual(300);
  });

  it("reads what comes in small pieces", async () => {
    server.behaviour.chunk = 7;
    const boats = await begin();
    server.put("ä", "größe 日本 👍 ".repeat(20));
    await untilTrue(boats);
    expect(errors).toEqual([]);
  });

  it("reads a large event", async () => {
    const boats = await begin();
    server.put("large", "x".repeat(1_400_000));
    await untilTrue(boats);
    expect(errors).toEqual([]);
  });

  it.each(["knows", "refuses", "ignores"] as const)(
    "begins where the server %s streaming lists",
    async (streams) => {
      server.behaviour.streams = streams;
      const boats = await begin();
      expect(cacheOf(boats)).toEqual(server.truth);
      expect(server.requests).toEqual(streams === "knows" ? ["watch"] : ["watch", "list", "watch"]);
      server.put("c", "1");
      await untilTrue(boats);
      expect(errors).toEqual([]);
    },
  );

  it("lists in pages", async () => {
    for (let index = 0; index < 1_200; index++) server.put(`n${index}`, String(index));
    const boats = await begin();
    expect(boats.list()).toHaveLength(1_202);
    expect(server.requests.filter((one) => one === "list")).toHaveLength(3);
  });

  it("calls handlers, and goes on when they throw", async () => {
    const calls: string[] = [];
    const boats = await begin();
    const stopFirst = boats.on({
      added: ({ metadata }, isInitial) => calls.push(`added ${metadata.name} ${isInitial}`),
      updated: ({ metadata, spec }, old) =>
        calls.push(`updated ${metadata.name} ${old.spec.text} ${spec.text}`),
      deleted: ({ metadata }) => calls.push(`deleted ${metadata.name}`),
    });
    boats.on({
      updated: () => {
        throw new Error("sync");
      },
      deleted: () => Promise.reject(new Error("async")),
    });
    server.put("a", "2");
    server.put("c", "1");
    server.delete("c");
    await until(() => errors.length === 2, 1_000);
    expect(calls).toEqual([
      "added a true",
      "added b true",
      "updated a 1 2",
      "added c false",
      "deleted c",
    ]);
    expect(errors).toEqual([new Error("sync"), new Error("async")]);
    stopFirst();
    server.put("a", "3");
    await untilTrue(boats);
    expect(calls).toHaveLength(5);
  });

  it("keeps indexes true, transforms objects, and freezes them", async () => {
    const boats = await begin({
      indexers: { text: ({ spec }) => [spec.text] },
      transform: (boat) => ({ ...boat, spec: { text: `t${boat.spec.text}` } }),
    });
    expect(boats.byIndex("text", "t1").map(({ metadata }) => metadata.name)).toEqual(["a", "b"]);
    server.put("a", "2");
    await until(() => boats.byIndex("text", "t2").length === 1, 1_000);
    expect(boats.byIndex("text", "t1").map(({ metadata }) => metadata.name)).toEqual(["b"]);
    expect(Object.isFrozen(boats.get("a", "default")?.spec)).toBe(true);
    expect(() => boats.byIndex("none", "x")).toThrow('there is no index "none"');
  });

  it("takes what a transformation gives as it is, frozen too", async () => {
    server.put("a", "1", "default", [{ manager: "me", fieldsV1: { "f:spec": {} } }]);
    const boats = await begin({
      freeze: false,
      transform: ({ metadata, ...rest }) =>
        Object.freeze({ ...rest, metadata: Object.freeze({ ...metadata }) }),
    });
    server.put("a", "2");
    await untilTrue(boats);
    expect(errors).toEqual([]);
  });

  it("follows several namespaces", async () => {
    server.put("x", "1", "one");
    server.put("y", "1", "two");
    server.put("z", "1", "three");
    const client = new ResourceClient<BoatTypes>(definition, transport);
    informer = new Informer(client, { namespaces: ["one", "two", "one"] });
    informer.start();
    await informer.synced({ timeout: 5_000 });
    const names = (): string[] => informer?.list().map(({ metadata }) => metadata.name) ?? [];
    expect(names().sort()).toEqual(["x", "y"]);
    expect(informer.list("one").map(({ metadata }) => metadata.name)).toEqual(["x"]);
    await until(() => server.watchCount === 2, 1_000);
    server.delete("x", "one");
    await until(() => names().join() === "y", 1_000);
  });

  it("can be stopped and started at any time", async () => {
    const boats = await begin();
    const deleted: string[] = [];
    boats.on({ deleted: ({ metadata }) => deleted.push(metadata.name) });
    await Promise.all([boats.stop(), boats.stop()]);
    await until(() => server.watchCount === 0, 1_000);
    server.delete("a");
    server.put("b", "2");
    boats.start();
    boats.start();
    expect(boats.hasSynced).toBe(false);
    await boats.synced({ timeout: 5_000 });
    expect(cacheOf(boats)).toEqual(server.truth);
    expect(deleted).toEqual(["a"]);
    expect(server.requests.filter((one) => one === "list").length).toBeLessThanOrEqual(2);
  });

  it("gives up waiting when it is told to", async () => {
    server.faults.list.push(internal, internal, internal, internal, internal, internal);
    const client = new ResourceClient<BoatTypes>(definition, transport);
    informer = new Informer(client, { onError: (error) => errors.push(error) });
    informer.start();
    await expect(informer.synced({ timeout: 50 })).rejects.toThrow("no answer within 50 ms");
    const reason = new Error("enough");
    await expect(informer.synced({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it("tells handlers of every object again where it is asked to", async () => {
    const boats = await begin({ resync: 30 });
    const seen: boolean[] = [];
    boats.on({ updated: (boat, old) => seen.push(boat === old) });
    await until(() => seen.length >= 4, 2_000);
    expect(seen).not.toContain(false);
  });

  it("takes an answer without items or version for an error, not for an empty list", async () => {
    const boats = await begin();
    const answer = (body: string) => (response: ServerResponse) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(body);
    };
    server.faults.watch.push(sendStatus(410, "Expired", "too old"));
    server.faults.list.push(answer('{"metadata":{"resourceVersion":"1"}}'));
    server.faults.list.push(answer('{"metadata":{},"items":null}'));
    const deleted: string[] = [];
    boats.on({ deleted: ({ metadata }) => deleted.push(metadata.name) });
    server.closeWatches();
    server.put("a", "2");
    await untilTrue(boats);
    expect(deleted).toEqual([]);
    expect(errors.map(String)).toEqual([
      "TransportError: the answer to a list call has no items",
      "TransportError: the list has no resourceVersion",
    ]);
  });

  it("lists without pages after a continue token has expired", async () => {
    for (let index = 0; index < 600; index++) server.put(`n${index}`, "1");
    server.faults.list.push((response) => {
      server.faults.list.push(sendStatus(410, "Expired", "the token is too old"));
      const metadata = { resourceVersion: "1", continue: "500" };
      response.end(JSON.stringify({ metadata, items: [] }));
    });
    const boats = await begin();
    expect(boats.list()).toHaveLength(602);
    expect(server.requests.filter((one) => one === "list")).toHaveLength(3);
    expect(errors).toEqual([]);
  });

  it("keeps the other indexes true when an indexer throws", async () => {
    const boats = await begin({
      indexers: {
        odd: ({ spec }) => {
          if (spec.text === "2") throw new Error("odd");
          return [spec.text];
        },
        text: ({ spec }) => [spec.text],
      },
    });
    server.put("a", "2");
    await until(() => boats.byIndex("text", "2").length === 1, 1_000);
    expect(boats.byIndex("odd", "1").map(({ metadata }) => metadata.name)).toEqual(["b"]);
    server.put("a", "3");
    await until(() => boats.byIndex("odd", "3").length === 1, 1_000);
    expect(boats.byIndex("text", "2")).toEqual([]);
    expect(String(errors[0])).toBe("Error: odd");
  });

  it("tells a handler once that another handler adds", async () => {
    const boats = await begin();
    const calls: string[] = [];
    boats.on({
      added: ({ metadata }) => {
        if (metadata.name === "c") {
          boats.on({ added: (boat) => calls.push(boat.metadata.name) });
        }
      },
    });
    server.put("c", "1");
    server.put("d", "1");
    await untilTrue(boats);
    expect(calls).toEqual(["a", "b", "c", "d"]);
  });

  it("tells nothing once it was stopped, not even the rest of a page", async () => {
    const client = new ResourceClient<BoatTypes>(definition, transport);
    informer = new Informer(client);
    const seen: string[] = [];
    informer.on({
      added: ({ metadata }) => {
        seen.push(metadata.name);
        void informer?.stop();
      },
    });
    informer.start();
    await until(() => seen.length > 0, 2_000);
    informer.start();
    await informer.stop();
    expect(seen).toEqual(["a"]);
  });
});
