import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../../../../../src/runtime/v1/client/api-error.js";
import { ResourceClient } from "../../../../../src/runtime/v1/client/resource-client.js";
import { Concurrency } from "../../../../../src/runtime/v1/operators/controller/concurrency.js";
import type { ControllerOptions } from "../../../../../src/runtime/v1/operators/controller/controller-options.js";
import { Controller } from "../../../../../src/runtime/v1/operators/controller/controller.js";
import { limiterOf } from "../../../../../src/runtime/v1/operators/controller/limiter.js";
import { Priorities } from "../../../../../src/runtime/v1/operators/controller/priorities.js";
import { WorkQueue } from "../../../../../src/runtime/v1/operators/controller/work-queue.js";
import type {
  KubernetesList,
  KubernetesObject,
  KubernetesObjectApply,
  KubernetesObjectInput,
} from "../../../../../src/runtime/v1/values/kubernetes.js";
import { cronTab } from "../../client/fake-transport.js";
import { FakeCache } from "./fake-cache.js";
import { MemoryServer } from "./memory-server.js";

interface Types {
  scope: "Namespaced";
  read: KubernetesObject;
  input: KubernetesObjectInput;
  apply: KubernetesObjectApply;
  list: KubernetesList<KubernetesObject>;
  field: "spec.color";
}

let cache: FakeCache;
let controller: Controller<Types> | undefined;
beforeEach(() => {
  vi.useFakeTimers();
  cache = new FakeCache();
});
afterEach(async () => {
  const stopped = controller?.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  await stopped;
  controller = undefined;
  vi.useRealTimers();
});

function start(options: ControllerOptions<Types>): Controller<Types> {
  const client = new ResourceClient<Types>(cronTab, new MemoryServer().transport());
  controller = new Controller(client, { informer: cache, ...options });
  void controller.run();
  return controller;
}

function object(name: string, change: object = {}): KubernetesObject {
  const metadata = { name, namespace: "default", uid: `uid-${name}`, resourceVersion: "1" };
  const times = { generation: 1, creationTimestamp: "2020-01-01T00:00:00Z" };
  const head = { apiVersion: "stable.example.com/v1", kind: "CronTab" };
  return { ...head, metadata: { ...metadata, ...times, ...change } };
}

function refusal(code: number, reason: string, message = reason, retryAfter?: number): ApiError {
  return new ApiError({ code, reason, message } as never, code, retryAfter);
}

async function pass(milliseconds = 0): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
}

/** Without the millisecond that a timer takes. */
function about(milliseconds: number): number {
  return Math.round(milliseconds / 10) * 10;
}

describe("priorities", () => {
  function taken(queue: Priorities): string[] {
    const keys: string[] = [];
    for (let key = queue.take(); key !== undefined; key = queue.take()) keys.push(key);
    return keys;
  }

  it("come highest first, and first in, first out within one", () => {
    const queue = new Priorities();
    for (const [key, priority] of [
      ["a", -100],
      ["b", 0],
      ["c", -100],
      ["d", 7],
      ["e", 0],
    ] as const) {
      expect(queue.add(key, priority)).toBe(true);
    }
    expect(queue.depths).toEqual([
      { priority: 7, length: 1 },
      { priority: 0, length: 2 },
      { priority: -100, length: 2 },
    ]);
    expect(taken(queue)).toEqual(["d", "b", "e", "a", "c"]);
  });

  it("raise a key that waits, keep it once, and never lower it", () => {
    const queue = new Priorities();
    for (const key of ["a", "b", "c"]) queue.add(key, -100);
    expect(queue.add("c", 0)).toBe(false);
    expect(queue.add("c", -100)).toBe(false);
    expect(queue.size).toBe(3);
    expect(taken(queue)).toEqual(["c", "a", "b"]);
  });

  it("give a lower one its turn after fifteen in a row", () => {
    const queue = new Priorities();
    queue.add("low", -100);
    for (let index = 0; index < 40; index++) queue.add(`k${index}`, 0);
    expect(taken(queue).indexOf("low")).toBe(15);
  });
});

describe("the queue of a controller", () => {
  it("has an object that is created behind a backlog of 2,000 come next", async () => {
    const seen: string[] = [];
    for (let index = 0; index < 2_000; index++) cache.set(object(`o${index}`));
    const running = start({
      reconcile: async ({ metadata }) => {
        seen.push(metadata.name);
        await new Promise((resolve) => setTimeout(resolve, 10));
      },
    });
    await pass(45);
    expect(seen).toHaveLength(5);
    cache.set(object("new"));
    cache.set(object("o1999", { resourceVersion: "2", generation: 2 }));
    await pass(25);
    expect(seen.slice(5)).toEqual(["new", "o1999"]);
    expect(running.metrics().queuedByPriority).toEqual([
      { priority: 0, length: 0 },
      { priority: -100, length: 1_994 },
    ]);
  });

  it("has resyncs and retries come after changes", async () => {
    const seen: string[] = [];
    for (const name of ["a", "b", "c"]) cache.set(object(name));
    start({
      onError: vi.fn(),
      reconcile: async ({ metadata }, { failures }) => {
        seen.push(metadata.name);
        await new Promise((resolve) => setTimeout(resolve, 10));
        if (metadata.name === "a" && failures === 0) throw new Error("boom");
      },
    });
    await pass(9);
    for (const name of ["b", "c"]) cache.set(object(name));
    cache.set(object("d"));
    await pass(100);
    expect(seen).toEqual(["a", "d", "b", "c", "a"]);
  });

  it("takes keys from outside with a priority", async () => {
    const seen: string[] = [];
    for (const name of ["a", "b", "c"]) cache.set(object(name));
    const running = start({
      reconcile: async ({ metadata }) => {
        seen.push(metadata.name);
        await new Promise((resolve) => setTimeout(resolve, 10));
      },
    });
    await pass(5);
    running.enqueue({ name: "b", namespace: "default" }, { priority: 5 });
    running.enqueue({ name: "c", namespace: "default" }, { priority: 10 });
    await pass(30);
    expect(seen).toEqual(["a", "c", "b"]);
  });
});

describe("a failed reconcile", () => {
  it.each([429, 503])(
    "is not tried before the Retry-After of a %i, whatever comes",
    async (code) => {
      const times: number[] = [];
      const errors: string[] = [];
      cache.set(object("a"));
      const began = Date.now();
      start({
        onError: ({ message }) => errors.push(message),
        reconcile: () => {
          times.push(about(Date.now() - began));
          if (times.length < 3) throw refusal(code, "", "come again", 3);
        },
      });
      await pass(1_000);
      cache.set(object("a", { resourceVersion: "2", generation: 2 }));
      await pass(60_000);
      expect(times).toEqual([0, 3_000, 6_000]);
      expect(errors[0]).toBe("default/a: reconcile failed: come again (next try in 3000 ms)");
    },
  );

  it("waits for the backoff where that is longer than Retry-After, also in a cause", () => {
    const queue = new WorkQueue({ onReady: vi.fn(), limiter: limiterOf({ baseDelay: 4_000 }) });
    expect([queue.retry("a", 5_000), queue.retry("a", 5_000)]).toEqual([5_000, 8_000]);
  });

  it("counts Retry-After of what caused an error too", async () => {
    const times: number[] = [];
    cache.set(object("a"));
    const began = Date.now();
    start({
      onError: vi.fn(),
      reconcile: () => {
        times.push(about(Date.now() - began));
        const cause = refusal(429, "TooManyRequests", "no", 2);
        if (times.length === 1) throw new Error("cannot write", { cause });
      },
    });
    await pass(10_000);
    expect(times).toEqual([0, 2_000]);
  });

  it("is none while storage is initializing: it waits, and nobody is told", async () => {
    const times: number[] = [];
    const onError = vi.fn();
    cache.set(object("a"));
    const began = Date.now();
    const running = start({
      onError,
      reconcile: () => {
        times.push(about(Date.now() - began));
        if (times.length < 3) throw refusal(429, "", "storage is (re)initializing");
      },
    });
    await pass(10_000);
    expect(times).toEqual([0, 1_000, 2_000]);
    expect(onError).not.toHaveBeenCalled();
    expect(running.metrics()).toMatchObject({ failed: 0, succeeded: 3 });
  });

  it("is one line where it is expected, and is counted", async () => {
    const lines: unknown[] = [];
    const take = (fields: object, message: string): void => {
      lines.push({ ...fields, message });
    };
    for (let index = 0; index < 20; index++) cache.set(object(`o${index}`));
    const logger = { info: take, warn: take, error: take };
    start({
      logger,
      name: "tabs",
      rateLimit: { baseDelay: 100_000 },
      reconcile: () => {
        throw refusal(409, "Conflict", "the object has been modified");
      },
    });
    await pass(60_000);
    expect(lines).toEqual([
      {
        controller: "tabs",
        object: "default/o0",
        retryAfter: 100_000,
        message: "reconcile failed: the object has been modified",
      },
      expect.objectContaining({
        times: 19,
        message:
          "reconcile failed: the object has been modified (19 times more in the last minute)",
      }),
    ]);
  });
});

describe("a limiter of one's own", () => {
  it("says how long to wait, and is told to forget", async () => {
    const asked: unknown[] = [];
    const forgotten: unknown[] = [];
    const times: number[] = [];
    cache.set(object("a"));
    const began = Date.now();
    start({
      onError: vi.fn(),
      rateLimit: {
        delay: (key, failures) => {
          asked.push([key.name, failures]);
          return 700;
        },
        forget: ({ name }) => forgotten.push(name),
      },
      reconcile: () => {
        times.push(about(Date.now() - began));
        if (times.length < 3) throw new Error("boom");
      },
    });
    await pass(5_000);
    expect(times).toEqual([0, 700, 1_400]);
    expect([asked, forgotten]).toEqual([
      [
        ["a", 1],
        ["a", 2],
      ],
      ["a"],
    ]);
  });

  it.each([
    ["throws", () => expect.unreachable("limiter")],
    ["gives no time", () => NaN],
  ])("that %s is reported, and the backoff counts", (_, delay) => {
    const errors: unknown[] = [];
    const limiter = limiterOf({ delay }, (error) => errors.push(error));
    expect(limiter.delay({ name: "a" }, 2)).toBe(10);
    expect(errors).toHaveLength(1);
  });
});

describe("the concurrency", () => {
  it("is halved once in the time that the server asks for, and comes back", () => {
    const concurrency = new Concurrency(8);
    concurrency.throttled(1_000);
    concurrency.throttled(1_000);
    expect(concurrency.limit).toBe(4);
    vi.advanceTimersByTime(1_000);
    concurrency.throttled(1_000);
    expect(concurrency.limit).toBe(2);
    for (let count = 0; count < 6; count++) concurrency.succeeded();
    expect([concurrency.limit, concurrency.wait]).toEqual([8, 0]);
  });

  it("has pauses between beginnings while it is lower, of a second at most", () => {
    const concurrency = new Concurrency(8);
    concurrency.throttled(1_000);
    expect(concurrency.wait).toBe(250);
    vi.advanceTimersByTime(250);
    expect(concurrency.wait).toBe(0);
    concurrency.began();
    expect(concurrency.wait).toBe(250);
    for (let count = 0; count < 20; count++) {
      vi.advanceTimersByTime(1_000);
      concurrency.throttled(1_000);
    }
    expect([concurrency.limit, concurrency.wait]).toEqual([1, 1_000]);
  });

  it("must be at least one", () => {
    expect(() => new Concurrency(0)).toThrow("concurrency must be at least 1, not 0");
  });

  it("has a controller begin fewer while the server is full", async () => {
    let isFull = true;
    let begun = 0;
    for (let index = 0; index < 400; index++) cache.set(object(`o${index}`));
    const running = start({
      concurrency: 16,
      onError: vi.fn(),
      reconcile: () => {
        begun++;
        if (isFull) throw refusal(429, "TooManyRequests", "full", 1);
      },
    });
    await pass(10_000);
    // Without it, each of them would be tried every second.
    expect(begun).toBeLessThan(50);
    expect(running.metrics()).toMatchObject({ concurrency: 1, maxConcurrent: 16 });
    isFull = false;
    await pass(60_000);
    expect(running.metrics()).toMatchObject({ succeeded: 400, concurrency: 16, queued: 0 });
  });
});

describe("an observer", () => {
  it("is told of what the queue and the reconciles do", async () => {
    const steps: string[] = [];
    cache.set(object("a"));
    const outcomes = [new Error("boom"), { requeueAfter: 50 }, { requeueAfter: 0 }, undefined];
    let made = "";
    start({
      onError: vi.fn(),
      observer: (observed) => {
        made = `${observed.name} ${typeof observed.metrics}`;
        return {
          added: () => steps.push("added"),
          retried: () => steps.push("retried"),
          began: (waited) => steps.push(`began ${about(waited)}`),
          ended: (outcome, took, isTerminal) => steps.push(`${outcome} ${took} ${isTerminal}`),
        };
      },
      reconcile: () => {
        const outcome = outcomes.shift();
        if (outcome instanceof Error) throw outcome;
        return outcome;
      },
    });
    await pass(1_000);
    expect(made).toBe("crontab function");
    const round = ["added", "began 0"];
    expect(steps).toEqual([
      ...[...round, "retried", "error 0 false"],
      ...[...round, "retried", "requeue_after 0 false"],
      ...[...round, "retried", "requeue 0 false"],
      ...[...round, "success 0 false"],
    ]);
  });

  it("reads how long reconciles have run", async () => {
    for (const name of ["a", "b"]) cache.set(object(name));
    const running = start({
      concurrency: 2,
      reconcile: () => new Promise<void>((resolve) => setTimeout(resolve, 10_000)),
    });
    await pass(2_000);
    expect(running.metrics()).toMatchObject({
      active: 2,
      unfinishedSeconds: 4,
      longestRunningSeconds: 2,
    });
  });
});
