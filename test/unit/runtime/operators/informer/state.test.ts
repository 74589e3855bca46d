import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Controller } from "../../../../../src/runtime/v1/controller.js";
import { isForbidden, isNotFound, ResourceClient } from "../../../../../src/runtime/v1/index.js";
import type { InformerOptions } from "../../../../../src/runtime/v1/informer.js";
import { Informer } from "../../../../../src/runtime/v1/informer.js";
import type { NodeTransport } from "../../../../../src/runtime/v1/node.js";
import { nodeTransport } from "../../../../../src/runtime/v1/node.js";
import { FaultServer, sendErrorEvent, sendStatus } from "../../../../support/fault-server.js";
import type { BoatTypes } from "./boats.js";
import { boat } from "./boats.js";

let server: FaultServer;
let transport: NodeTransport;
let informer: Informer<BoatTypes>;

beforeEach(async () => {
  server = new FaultServer();
  transport = nodeTransport({ baseUrl: await server.start() });
  server.put("a", "1");
});

afterEach(async () => {
  await informer.stop();
  transport.close();
  server.stop();
});

function start(options: InformerOptions<BoatTypes> = {}, definition = boat): void {
  const client = new ResourceClient<BoatTypes>(definition, transport);
  informer = new Informer(client, { onError: () => undefined, ...options });
  informer.start();
}

const until = (holds: () => boolean): Promise<void> =>
  vi.waitFor(
    () => {
      if (!holds()) throw new Error("not yet");
    },
    { timeout: 3_000, interval: 5 },
  );

const phase = (): string => informer.state.phase;

it("the end of a watch shows nothing: a server that cannot go on may have been silent before", async () => {
  start();
  await informer.synced({ timeout: 3_000 });
  server.put("a", "2");
  await until(() => informer.get("a", "default")?.spec.text === "2");
  const last = informer.lastSynced;
  await new Promise((resolve) => setTimeout(resolve, 20));
  server.faults.watch.push(sendStatus(429, "TooManyRequests", "storage is (re)initializing"));
  server.closeWatches();
  await until(() => phase() === "waiting");
  expect(informer.lastSynced).toBe(last);
});

describe("an informer says that it", () => {
  it("is stopped, lists, follows, and is stopped", async () => {
    const client = new ResourceClient<BoatTypes>(boat, transport);
    informer = new Informer(client);
    expect(phase()).toBe("stopped");
    expect(informer.lastSynced).toBeUndefined();
    expect(informer.isStale()).toBe(true);
    informer.start();
    expect(phase()).toBe("listing");
    const before = Date.now();
    await informer.synced({ timeout: 3_000 });
    expect(phase()).toBe("following");
    expect(informer.lastSynced).toBeGreaterThanOrEqual(before);
    expect(informer.lastSynced).toBeLessThanOrEqual(Date.now());
    expect(informer.isStale()).toBe(false);
    await informer.stop();
    expect(phase()).toBe("stopped");
    expect(informer.lastSynced).toBeGreaterThanOrEqual(before);
  });

  it("waits, with the last failure, and since when", async () => {
    start();
    await until(() => phase() === "following" && server.watchCount === 1);
    const forbidden = sendStatus(403, "Forbidden", "no");
    server.faults.watch.push(forbidden, forbidden, forbidden);
    server.closeWatches();
    await until(() => phase() === "waiting");
    const { since, error } = informer.state;
    expect(isForbidden(error)).toBe(true);
    await until(() => server.faults.watch.length === 0);
    expect(informer.state).toMatchObject({ phase: "waiting", since });
    await until(() => phase() === "following");
    expect(informer.state.error).toBeUndefined();
  });

  it("misses the kind, and follows it once it is there", async () => {
    const notFound = sendStatus(
      404,
      "NotFound",
      "the server could not find the requested resource",
    );
    server.faults.watch.push(notFound, notFound);
    start();
    await until(() => phase() === "missing");
    expect(isNotFound(informer.state.error)).toBe(true);
    await until(() => phase() === "following");
    expect(informer.list()).toHaveLength(1);
  });

  it("lists after an expired version, at once", async () => {
    start();
    await until(() => server.watchCount === 1);
    server.faults.watch.push(sendErrorEvent(410, "Expired"));
    const lists = (): number => server.requests.filter((one) => one === "list").length;
    server.compact();
    server.closeWatches();
    await until(() => lists() === 2 && phase() === "following" && server.watchCount === 1);
    expect(informer.state.error).toBeUndefined();
  });

  it("is as badly off as the worst of its namespaces", async () => {
    server.faults.watch.push(() => undefined, sendStatus(403, "Forbidden", "no"));
    server.faults.list.push(sendStatus(403, "Forbidden", "no"));
    start({ namespaces: ["one", "two"] });
    await until(() => phase() === "waiting");
    expect(informer.lastSynced).toBeUndefined();
  });

  it("follows nothing where it has no namespaces", () => {
    start({ namespaces: [] });
    expect(phase()).toBe("following");
    expect(informer.isStale(1_000)).toBe(false);
  });
});

it("lists anew once a kind that was gone is there again", async () => {
  start();
  await until(() => server.watchCount === 1);
  server.faults.watch.push((response, request) => {
    server.delete("a");
    server.put("a", "2");
    sendStatus(404, "NotFound", "no such resource")(response, request);
  });
  const gone: string[] = [];
  informer.on({ deleted: ({ metadata }) => gone.push(metadata.uid) });
  server.closeWatches();
  await until(() => gone.length === 1 && phase() === "following");
  expect(informer.get("a", "default")?.metadata.uid).toBe("uid-2");
});

it("a controller is not ready while the server tells nothing of a cache", async () => {
  start({ idleTimeout: 1_000 });
  const controller = new Controller(new ResourceClient<BoatTypes>(boat, transport), {
    informer,
    staleAfter: 200,
    reconcile: () => undefined,
  });
  const stopping = new AbortController();
  const ended = controller.run({ signal: stopping.signal });
  await until(() => controller.isReady() && server.watchCount === 1);
  server.abandonWatches();
  await until(() => !controller.isReady());
  expect(informer.isStale(200)).toBe(true);
  expect(informer.isStale()).toBe(false);
  await until(() => server.watchCount === 1);
  server.put("a", "2");
  await until(() => controller.isReady());
  stopping.abort();
  await ended;
});
