import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { RecordedEvent } from "../../../../../src/runtime/v1/operators/events/event-recorder.js";
import { EventRecorder } from "../../../../../src/runtime/v1/operators/events/event-recorder.js";
import type { KubernetesObject } from "../../../../../src/runtime/v1/values/kubernetes.js";
import type { Fault } from "../controller/memory-server.js";
import { MemoryServer } from "../controller/memory-server.js";

let server: MemoryServer;
let errors: unknown[];
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-01-01T00:00:00Z") });
  server = new MemoryServer();
  errors = [];
});
afterEach(() => {
  vi.useRealTimers();
});

function recorderOf(fault?: Fault): EventRecorder {
  return new EventRecorder({
    transport: server.transport(fault),
    controller: "example.com/gadgets",
    onError: (error) => errors.push(error),
  });
}

function object(name: string, namespace?: string): KubernetesObject {
  return {
    apiVersion: "example.com/v1",
    kind: "Gadget",
    metadata: {
      name,
      namespace,
      uid: `uid-${name}`,
      resourceVersion: "7",
      generation: 1,
      creationTimestamp: "2020-01-01T00:00:00Z",
    },
  };
}

const made: RecordedEvent = { type: "Normal", reason: "Made", note: "It was made" };

function stored(): unknown[] {
  return [...server.objects.values()];
}

it("writes an Event about the object, in its namespace", async () => {
  recorderOf().record(object("a", "shop"), made);
  await vi.advanceTimersByTimeAsync(0);
  expect([...server.objects.keys()][0]).toMatch(
    /^\/apis\/events\.k8s\.io\/v1\/namespaces\/shop\/events\/a\.[0-9a-f]+$/,
  );
  expect(stored()).toMatchObject([
    {
      apiVersion: "events.k8s.io/v1",
      kind: "Event",
      eventTime: "2026-01-01T00:00:00.000000Z",
      reportingController: "example.com/gadgets",
      reportingInstance: "example.com/gadgets",
      action: "Made",
      reason: "Made",
      type: "Normal",
      note: "It was made",
      regarding: {
        apiVersion: "example.com/v1",
        kind: "Gadget",
        namespace: "shop",
        name: "a",
        uid: "uid-a",
        resourceVersion: "7",
      },
    },
  ]);
  expect(errors).toEqual([]);
});

it("counts what happens again in a series, with few requests", async () => {
  const recorder = recorderOf();
  for (let i = 0; i < 100; i++) {
    recorder.record(object("a", "shop"), made);
    await vi.advanceTimersByTimeAsync(300);
  }
  await recorder.flush();
  expect(stored()).toHaveLength(1);
  expect(stored()).toMatchObject([
    { series: { count: 100, lastObservedTime: "2026-01-01T00:00:29.700000Z" } },
  ]);
  expect(server.requests.length).toBeLessThanOrEqual(5);
  expect(vi.getTimerCount()).toBe(0);
});

it("begins anew after six minutes, and for other reasons, types and objects", async () => {
  const recorder = recorderOf();
  recorder.record(object("a"), made);
  recorder.record(object("b"), made);
  recorder.record(object("a"), { ...made, reason: "Remade" });
  recorder.record(object("a"), { ...made, type: "Warning" });
  recorder.record(object("a"), { ...made, related: object("c") });
  await vi.advanceTimersByTimeAsync(360_000);
  expect(stored()).toHaveLength(5);
  recorder.record(object("a"), made);
  await vi.advanceTimersByTimeAsync(0);
  expect(stored()).toHaveLength(6);
  expect(server.requests.every(({ method }) => method === "POST")).toBe(true);
});

it("holds to the server's limits, and puts cluster-scoped objects into default", async () => {
  const recorder = recorderOf();
  const name = `system:${"x".repeat(245)}.`;
  recorder.record(object(name), { ...made, reason: "r".repeat(200), note: "é".repeat(600) });
  await vi.advanceTimersByTimeAsync(0);
  const [path = ""] = server.objects.keys();
  const [, namespace, event = ""] = /namespaces\/(.*)\/events\/(.*)$/.exec(path) ?? [];
  expect(namespace).toBe("default");
  expect(event.length).toBeLessThanOrEqual(253);
  expect(event).toMatch(/^system-x+\.[0-9a-f]+$/);
  expect(stored()).toMatchObject([
    { reason: "r".repeat(128), action: "r".repeat(128), note: "é".repeat(512) },
  ]);
});

it("never throws, and writes the next event of a kind that failed", async () => {
  let isBroken = true;
  const recorder = recorderOf(() => (isBroken ? 403 : undefined));
  recorder.record(object("a"), made);
  recorder.record(undefined as unknown as KubernetesObject, made);
  await vi.advanceTimersByTimeAsync(0);
  expect(errors).toHaveLength(2);
  isBroken = false;
  recorder.record(object("a"), made);
  await recorder.flush();
  expect(stored()).toHaveLength(1);
});

it("forgets old series where there are very many", async () => {
  const recorder = recorderOf();
  for (let i = 0; i < 3000; i++) recorder.record(object(`o${i}`), made);
  await recorder.flush();
  recorder.record(object("o0"), made);
  recorder.record(object("o2999"), made);
  await recorder.flush();
  expect(server.requests.slice(3000).map(({ method }) => method)).toEqual(["POST", "PATCH"]);
});
