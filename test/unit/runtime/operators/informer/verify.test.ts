import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ResourceClient } from "../../../../../src/runtime/v1/index.js";
import { Informer, MissedChangesError } from "../../../../../src/runtime/v1/informer.js";
import type { NodeTransport } from "../../../../../src/runtime/v1/node.js";
import { nodeTransport } from "../../../../../src/runtime/v1/node.js";
import { FaultServer, sendStatus } from "../../../../support/fault-server.js";
import type { BoatTypes } from "./boats.js";
import { boat } from "./boats.js";
import { secondsUntil } from "./clock.js";

let server: FaultServer;
let transport: NodeTransport;
let informer: Informer<BoatTypes>;
const errors: unknown[] = [];
const calls: string[] = [];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  server = new FaultServer();
  transport = nodeTransport({ baseUrl: await server.start() });
  for (const name of ["a", "b", "c"]) server.put(name, "1");
  errors.length = 0;
  calls.length = 0;
  informer = new Informer(new ResourceClient<BoatTypes>(boat, transport), {
    verifyEvery: 10_000,
    onError: (error) => errors.push(error),
  });
  informer.start();
  await secondsUntil(() => server.watchCount === 1);
  informer.on({
    added: ({ metadata }, isInitial) => {
      if (!isInitial) calls.push(`added ${metadata.name}`);
    },
    updated: ({ metadata }) => calls.push(`updated ${metadata.name}`),
    deleted: ({ metadata }) => calls.push(`deleted ${metadata.name}`),
  });
});

afterEach(async () => {
  await informer.stop();
  transport.close();
  server.stop();
  vi.useRealTimers();
});

async function passSeconds(seconds: number): Promise<void> {
  const end = Date.now() + seconds * 1_000;
  await secondsUntil(() => Date.now() >= end);
}

const requests = (kind: "list" | "watch"): number =>
  server.requests.filter((one) => one === kind).length;

it("a list now and then finds what a watch missed, repairs it and says so", async () => {
  server.abandonWatches();
  server.put("a", "2");
  server.delete("b");
  server.put("d", "1");
  expect(await secondsUntil(() => calls.length === 3)).toBeLessThanOrEqual(18);
  expect(calls.sort()).toEqual(["added d", "deleted b", "updated a"]);
  const [error] = errors;
  expect(errors).toHaveLength(1);
  expect(error).toBeInstanceOf(MissedChangesError);
  expect([...(error as MissedChangesError).keys].sort()).toEqual([
    "default/a",
    "default/b",
    "default/d",
  ]);
  expect(String(error)).toContain("the watch of boats has missed changes of 3 objects");
  server.put("a", "3");
  await secondsUntil(() => informer.get("a", "default")?.spec.text === "3");
});

it("finds what a server lost that counts on from a higher version", async () => {
  server.startOver(1_000);
  server.put("a", "2");
  expect(await secondsUntil(() => !calls.includes("deleted b"))).toBeLessThanOrEqual(18);
  await secondsUntil(() => informer.list().length === 1);
  expect(informer.get("a", "default")?.metadata.uid).toBe("uid-4");
  expect(errors.map((error) => (error as MissedChangesError).keys)).toEqual([
    ["default/b", "default/c"],
  ]);
});

it("finds nothing where nothing was missed, and leaves the watch alone", async () => {
  const watches = requests("watch");
  const lists = requests("list");
  for (let count = 0; count < 8; count++) {
    server.put("a", `${count}`);
    server.put(`new-${count}`, "1");
    if (count > 0) server.delete(`new-${count - 1}`);
    await passSeconds(4);
  }
  expect(requests("list")).toBeGreaterThanOrEqual(lists + 2);
  expect(requests("watch")).toBe(watches);
  expect(errors).toEqual([]);
});

it("goes on after a list that failed", async () => {
  server.faults.list.push(sendStatus(500, "InternalError", "no"));
  await secondsUntil(() => errors.length === 1);
  server.abandonWatches();
  server.put("a", "2");
  await secondsUntil(() => calls.length === 1);
  expect(errors).toHaveLength(2);
});
