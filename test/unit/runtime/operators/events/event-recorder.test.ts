import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { defineResource } from "../../../../../src/runtime/v1/client/define-resource.js";
import type {
  EventRecorderOptions,
  EventSubject,
  RecordedEvent,
} from "../../../../../src/runtime/v1/controller.js";
import { EventRecorder } from "../../../../../src/runtime/v1/controller.js";
import { hostName } from "../../../../../src/runtime/v1/operators/leader/identity.js";
import type { Fault } from "../controller/memory-server.js";
import { MemoryServer } from "../controller/memory-server.js";

let server: MemoryServer;
let errors: unknown[];
let entries: [string, object][];
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-01-01T00:00:00Z") });
  server = new MemoryServer();
  errors = [];
  entries = [];
});
afterEach(() => {
  vi.useRealTimers();
});

const log = (fields: object, message: string): void => {
  entries.push([message, fields]);
};
const logger = { info: log, warn: log, error: log };

function recorderOf(fault?: Fault, options: Partial<EventRecorderOptions> = {}): EventRecorder {
  return new EventRecorder({
    transport: server.transport(fault),
    controller: "example.com/gadgets",
    instance: "pod-1",
    onError: (error) => errors.push(error),
    logger,
    ...options,
  });
}

function object(name: string, namespace?: string): EventSubject {
  const metadata = { name, namespace, uid: `uid-${name}`, resourceVersion: "7" };
  return { apiVersion: "example.com/v1", kind: "Gadget", metadata };
}

const made: RecordedEvent = { type: "Normal", reason: "Made", note: "It was made" };

function stored(): unknown[] {
  return [...server.objects.values()];
}

function methods(): string[] {
  return server.requests.map(({ method }) => method);
}

/** Lets calls come to their ends. */
async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}

describe("an Event", () => {
  it("is about the object, in its namespace", async () => {
    recorderOf().record(object("a", "shop"), made);
    await settle();
    // Nanoseconds since 1970.
    expect([...server.objects.keys()][0]).toMatch(
      /^\/apis\/events\.k8s\.io\/v1\/namespaces\/shop\/events\/a\.188672[0-9a-f]{10}$/,
    );
    expect(stored()).toMatchObject([
      {
        apiVersion: "events.k8s.io/v1",
        kind: "Event",
        eventTime: "2026-01-01T00:00:00.000000Z",
        reportingController: "example.com/gadgets",
        reportingInstance: "pod-1",
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

  it("takes the kind of list items from a definition", async () => {
    const definition = defineResource({
      group: "",
      version: "v1",
      kind: "Pod",
      plural: "pods",
      scope: "Namespaced",
    });
    const { metadata } = object("a", "shop");
    const recorder = recorderOf();
    recorder.record(
      { metadata },
      { ...made, related: { metadata } },
      {
        definition,
        relatedDefinition: { group: "apps", version: "v1", kind: "Deployment" },
      },
    );
    recorder.record({ metadata }, made);
    await settle();
    expect(stored()).toMatchObject([
      {
        regarding: { apiVersion: "v1", kind: "Pod" },
        related: { apiVersion: "apps/v1", kind: "Deployment" },
      },
    ]);
    expect(errors.map(String)).toEqual([
      "TypeError: the object a does not say of what kind it is: " +
        "use record(object, event, { definition: client.definition })",
    ]);
    expect(recorder.dropped).toBe(1);
  });

  it("holds to the server's limits, and that of a cluster-scoped object is in default", async () => {
    const recorder = recorderOf(undefined, { instance: "i".repeat(200) });
    const name = `system:${"x".repeat(245)}`;
    recorder.record(object(name), { ...made, reason: "ü".repeat(200), note: "é".repeat(600) });
    await settle();
    expect([...server.objects.keys()][0]).toMatch(
      /\/namespaces\/default\/events\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    );
    expect(stored()).toMatchObject([
      {
        reason: "ü".repeat(64),
        action: "ü".repeat(64),
        note: "é".repeat(512),
        reportingInstance: "i".repeat(128),
      },
    ]);
  });

  it("names the pod by default, and refuses controllers that are no names", async () => {
    recorderOf(undefined, { instance: undefined }).record(object("a"), made);
    await settle();
    const reportingInstance = `example.com/gadgets-${hostName() ?? ""}`;
    expect(stored()).toMatchObject([{ reportingInstance }]);
    expect(() => recorderOf(undefined, { controller: "a b" })).toThrow(TypeError);
  });
});

describe("a series", () => {
  it("counts what happens again, with few requests", async () => {
    const recorder = recorderOf();
    for (let i = 0; i < 100; i++) {
      recorder.record(object("a", "shop"), { ...made, note: `the ${i}th time` });
      await vi.advanceTimersByTimeAsync(300);
    }
    await recorder.flush();
    expect(stored()).toHaveLength(1);
    expect(stored()).toMatchObject([
      {
        note: "the 0th time",
        series: { count: 100, lastObservedTime: "2026-01-01T00:00:29.700000Z" },
      },
    ]);
    expect(methods()).toEqual(["POST", "PATCH", "PATCH"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("that goes on is written at growing distances", async () => {
    const recorder = recorderOf();
    for (let minute = 0; minute < 60; minute++) {
      recorder.record(object("a"), made);
      await vi.advanceTimersByTimeAsync(60_000);
    }
    expect(stored()).toMatchObject([{ series: { count: expect.any(Number) as number } }]);
    expect(methods().length).toBeLessThan(16);
    await vi.advanceTimersByTimeAsync(360_000);
    expect(stored()).toMatchObject([{ series: { count: 60 } }]);
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
    await settle();
    expect(stored()).toHaveLength(6);
    expect(new Set(methods())).toEqual(new Set(["POST"]));
  });

  it("is one for all versions of an object", async () => {
    const recorder = recorderOf();
    recorder.record(object("a"), made);
    const later = object("a");
    recorder.record({ ...later, metadata: { ...later.metadata, resourceVersion: "8" } }, made);
    await recorder.flush();
    expect(stored()).toMatchObject([{ series: { count: 2 } }]);
  });

  it("is created anew where its Event is gone", async () => {
    const recorder = recorderOf();
    recorder.record(object("a"), made);
    await settle();
    server.objects.clear();
    recorder.record(object("a"), made);
    await recorder.flush();
    expect(stored()).toMatchObject([{ reason: "Made", series: { count: 2 } }]);
    expect(methods()).toEqual(["POST", "PATCH", "POST"]);
  });

  it("is forgotten where there are very many", async () => {
    const recorder = recorderOf();
    for (let i = 0; i < 4100; i++) {
      recorder.record(object(`o${i}`), made);
      if (i % 1000 === 0) await settle();
    }
    await recorder.flush();
    expect(server.requests).toHaveLength(4100);
    recorder.record(object("o0"), made);
    recorder.record(object("o4099"), made);
    await recorder.flush();
    expect(methods().slice(4100)).toEqual(["POST", "PATCH"]);
  });
});

describe("a server that is away", () => {
  it("gets everything when it is back, in order, and is asked by one meanwhile", async () => {
    let status: number | undefined = 503;
    const recorder = recorderOf(() => status, { onError: undefined });
    for (const name of ["a", "b", "c"]) recorder.record(object(name), made);
    recorder.record(object("a"), made);
    await vi.advanceTimersByTimeAsync(40_000);
    expect(stored()).toEqual([]);
    expect(server.requests.length).toBeLessThan(12);
    status = undefined;
    await vi.advanceTimersByTimeAsync(15_000);
    expect(stored()).toMatchObject([
      { regarding: { name: "a" }, eventTime: "2026-01-01T00:00:00.000000Z", series: { count: 2 } },
      { regarding: { name: "b" } },
      { regarding: { name: "c" } },
    ]);
    expect(recorder.dropped).toBe(0);
    expect(entries.map(([message]) => message.split(":")[0])).toEqual([
      "events wait for the server",
    ]);
  });

  it("gets no event twice whose first answer was lost", async () => {
    let isLost = true;
    const inner = server.transport();
    const recorder = new EventRecorder({
      controller: "example.com/gadgets",
      logger,
      transport: {
        async send(request) {
          const response = await inner.send(request);
          if (!isLost) return response;
          isLost = false;
          return server.transport(() => 504).send(request);
        },
      },
    });
    recorder.record(object("a"), made);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(stored()).toHaveLength(1);
    expect(recorder.dropped).toBe(0);
    recorder.record(object("a"), made);
    await recorder.flush();
    expect(stored()).toMatchObject([{ series: { count: 2 } }]);
  });

  it("loses the oldest of too many, which is counted and said", async () => {
    const recorder = recorderOf(() => 503, { onError: undefined });
    for (let i = 0; i < 5000; i++) recorder.record(object(`o${i}`), made);
    await vi.advanceTimersByTimeAsync(120_000);
    // Those that are under way do not wait.
    expect(recorder.dropped).toBeGreaterThanOrEqual(5000 - 4096 - 8);
    expect(recorder.dropped).toBeLessThanOrEqual(5000 - 4096);
    expect(entries.length).toBeLessThan(8);
    expect(entries.map(([message]) => message).join("\n")).toMatch(/times more/);
  });

  it("is waited for at the end no longer than was said", async () => {
    const recorder = recorderOf(() => 503);
    recorder.record(object("a"), made);
    recorder.record(object("a"), made);
    let isDone = false;
    const flushed = recorder.flush({ timeout: 3_000 }).then(() => (isDone = true));
    await vi.advanceTimersByTimeAsync(2_900);
    expect(isDone).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    await flushed;
    expect([recorder.dropped, errors.length]).toEqual([2, 1]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

it("a server that never answers ends no program later than was said", async () => {
  const never = (): Promise<number> => new Promise(() => undefined);
  const recorder = recorderOf(never, { onError: undefined });
  recorder.record(object("a"), made);
  const flushed = recorder.flush();
  await vi.advanceTimersByTimeAsync(5_000);
  await flushed;
  expect(recorder.dropped).toBe(1);
  expect(entries.map(([message]) => message)).toEqual(["the server did not answer in time"]);
  expect(vi.getTimerCount()).toBe(0);
});

describe("events that are refused", () => {
  it("are reported, and the next of their kind is written", async () => {
    let isBroken = true;
    const recorder = recorderOf(() => (isBroken ? 422 : undefined));
    recorder.record(object("a"), made);
    recorder.record(undefined as unknown as EventSubject, made);
    await settle();
    expect([errors.length, recorder.dropped]).toEqual([2, 2]);
    isBroken = false;
    recorder.record(object("a"), made);
    await recorder.flush();
    expect(stored()).toHaveLength(1);
  });

  it("for want of a right are one line, with the rule, until they are written", async () => {
    let isForbidden = true;
    const recorder = recorderOf(undefined, {
      onError: undefined,
      transport: {
        send: (request) => (isForbidden ? forbidden() : server.transport().send(request)),
      },
    });
    for (let i = 0; i < 50; i++) {
      recorder.record(object("a", "shop"), made);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(entries).toEqual([
      [
        "events are not recorded: the right is missing",
        {
          controller: "example.com/gadgets",
          namespace: "shop",
          user: "op",
          missingRule:
            "- apiGroups: [events.k8s.io]\n  resources: [events]\n  verbs: [create, patch]",
        },
      ],
    ]);
    expect(recorder.dropped).toBe(50);
    isForbidden = false;
    recorder.record(object("a", "shop"), made);
    await settle();
    isForbidden = true;
    recorder.record(object("b", "shop"), made);
    await settle();
    expect(stored()).toHaveLength(1);
    expect(entries).toHaveLength(2);
  });

  it("by the limit of one object are those beyond 25, and one more every five minutes", async () => {
    const recorder = recorderOf(undefined, { onError: undefined });
    const recordKinds = (from: number, to: number): void => {
      for (let i = from; i < to; i++) recorder.record(object("a"), { ...made, reason: `R${i}` });
    };
    recordKinds(0, 40);
    recorder.record(object("a"), { ...made, type: "Warning" });
    recorder.record(object("b"), made);
    await settle();
    expect([stored().length, recorder.dropped]).toEqual([27, 15]);
    expect(entries).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(300_000);
    recordKinds(50, 53);
    await settle();
    expect([stored().length, recorder.dropped]).toEqual([28, 17]);
    for (let i = 0; i < 30; i++) recorder.record(object("a"), { ...made, reason: "R50" });
    expect(recorder.dropped).toBe(17);
  });
});

const failed = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure" };

function forbidden(): ReturnType<ReturnType<MemoryServer["transport"]>["send"]> {
  const message =
    'events.events.k8s.io is forbidden: User "op" cannot create resource "events" in API group ' +
    '"events.k8s.io" in the namespace "shop"';
  return Promise.resolve({
    status: 403,
    header: () => null,
    text: () =>
      Promise.resolve(JSON.stringify({ ...failed, code: 403, reason: "Forbidden", message })),
    chunks: () => {
      throw new Error("no watch");
    },
    close: () => undefined,
  });
}
