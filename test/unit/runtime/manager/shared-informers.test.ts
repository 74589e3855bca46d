import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ownerReference } from "../../../../src/runtime/v1/controller.js";
import { Manager } from "../../../../src/runtime/v1/manager.js";
import type { KubernetesObject } from "../../../../src/runtime/v1/values/kubernetes.js";
import { clientOf, gadget, KeptLog, OperatorServer, widget } from "./operator-server.js";

let api: OperatorServer;
let log: KeptLog;
let manager: Manager;
let running: Promise<void> | undefined;
beforeEach(() => {
  api = new OperatorServer();
  log = new KeptLog();
  manager = new Manager({ transport: api.transport(), logger: log });
});
afterEach(async () => {
  await manager.stop();
  await running;
  running = undefined;
});

const start = (): void => {
  running = manager.run({ handleSignals: false });
};

describe("informers of a manager", () => {
  it("share a watch where they ask for the same objects, however they say it", async () => {
    await api.create(gadget, "a");
    const gadgets = clientOf(gadget, manager.transport);
    const same = [
      manager.informer(gadgets),
      manager.informer(clientOf(gadget, manager.transport).in("default")),
      manager.informer(gadgets.all(), { namespaces: ["default"] }),
    ];
    const everywhere = [
      manager.informer(gadgets, { allNamespaces: true }),
      manager.informer(gadgets.all()),
    ];
    const selected = [
      manager.informer(gadgets, { labelSelector: { app: "x" } }),
      manager.informer(gadgets, { labelSelector: "app=x" }),
    ];
    start();
    for (const each of [...same, ...everywhere, ...selected]) await each.synced();
    expect(api.watches("gadgets")).toBe(3);
    expect(same.map((each) => each.list().length)).toEqual([1, 1, 1]);
    expect(selected.map((each) => each.list().length)).toEqual([0, 0]);
  });

  it("share it with controllers, and what these own and watch", async () => {
    const gadgets = clientOf(gadget, manager.transport);
    const widgets = clientOf(widget, manager.transport);
    const seen: string[] = [];
    const reconcile = ({ metadata }: KubernetesObject): void => void seen.push(metadata.name);
    manager.controller(gadgets, { owns: [widgets], reconcile });
    manager.controller(widgets, { reconcile });
    manager.informer(widgets);
    await api.create(gadget, "a");
    start();
    await vi.waitFor(() => {
      expect(seen).toEqual(["a"]);
    });
    const owner = await gadgets.get("a");
    const metadata = { name: "w", ownerReferences: [ownerReference(owner, { controller: true })] };
    await widgets.create({ apiVersion: "example.com/v1", kind: "Widget", metadata });
    await vi.waitFor(() => {
      expect(seen.sort()).toEqual(["a", "a", "w"]);
    });
    expect([api.watches("gadgets"), api.watches("widgets")]).toEqual([1, 1]);
  });

  it("have indexes, handlers and errors of their own", async () => {
    await api.create(gadget, "a");
    const gadgets = clientOf(gadget, manager.transport);
    const errors: unknown[] = [];
    const indexed = manager.informer(gadgets, {
      indexers: { name: ({ metadata }) => [metadata.name] },
      onError: (error) => errors.push(error),
    });
    const plain = manager.informer(gadgets, {
      indexers: { first: ({ metadata }) => [metadata.name.slice(0, 1)] },
    });
    const found: (readonly string[])[] = [];
    indexed.on({
      added: ({ metadata: { name } }) => {
        found.push(indexed.byIndex("name", name).map(({ metadata }) => metadata.name));
        throw new Error("of the first");
      },
    });
    plain.on({
      added: () => {
        throw new Error("of the second");
      },
    });
    start();
    await api.create(gadget, "apple");
    await vi.waitFor(() => {
      expect(found).toEqual([["a"], ["apple"]]);
    });
    expect(plain.byIndex("first", "a").map(({ metadata }) => metadata.name)).toEqual([
      "a",
      "apple",
    ]);
    // @ts-expect-error -- the index is the other one's
    expect(() => plain.byIndex("name", "a")).toThrow('there is no index "name"');
    expect(errors.map(String)).toEqual(["Error: of the first", "Error: of the first"]);
    expect(log.with("a handler of an informer failed")).toHaveLength(1);
    expect(api.watches("gadgets")).toBe(1);
  });

  it("never get what another one's transform has made", async () => {
    await api.create(gadget, "a");
    const gadgets = clientOf(gadget, manager.transport);
    const named = (name: string) => (object: KubernetesObject) => ({
      ...object,
      metadata: { ...object.metadata, labels: { name } },
    });
    const short = named("short");
    const informers = [
      manager.informer(gadgets),
      manager.informer(gadgets, { transform: short }),
      manager.informer(gadgets, { transform: short }),
      manager.informer(gadgets, { transform: named("long") }),
    ];
    start();
    for (const each of informers) await each.synced();
    expect(informers.map((each) => each.list()[0]?.metadata.labels?.["name"])).toEqual([
      undefined,
      "short",
      "short",
      "long",
    ]);
    expect(api.watches("gadgets")).toBe(3);
  });

  it("run while somebody uses them, and tell those who come later of what is there", async () => {
    await api.create(gadget, "a");
    const gadgets = clientOf(gadget, manager.transport);
    const first = manager.informer(gadgets);
    start();
    await first.synced();
    const second = manager.informer(gadgets);
    const seen: string[] = [];
    const off = second.on({
      added: ({ metadata }, isInInitialList) => seen.push(`${metadata.name} ${isInInitialList}`),
    });
    expect(seen).toEqual(["a true"]);
    await first.stop();
    await api.create(gadget, "b");
    await vi.waitFor(() => {
      expect(seen).toEqual(["a true", "b false"]);
    });
    off();
    await second.stop();
    await api.create(gadget, "c");
    const third = manager.informer(gadgets);
    await third.synced();
    expect(third.list().map(({ metadata }) => metadata.name)).toEqual(["a", "b", "c"]);
    expect(seen).toHaveLength(2);
    expect(second.hasSynced).toBe(false);
  });

  it("resync for those alone who want it", async () => {
    await api.create(gadget, "a");
    const gadgets = clientOf(gadget, manager.transport);
    const calls = { often: 0, never: 0 };
    manager.informer(gadgets, { resync: 5 }).on({ updated: () => calls.often++ });
    manager.informer(gadgets).on({ updated: () => calls.never++ });
    start();
    await vi.waitFor(() => {
      expect(calls.often).toBeGreaterThan(2);
    });
    expect(calls.never).toBe(0);
    expect(api.watches("gadgets")).toBe(1);
  });

  it("are verified as often as one of those who use them asks for", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const gadgets = clientOf(gadget, manager.transport);
      const informers = [20_000, 200_000, 0].map((verifyEvery) =>
        manager.informer(gadgets, { verifyEvery }),
      );
      start();
      for (const each of informers) await each.synced();
      const lists = async (seconds: number): Promise<number> => {
        const before = api.lists("gadgets");
        await vi.advanceTimersByTimeAsync(seconds * 1_000);
        return api.lists("gadgets") - before;
      };
      expect(await lists(25)).toBe(1);
      await informers[0]?.stop();
      expect(await lists(150)).toBe(0);
      expect(await lists(75)).toBe(1);
      // Who comes while it runs need not wait for the list that others have asked for.
      informers[0]?.start();
      expect(await lists(25)).toBe(1);
      await informers[0]?.stop();
      await informers[1]?.stop();
      expect(await lists(500)).toBe(0);
      expect(api.watches("gadgets")).toBeGreaterThan(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it("are verified as often as the manager says, unless a controller or an informer says it", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      manager = new Manager({ transport: api.transport(), logger: log, verifyEvery: 20_000 });
      const gadgets = clientOf(gadget, manager.transport);
      const widgets = clientOf(widget, manager.transport);
      manager.controller(gadgets, { owns: [widgets], reconcile: () => undefined });
      const never = manager.informer(gadgets.in("other"), { verifyEvery: 0 });
      start();
      await never.synced();
      await vi.advanceTimersByTimeAsync(25_000);
      expect([api.lists("gadgets"), api.lists("widgets")]).toEqual([1, 1]);
    } finally {
      vi.useRealTimers();
    }
  });
});
