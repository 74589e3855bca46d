import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ResourceClient } from "../../../../../src/runtime/v1/index.js";
import { Informer } from "../../../../../src/runtime/v1/informer.js";
import type { NodeTransport } from "../../../../../src/runtime/v1/node.js";
import { nodeTransport } from "../../../../../src/runtime/v1/node.js";
import { FaultServer, sendStatus } from "../../../../support/fault-server.js";
import type { BoatTypes } from "./boats.js";
import { boat } from "./boats.js";
import { realPause, secondsUntil } from "./clock.js";

let server: FaultServer;
let transport: NodeTransport;
let informer: Informer<BoatTypes>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  server = new FaultServer();
  transport = nodeTransport({ baseUrl: await server.start() });
  server.put("a", "1");
  informer = new Informer(new ResourceClient<BoatTypes>(boat, transport), {
    onError: () => undefined,
  });
});

afterEach(async () => {
  await informer.stop();
  transport.close();
  server.stop();
  vi.useRealTimers();
});

const isTold = (text: string) => (): boolean => informer.get("a", "default")?.spec.text === text;

describe("with the default options, within a minute an informer has left", () => {
  beforeEach(async () => {
    informer.start();
    await secondsUntil(() => informer.hasSynced && server.watchCount === 1);
  });

  it("a watch whose connection is half-open", async () => {
    server.abandonWatches();
    server.put("a", "2");
    expect(await secondsUntil(isTold("2"))).toBeLessThanOrEqual(60);
  });

  it("a watch that is never answered", async () => {
    server.faults.watch.push(() => undefined);
    server.closeWatches();
    server.put("a", "2");
    expect(await secondsUntil(isTold("2"))).toBeLessThanOrEqual(60);
  });

  it("a list that is never answered", async () => {
    server.faults.watch.push(sendStatus(410, "Expired", "too old"));
    server.faults.list.push(() => undefined);
    server.closeWatches();
    server.put("a", "2");
    expect(await secondsUntil(isTold("2"))).toBeLessThanOrEqual(60);
  });

  it("a list that breaks off in silence", async () => {
    server.faults.watch.push(sendStatus(410, "Expired", "too old"));
    server.faults.list.push((response) => response.write('{"metadata":{'));
    server.closeWatches();
    server.put("a", "2");
    expect(await secondsUntil(isTold("2"))).toBeLessThanOrEqual(60);
  });
});

it("an informer keeps a watch on which bookmarks come", async () => {
  informer.start();
  await secondsUntil(() => informer.hasSynced && server.watchCount === 1);
  const asked = server.requests.length;
  for (let second = 0; second < 240; second += 40) {
    await vi.advanceTimersByTimeAsync(40_000);
    server.bookmark();
    await realPause(10);
  }
  expect(server.requests).toHaveLength(asked);
});

it.each([
  ["ends", true],
  ["would not have ended by itself", false],
])("an answer to another client: the wait after long failures %s", async (_, isAnswered) => {
  informer.start();
  await secondsUntil(() => informer.hasSynced && server.watchCount === 1, 300);
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  const internal = sendStatus(500, "InternalError", "no");
  server.faults.watch.push(...Array.from({ length: 1_000 }, () => internal));
  server.closeWatches();
  await vi.advanceTimersByTimeAsync(1_000);
  const start = Date.now();
  await secondsUntil(() => Date.now() - start > 200_000, 300);
  const asked = server.requests.length;
  await secondsUntil(() => server.requests.length > asked, 300);
  server.faults.watch.length = 0;
  server.put("a", "2");
  // The wait is five seconds by now.
  if (isAnswered) await new ResourceClient<BoatTypes>(boat, transport).list();
  const seconds = await secondsUntil(isTold("2"), 300);
  if (isAnswered) expect(seconds).toBeLessThanOrEqual(1);
  else expect(seconds).toBeGreaterThanOrEqual(3.5);
  random.mockRestore();
});
