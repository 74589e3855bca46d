import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ResourceClient } from "../../../../../src/runtime/v1/client/resource-client.js";
import type {
  ControllerOptions,
  ReconcileContext,
} from "../../../../../src/runtime/v1/operators/controller/controller-options.js";
import { Controller } from "../../../../../src/runtime/v1/operators/controller/controller.js";
import { ownerReference } from "../../../../../src/runtime/v1/operators/controller/owners.js";
import {
  everyChange,
  generationChanged,
} from "../../../../../src/runtime/v1/operators/controller/predicates.js";
import type { ReconcileError } from "../../../../../src/runtime/v1/operators/controller/reconcile-error.js";
import { TerminalError } from "../../../../../src/runtime/v1/operators/controller/reconcile-error.js";
import type {
  KubernetesList,
  KubernetesObject,
  KubernetesObjectApply,
  KubernetesObjectInput,
} from "../../../../../src/runtime/v1/values/kubernetes.js";
import type { ResourceDefinition } from "../../../../../src/runtime/v1/values/resource-definition.js";
import { Random } from "../../../../support/random.js";
import { cronTab } from "../../client/fake-transport.js";
import { FakeCache } from "../controller/fake-cache.js";
import type { StoredObject } from "../controller/memory-server.js";
import { MemoryServer } from "../controller/memory-server.js";

interface Types {
  scope: "Namespaced";
  read: KubernetesObject;
  input: KubernetesObjectInput;
  apply: KubernetesObjectApply;
  list: KubernetesList<KubernetesObject>;
  field: "spec.color";
}

const finalizer = "crontabs.stable.example.com/cleanup";
const collection = "/apis/stable.example.com/v1/namespaces/default/crontabs";

let server: MemoryServer;
let cache: FakeCache;
let running: Controller<Types>[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  server = new MemoryServer();
  cache = new FakeCache();
  running = [];
});
afterEach(async () => {
  const stopped = Promise.all(running.map((controller) => controller.stop()));
  await vi.advanceTimersByTimeAsync(60_000);
  await stopped;
  vi.useRealTimers();
});

function clientOf(definition: ResourceDefinition = cronTab): ResourceClient<Types> {
  return new ResourceClient<Types>(definition, server.transport());
}

function object(name: string, change: object = {}): KubernetesObject {
  const metadata = {
    name,
    namespace: "default",
    uid: `uid-${name}`,
    resourceVersion: "1",
    generation: 1,
    creationTimestamp: "2020-01-01T00:00:00Z",
  };
  const all = { apiVersion: "stable.example.com/v1", kind: "CronTab" };
  return { ...all, metadata: { ...metadata, ...change } };
}

function start(options: ControllerOptions<Types>): Controller<Types> {
  // Objects of these tests change in nothing but their versions.
  const defaults = { informer: cache, predicate: everyChange };
  const controller = new Controller(clientOf(), { ...defaults, ...options });
  running.push(controller);
  void controller.run();
  return controller;
}

/** Keeps the store in the cache, a moment later. */
function follow(delay = 5): void {
  server.onChange = (_, stored, old) => {
    setTimeout(() => {
      if (stored === undefined)
        cache.delete(old as unknown as KubernetesObject); // the store's
      else cache.set(stored as unknown as KubernetesObject); // the store's
    }, delay);
  };
}

async function pass(milliseconds = 0): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
}

describe("a controller", () => {
  it("reconciles what is there, what comes and what changes, but not what is gone", async () => {
    const seen: string[] = [];
    cache.set(object("a"));
    start({
      reconcile: async ({ metadata }, { key }) => {
        expect(key).toEqual({ name: metadata.name, namespace: "default" });
        seen.push(`${metadata.name}@${metadata.resourceVersion}`);
        await Promise.resolve();
      },
    });
    await pass();
    expect(seen).toEqual(["a@1"]);
    cache.set(object("b"));
    cache.set(object("a", { resourceVersion: "2" }));
    await pass();
    expect(seen).toEqual(["a@1", "b@1", "a@2"]);
    cache.set(object("c"));
    cache.delete(object("c"));
    await pass();
    expect(seen).toHaveLength(3);
  });

  it("waits for its caches, and tells when it is ready", async () => {
    cache = new FakeCache(false);
    const reconcile = vi.fn(() => Promise.resolve());
    const controller = start({ reconcile });
    cache.set(object("a"));
    await pass();
    expect([controller.isReady(), controller.isHealthy()]).toEqual([false, true]);
    expect(reconcile).not.toHaveBeenCalled();
    cache.fill();
    await pass();
    expect(controller.isReady()).toBe(true);
    expect(reconcile).toHaveBeenCalledOnce();
    await controller.stop();
    expect(controller.isReady()).toBe(false);
    // The informer is somebody else's.
    expect([cache.starts, cache.stops, cache.handlers.size]).toEqual([1, 0, 0]);
  });

  it("stops while it waits for its caches", async () => {
    cache = new FakeCache(false);
    const controller = start({ reconcile: () => Promise.resolve() });
    await pass();
    await controller.stop();
    expect(controller.isHealthy()).toBe(true);
  });

  it("tries again after errors, with a growing pause, and reports them with the key", async () => {
    const errors: ReconcileError[] = [];
    const failures: number[] = [];
    cache.set(object("a"));
    const controller = start({
      reconcile: (_, context) => {
        failures.push(context.failures);
        if (failures.length < 4) throw new Error("boom");
        return Promise.resolve();
      },
      onError: (error) => errors.push(error),
    });
    await pass(60);
    expect(failures).toEqual([0, 1, 2, 3]);
    expect(errors.map(({ message }) => message)).toEqual([
      "default/a: reconcile failed: boom (next try in 5 ms)",
      "default/a: reconcile failed: boom (next try in 10 ms)",
      "default/a: reconcile failed: boom (next try in 20 ms)",
    ]);
    expect(errors[0]).toMatchObject({ key: { name: "a", namespace: "default" }, retryAfter: 5 });
    expect(controller.metrics()).toMatchObject({ succeeded: 1, failed: 3, active: 0, delayed: 0 });
    cache.set(object("a", { resourceVersion: "2" }));
    await pass();
    expect(failures.at(-1)).toBe(0);
  });

  it.each<[string, () => Promise<void>, string]>([
    [
      "throws at once",
      () => {
        throw new Error("now");
      },
      "reconcile failed: now",
    ],
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- that is the fault
    ["rejects with no error", () => Promise.reject("text"), "reconcile failed: not an Error: text"],
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- that is the fault
    ["rejects with nothing", () => Promise.reject(), "reconcile failed"],
    [
      "asks for a time that is none",
      () => Promise.resolve({ requeueAfter: NaN }) as Promise<unknown> as Promise<void>,
      "reconcile failed: requeueAfter must be milliseconds from 0 on, not NaN",
    ],
  ])("goes on when a reconcile %s", async (_, fault, text) => {
    const errors: string[] = [];
    const seen: string[] = [];
    cache.set(object("bad"));
    cache.set(object("good"));
    start({
      reconcile: ({ metadata }) => {
        if (metadata.name === "bad" && errors.length === 0) return fault();
        seen.push(metadata.name);
        return Promise.resolve();
      },
      onError: ({ message }) => errors.push(message),
    });
    await pass(5);
    expect(errors).toEqual([`default/bad: ${text} (next try in 5 ms)`]);
    expect(seen).toEqual(["good", "bad"]);
  });

  it("does not try again after a TerminalError, until the object changes", async () => {
    const errors: ReconcileError[] = [];
    const tries: string[] = [];
    cache.set(object("bad"));
    const controller = start({
      reconcile: ({ metadata }, { failures }) => {
        tries.push(`${metadata.resourceVersion}, ${failures} failures`);
        if (tries.length === 1) throw new Error("refused connection");
        throw new TerminalError("no such color", { cause: "spec.color" });
      },
      onError: (error) => errors.push(error),
    });
    await pass(3_600_000);
    expect(tries).toEqual(["1, 0 failures", "1, 1 failures"]);
    expect(errors.map(({ message }) => message)).toEqual([
      "default/bad: reconcile failed: refused connection (next try in 5 ms)",
      "default/bad: reconcile failed until a change: no such color",
    ]);
    expect(errors[1]).toMatchObject({ cause: { cause: "spec.color" } });
    expect(errors[1]).not.toHaveProperty("retryAfter");
    expect(controller.metrics()).toMatchObject({ failed: 2, succeeded: 0, queued: 0, delayed: 0 });
    cache.set(object("bad", { resourceVersion: "2" }));
    await pass(3_600_000);
    // What failed before was another state of the object.
    expect(tries.slice(2)).toEqual(["2, 0 failures"]);
  });

  it("does reconcile once more after a TerminalError where the object changed meanwhile", async () => {
    const tries: string[] = [];
    cache.set(object("a"));
    start({
      reconcile: async ({ metadata }) => {
        tries.push(metadata.resourceVersion);
        await new Promise((resolve) => setTimeout(resolve, 100));
        // Of another copy of the runtime.
        throw Object.assign(new Error("no such color"), { name: "TerminalError" });
      },
      onError: vi.fn(),
    });
    await pass(50);
    cache.set(object("a", { resourceVersion: "2" }));
    await pass(3_600_000);
    expect(tries).toEqual(["1", "2"]);
  });

  it("keeps the finalizer of an object whose cleanup fails for good", async () => {
    const deleted = { finalizers: [finalizer], deletionTimestamp: "2020-01-02T00:00:00Z" };
    cache.set(object("a", deleted));
    const cleanup = vi.fn(() => {
      throw new TerminalError("somebody must look at it");
    });
    start({ reconcile: vi.fn(), finalizer, cleanup, onError: vi.fn() });
    await pass(3_600_000);
    expect(cleanup).toHaveBeenCalledOnce();
    expect(server.requests).toEqual([]);
  });

  it("reports the change of a cached object that is frozen", async () => {
    const errors: string[] = [];
    const frozen = object("a");
    Object.freeze(frozen.metadata);
    cache.set(frozen);
    start({
      reconcile: ({ metadata }) => {
        metadata.generation = 7;
        return Promise.resolve();
      },
      onError: ({ message }) => errors.push(message),
    });
    await pass();
    expect(errors[0]).toMatch(/^default\/a: reconcile failed: .*read only property 'generation'/);
    expect(frozen.metadata.generation).toBe(1);
  });

  it("reports a reconcile that never settles, and reconciles the others", async () => {
    const errors: string[] = [];
    const seen: string[] = [];
    cache.set(object("hung"));
    cache.set(object("b"));
    const controller = start({
      concurrency: 2,
      stuckAfter: 1000,
      gracePeriod: 100,
      reconcile: ({ metadata }) => {
        seen.push(metadata.name);
        return metadata.name === "hung" ? new Promise<void>(vi.fn()) : Promise.resolve();
      },
      onError: ({ message }) => errors.push(message),
    });
    await pass(1000);
    expect(errors).toEqual([
      "default/hung: reconcile has not settled for 1000 ms; until it does, this object waits",
    ]);
    expect(controller.metrics()).toMatchObject({ stuck: 1, active: 1 });
    cache.set(object("hung", { resourceVersion: "2" }));
    cache.set(object("b", { resourceVersion: "2" }));
    await pass(10_000);
    expect(seen).toEqual(["hung", "b", "b"]);
  });

  it("survives handlers of its own that throw", async () => {
    const seen: string[] = [];
    cache.set(object("a"));
    start({
      reconcile: ({ metadata }) => {
        seen.push(metadata.resourceVersion);
        if (seen.length === 1) throw new Error("boom");
        return Promise.resolve();
      },
      predicate: () => {
        throw new Error("predicate");
      },
      metrics: () => {
        throw new Error("metrics");
      },
      onError: () => {
        throw new Error("onError");
      },
    });
    await pass(5);
    cache.set(object("a", { resourceVersion: "2" }));
    await pass();
    expect(seen).toEqual(["1", "1", "2"]);
  });

  it("reconciles again after the time that was asked for; the last answer counts", async () => {
    const times: number[] = [];
    const samples: string[] = [];
    const answers = [{ requeueAfter: 1000 }, { requeueAfter: 5000 }, undefined];
    cache.set(object("a"));
    const began = Date.now();
    start({
      reconcile: () => {
        times.push(Date.now() - began);
        return Promise.resolve(answers[times.length - 1]);
      },
      metrics: ({ outcome, key, milliseconds }) =>
        samples.push(`${key.name} ${outcome} ${milliseconds}`),
    });
    await pass(500);
    cache.set(object("a", { resourceVersion: "2" }));
    await pass(20_000);
    expect(times.map((time) => Math.round(time / 10) * 10)).toEqual([0, 500, 5500]);
    expect(samples).toEqual(["a requeued 0", "a requeued 0", "a succeeded 0"]);
  });

  it("holds to its limits of concurrency and rate", async () => {
    const times: number[] = [];
    let active = 0;
    let most = 0;
    for (let i = 0; i < 10; i++) cache.set(object(`o${i}`));
    const began = Date.now();
    start({
      concurrency: 3,
      rateLimit: { perSecond: 10, burst: 2 },
      reconcile: async () => {
        times.push(Date.now() - began);
        most = Math.max(most, ++active);
        await new Promise((resolve) => setTimeout(resolve, 1000));
        active--;
      },
    });
    await pass(5000);
    expect(most).toBe(3);
    expect(times).toHaveLength(10);
    expect(times.slice(0, 3)).toEqual([0, 0, 100]);
  });

  it("leads from owned objects to their controller, and from watched ones where map says", async () => {
    const seen: string[] = [];
    const owned = new FakeCache();
    const watched = new FakeCache();
    const errors: string[] = [];
    for (const name of ["a", "b", "c"]) cache.set(object(name));
    start({
      reconcile: ({ metadata }) => {
        seen.push(metadata.name);
        return Promise.resolve();
      },
      owns: [owned],
      watches: [
        {
          informer: watched,
          map: ({ metadata }) => {
            if (metadata.labels === undefined) throw new Error("no labels");
            return [{ name: metadata.labels["for"] ?? "", namespace: "default" }];
          },
        },
      ],
      onError: ({ message }) => errors.push(message),
    });
    await pass();
    seen.length = 0;
    let version = 1;
    const child = (owner: string, change: object = {}): KubernetesObject => {
      const reference = { ...ownerReference(object(owner), { controller: true }), ...change };
      return object("child", {
        ownerReferences: [reference],
        resourceVersion: String(++version),
      });
    };
    owned.set(child("a"));
    await pass();
    owned.set(child("b"));
    await pass();
    owned.delete(child("b"));
    await pass();
    expect(seen.splice(0)).toEqual(["a", "a", "b", "b"]);
    owned.set(child("a", { kind: "Other" }));
    owned.set(child("a", { apiVersion: "other.example.com/v1" }));
    owned.set(child("a", { controller: false }));
    await pass();
    expect(seen).toEqual([]);
    owned.set(child("c", { apiVersion: "stable.example.com/v7" }));
    watched.set(object("w", { labels: { for: "b" } }));
    watched.set(object("x"));
    await pass();
    expect(seen).toEqual(["c", "b"]);
    expect(errors).toEqual(["default/x: map failed: no labels"]);
  });

  it("lets the predicate choose events, but always sees resyncs and deletions begin", async () => {
    const seen: string[] = [];
    cache.set(object("a"));
    start({
      reconcile: ({ metadata }) => {
        seen.push(metadata.resourceVersion);
        return Promise.resolve();
      },
      predicate: generationChanged,
    });
    await pass();
    cache.set(object("a", { resourceVersion: "2" }));
    await pass();
    cache.set(object("a", { resourceVersion: "2" }));
    await pass();
    cache.set(object("a", { resourceVersion: "3", generation: 2 }));
    await pass();
    cache.set(object("a", { resourceVersion: "4", generation: 2, deletionTimestamp: "x" }));
    await pass();
    expect(seen).toEqual(["1", "2", "3", "4"]);
  });

  it("awaits running reconciles when it stops, begins no other, and aborts late ones", async () => {
    const abort = new AbortController();
    const seen: string[] = [];
    let context: ReconcileContext | undefined;
    cache.set(object("a"));
    cache.set(object("b"));
    const errors: string[] = [];
    const controller = new Controller(clientOf(), {
      informer: cache,
      gracePeriod: 2000,
      reconcile: async ({ metadata }, given) => {
        context = given;
        seen.push(metadata.name);
        await new Promise((resolve) => setTimeout(resolve, 1500));
        seen.push(`${metadata.name} done`);
      },
      onError: ({ message }) => errors.push(message),
    });
    const ended = controller.run({ signal: abort.signal });
    await expect(controller.run()).rejects.toThrow("the controller runs already");
    await pass(100);
    abort.abort();
    await pass(1300);
    expect(context?.signal.aborted).toBe(false);
    await pass(200);
    await ended;
    expect(seen).toEqual(["a", "a done"]);
    expect(errors).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
    // It can run again, and does all anew.
    const again = controller.run();
    await pass(100);
    const stopped = controller.stop();
    await pass(1400);
    await Promise.all([stopped, again]);
    expect(seen.slice(2)).toEqual(["a", "a done"]);
  });

  it("aborts what runs for longer than the grace period", async () => {
    let signal: AbortSignal | undefined;
    const errors: string[] = [];
    cache.set(object("a"));
    const controller = start({
      gracePeriod: 1000,
      reconcile: (_, context) => {
        signal = context.signal;
        return new Promise<void>((_resolve, reject) => {
          signal?.addEventListener("abort", () => {
            reject(new Error("given up"));
          });
        });
      },
      onError: ({ message }) => errors.push(message),
    });
    await pass();
    const stopped = controller.stop();
    await pass(999);
    expect(signal?.aborted).toBe(false);
    await pass(1);
    await stopped;
    expect(signal?.aborted).toBe(true);
    expect(errors).toEqual([
      "the term has ended, but 1 reconciles have not: their signal aborts now",
    ]);
  });

  it.each([1, 2, 3])("loses no wake-up and never overlaps, seed %i", async (seed) => {
    const random = new Random(seed);
    const active = new Set<string>();
    const last = new Map<string, string>();
    start({
      concurrency: 4,
      reconcile: async ({ metadata }) => {
        expect(active.has(metadata.name)).toBe(false);
        active.add(metadata.name);
        const seen = metadata.resourceVersion;
        await new Promise((resolve) => setTimeout(resolve, random.next() * 20));
        active.delete(metadata.name);
        if (random.next() < 0.2) throw new Error("by chance");
        last.set(metadata.name, seen);
      },
      onError: () => undefined,
    });
    for (let version = 1; version <= 2000; version++) {
      const name = `o${random.below(15)}`;
      cache.set(object(name, { resourceVersion: String(version) }));
      if (random.next() < 0.3) await pass(random.next() * 10);
    }
    await pass(60_000);
    for (const { metadata } of cache.list()) {
      expect([metadata.name, last.get(metadata.name)]).toEqual([
        metadata.name,
        metadata.resourceVersion,
      ]);
    }
  });
});

describe("finalizers", () => {
  function put(name: string, change: object = {}): StoredObject {
    const path = `${collection}/${name}`;
    const metadata = { ...server.objects.get(path)?.metadata, namespace: "default", ...change };
    return server.put(path, { ...object(name), metadata });
  }
  function stored(name: string): StoredObject | undefined {
    return server.objects.get(`${collection}/${name}`);
  }

  it("are there before the first reconcile, and go after a cleanup that succeeds", async () => {
    follow();
    const steps: string[] = [];
    start({
      finalizer,
      reconcile: ({ metadata }) => {
        steps.push(`reconcile ${String(stored(metadata.name)?.metadata.finalizers)}`);
        expect(metadata.finalizers).toEqual([finalizer]);
        return Promise.resolve();
      },
      cleanup: () => {
        steps.push("cleanup");
        if (steps.filter((step) => step === "cleanup").length === 1) throw new Error("not yet");
        return Promise.resolve();
      },
      predicate: generationChanged,
      onError: () => undefined,
    });
    put("a");
    await pass(50);
    expect(steps).toEqual([`reconcile ${finalizer}`]);
    put("a", { deletionTimestamp: "2026-01-01T00:00:00Z" });
    await pass(50);
    expect(steps.slice(1)).toEqual(["cleanup", "cleanup"]);
    expect(stored("a")).toBeUndefined();
    expect(cache.list()).toEqual([]);
  });

  it("and a status that is written lead to no second reconcile, the changes of others do", async () => {
    follow();
    const seen: string[] = [];
    const client = clientOf();
    start({
      finalizer,
      cleanup: () => undefined,
      predicate: undefined,
      reconcile: async ({ metadata: { name, namespace } }) => {
        seen.push(name);
        const merge: object = { status: { ready: true } };
        await client.patch(name, { merge }, { namespace });
      },
    });
    for (let index = 0; index < 100; index++) put(`o${index}`);
    await pass(1_000);
    expect(seen).toHaveLength(100);
    expect(stored("o7")).toMatchObject({
      metadata: { finalizers: [finalizer] },
      status: { ready: true },
    });
    put("o7", { finalizers: [] });
    put("o8", { labels: { a: "1" } });
    await pass(1_000);
    expect(seen.slice(100)).toEqual(["o7", "o8"]);
    expect(stored("o7")?.metadata.finalizers).toEqual([finalizer]);
  });

  it("stay while a cleanup asks for more time, and leave those of others alone", async () => {
    follow();
    let cleanups = 0;
    start({
      finalizer,
      reconcile: () => Promise.resolve(),
      cleanup: () => Promise.resolve(++cleanups < 3 ? { requeueAfter: 1000 } : undefined),
    });
    put("a", { finalizers: ["other/one", finalizer], deletionTimestamp: "x" });
    await pass(1500);
    expect(stored("a")?.metadata.finalizers).toEqual(["other/one", finalizer]);
    await pass(1000);
    expect(stored("a")?.metadata.finalizers).toEqual(["other/one"]);
    await pass(100);
    expect(cleanups).toBe(3);
  });

  it("come and go through conflicts with a cache that lags behind", async () => {
    follow(500);
    const reconcile = vi.fn(() => Promise.resolve());
    const cleanup = vi.fn(() => Promise.resolve());
    start({ finalizer, reconcile, cleanup });
    put("a");
    put("a", { finalizers: ["other/one"] });
    await pass(510);
    expect(reconcile).toHaveBeenCalled();
    expect(stored("a")?.metadata.finalizers).toEqual(["other/one", finalizer]);
    put("a", { deletionTimestamp: "x" });
    await pass(499);
    put("a", { annotations: { changed: "yes" } });
    await pass(10);
    expect(cleanup).toHaveBeenCalled();
    expect(stored("a")?.metadata.finalizers).toEqual(["other/one"]);
  });

  it("are not added to objects that are being deleted, nor to others of the name", async () => {
    const reconcile = vi.fn(() => Promise.resolve());
    const errors: string[] = [];
    start({
      finalizer,
      reconcile,
      cleanup: () => Promise.resolve(),
      onError: ({ message }) => errors.push(message),
    });
    put("a", { finalizers: ["other/one"], deletionTimestamp: "x" });
    cache.set(object("a", { resourceVersion: "0", uid: stored("a")?.metadata.uid }));
    put("b");
    cache.set(object("b", { resourceVersion: "0", uid: "of an older one" }));
    cache.set(object("gone", { resourceVersion: "0" }));
    await pass(10);
    expect(reconcile).not.toHaveBeenCalled();
    expect(stored("a")?.metadata.finalizers).toEqual(["other/one"]);
    expect(stored("b")?.metadata.finalizers).toBeUndefined();
    expect(errors).toEqual([]);
  });
});

describe("two replicas of a controller", () => {
  it("never reconcile at the same time, also when the leader is cut off", async () => {
    const steps: { who: string; time: number; name: string }[] = [];
    let isCut = false;
    const replica = (who: string): Controller<Types> => {
      const transport = server.transport(() => (who === "a" && isCut ? 503 : undefined));
      const controller = new Controller(clientOf(), {
        informer: cache,
        leaderElection: { transport, name: "crontabs", namespace: "default", identity: who },
        reconcile: ({ metadata }) => {
          steps.push({ who, time: performance.now(), name: metadata.name });
          return Promise.resolve({ requeueAfter: 50 });
        },
        onError: () => undefined,
      });
      running.push(controller);
      void controller.run();
      return controller;
    };
    cache.set(object("x"));
    cache.set(object("y"));
    const a = replica("a");
    await pass(100);
    const b = replica("b");
    await pass(10_000);
    expect(new Set(steps.map(({ who }) => who))).toEqual(new Set(["a"]));
    expect([a.metrics().isLeader, b.metrics().isLeader, b.isReady()]).toEqual([true, false, true]);
    isCut = true;
    const cutAt = performance.now();
    await pass(25_000);
    const timesOf = (name: string): number[] =>
      steps.filter(({ who }) => who === name).map(({ time }) => time);
    expect(Math.min(...timesOf("b"))).toBeGreaterThan(Math.max(...timesOf("a")));
    expect(Math.min(...timesOf("b")) - cutAt).toBeLessThan(19_500);
    expect(new Set(steps.filter(({ who }) => who === "b").map(({ name }) => name)).size).toBe(2);
    expect([a.metrics().isLeader, b.metrics().isLeader]).toEqual([false, true]);
    // When b goes, a leads again, and looks at everything again.
    isCut = false;
    steps.length = 0;
    void b.stop();
    await pass(6000);
    expect(new Set(timesOf("a")).size).toBeGreaterThan(2);
    expect(a.metrics().isLeader).toBe(true);
  });
});
