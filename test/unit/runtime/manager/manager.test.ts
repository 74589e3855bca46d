import { get as httpGet } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ResourceClient } from "../../../../src/runtime/v1/client/resource-client.js";
import { Manager } from "../../../../src/runtime/v1/manager.js";
import type { ManagerOptions } from "../../../../src/runtime/v1/manager/manager-options.js";
import { LeadershipLostError } from "../../../../src/runtime/v1/operators/leader/election-options.js";
import type { LeaseTypes } from "../../../../src/runtime/v1/operators/leader/lease.js";
import { leaseDefinition } from "../../../../src/runtime/v1/operators/leader/lease.js";
import type { KubernetesObject } from "../../../../src/runtime/v1/values/kubernetes.js";
import { firstLocal } from "../../../support/local-certificates.js";
import { clientOf, gadget, KeptLog, OperatorServer, widget } from "./operator-server.js";

let api: OperatorServer;
let log: KeptLog;
let manager: Manager;
let running: Promise<void> | undefined;
beforeEach(() => {
  api = new OperatorServer();
  log = new KeptLog();
});
afterEach(async () => {
  await manager.stop();
  await running?.catch(() => undefined);
  running = undefined;
});

function make(options: Partial<ManagerOptions> = {}): Manager {
  manager = new Manager({ transport: api.transport(), logger: log, ...options });
  return manager;
}

/** Without signals: they would be those of the tests. */
function start(): Promise<void> {
  running = manager.run({ handleSignals: false });
  running.catch(() => undefined);
  return running;
}

function holder(): Promise<string | undefined> {
  const leases = new ResourceClient<LeaseTypes>(leaseDefinition, api.server);
  return leases.get("operator").then(({ spec }) => spec?.holderIdentity);
}

const nothing = (): void => undefined;

describe("a manager", () => {
  it("runs controllers with one elector, and gives the lease back when the last has stopped", async () => {
    make({ leaderElection: { name: "operator", identity: "me" } });
    let finish = nothing;
    const holders: (string | undefined)[] = [];
    const seen: string[] = [];
    manager.controller(clientOf(gadget, manager.transport), {
      reconcile: async ({ metadata }, { signal }) => {
        seen.push(metadata.name);
        await new Promise<void>((resolve) => (finish = resolve));
        holders.push(await holder());
        expect(signal.aborted).toBe(false);
      },
    });
    manager.controller(clientOf(widget, manager.transport), {
      reconcile: ({ metadata }) => void seen.push(metadata.name),
    });
    await api.create(gadget, "g");
    await api.create(widget, "w");
    const ended = start();
    await vi.waitFor(() => {
      expect(seen.sort()).toEqual(["g", "w"]);
    });
    void manager.stop();
    await vi.waitFor(() => {
      expect(manager.unready()).toEqual(["the manager is stopping"]);
    });
    finish();
    await ended;
    expect(holders).toEqual(["me"]);
    expect(await holder()).toBe("");
    expect(log.with("this replica leads")).toHaveLength(1);
    expect(log.with("this replica has given the leadership back")).toHaveLength(1);
  });

  it("stops in order: what leads, other runnables, caches, events, webhooks", async () => {
    make({ leaderElection: { name: "operator" }, health: { port: 0, host: "127.0.0.1" } });
    const order: string[] = [];
    const step = async (signal: AbortSignal, name: string): Promise<void> => {
      await new Promise<void>((resolve) => {
        signal.addEventListener("abort", () => {
          resolve();
        });
      });
      await new Promise((resolve) => setTimeout(resolve, 5));
      order.push(name);
    };
    manager.add({ run: (signal) => step(signal, "other") });
    manager.add({ needsLeadership: true, run: (signal) => step(signal, "leading") });
    const informer = manager.informer(clientOf(gadget, manager.transport));
    const stop = informer.stop.bind(informer);
    informer.stop = async () => {
      order.push(`cache ${await holder()}`);
      await stop();
    };
    const events = manager.events("example.com/test");
    events.flush = () => {
      order.push("events");
      return Promise.resolve();
    };
    const webhooks = manager.webhooks({ port: 0, certificate: () => firstLocal, handlers: {} });
    const close = webhooks.close.bind(webhooks);
    webhooks.close = async (timeout) => {
      order.push(`webhooks on ${typeof webhooks.port}`);
      await close(timeout);
    };
    const ended = start();
    await vi.waitFor(async () => {
      expect(await holder()).toMatch(/_/);
      expect(manager.isReady()).toBe(true);
    });
    const { health } = manager.ports;
    expect(await probe(health, "/readyz")).toBe("200 ok");
    await manager.stop();
    await ended;
    expect(order).toEqual(["leading", "other", "cache ", "events", "webhooks on number"]);
    await expect(probe(health, "/readyz")).rejects.toThrow("ECONNREFUSED");
  });

  it("ends with the reason of what throws, after an orderly stop", async () => {
    make();
    let isStopped = false;
    manager.add({
      run: async (signal) => {
        await new Promise<void>((resolve) => {
          signal.addEventListener("abort", () => {
            resolve();
          });
        });
        isStopped = true;
      },
    });
    manager.add({ run: () => Promise.reject(new Error("the disk is full")) });
    await expect(start()).rejects.toThrow("the disk is full");
    expect([isStopped, manager.isHealthy(), manager.isReady()]).toEqual([true, false, false]);
    expect(() => {
      manager.add({ run: () => Promise.resolve() });
    }).toThrow("nothing can be added: the manager is stopped");
    await expect(manager.run()).rejects.toThrow("a manager runs once");
  });

  it("names what does not stop within the grace period", async () => {
    make({ gracePeriod: 20 });
    manager.add({ name: "the clock", run: () => new Promise(nothing) });
    const ended = start();
    await manager.stop();
    await expect(ended).rejects.toThrow("these have not ended within the grace period: the clock");
  });

  it("starts at once what is added while it runs", async () => {
    make();
    void start();
    // It has not served anything yet.
    const early = manager.webhooks({ port: 0, certificate: () => firstLocal, handlers: {} });
    await api.create(gadget, "g");
    const seen: string[] = [];
    manager.controller(clientOf(gadget, manager.transport), {
      reconcile: ({ metadata }) => void seen.push(metadata.name),
    });
    manager.add({
      run: () => {
        seen.push("runnable");
        return Promise.resolve();
      },
    });
    const webhooks = manager.webhooks({ port: 0, certificate: () => firstLocal, handlers: {} });
    await vi.waitFor(() => {
      expect(seen.sort()).toEqual(["g", "runnable"]);
      expect(webhooks.port).toBeGreaterThan(0);
      expect(early.port).toBeGreaterThan(0);
    });
  });

  it("fails where a server cannot listen", async () => {
    make();
    manager.webhooks({
      port: 0,
      certificate: () => Promise.reject(new Error("no such file")),
      handlers: {},
    });
    await expect(start()).rejects.toThrow("the serving certificate: no such file");
  });

  it("keeps the lease among two managers of one process, since they are one replica", async () => {
    const transport = api.transport();
    make({ transport, leaderElection: { name: "operator" } });
    const other = new Manager({ transport, logger: log, leaderElection: { name: "operator" } });
    const seen: string[] = [];
    for (const each of [manager, other]) {
      const controller = each.controller(clientOf(gadget, each.transport), {
        reconcile: ({ metadata }) => void seen.push(metadata.name),
      });
      expect(controller.isReady()).toBe(false);
    }
    await api.create(gadget, "g");
    void start();
    const ended = other.run({ handleSignals: false });
    await vi.waitFor(() => {
      expect(seen).toEqual(["g", "g"]);
    });
    await other.stop();
    await ended;
    expect(await holder()).not.toBe("");
    await manager.stop();
    expect(await holder()).toBe("");
  });

  it("ends when the lease is lost, if it is asked to", async () => {
    const times = { leaseDuration: 300, renewDeadline: 100, retryPeriod: 20 };
    make({ leaderElection: { name: "operator", exitWhenLost: true, ...times } });
    manager.controller(clientOf(gadget, manager.transport), { reconcile: nothing });
    const ended = start();
    await vi.waitFor(async () => {
      expect(await holder()).toMatch(/_/);
    });
    api.server.fail({ resource: "leases", status: 500, times: Infinity });
    await expect(ended).rejects.toBeInstanceOf(LeadershipLostError);
    expect(log.with("was not renewed in time")).toHaveLength(1);
  });

  it("lets a controller work without leadership", async () => {
    make({ leaderElection: { name: "operator" } });
    api.server.fail({ resource: "leases", status: 403, times: Infinity });
    await api.create(gadget, "g");
    const seen: string[] = [];
    const reconcile = ({ metadata }: KubernetesObject): void => void seen.push(metadata.name);
    manager.controller(clientOf(gadget, manager.transport), { reconcile, needsLeadership: false });
    manager.controller(clientOf(gadget, manager.transport), { reconcile });
    void start();
    await vi.waitFor(() => {
      expect(seen).toEqual(["g"]);
    });
    expect(log.with("the lease could not be read or written")).toHaveLength(1);
  });

  it("waits as long as the server asks", async () => {
    make();
    const client = clientOf(gadget, manager.transport);
    api.server.fail({ verb: "create", status: 429, retryAfter: 1 });
    const began = performance.now();
    await client.create({ apiVersion: "example.com/v1", kind: "Gadget", metadata: { name: "g" } });
    expect(performance.now() - began).toBeGreaterThan(950);
    make({ retry: false });
    api.server.fail({ verb: "get", status: 429, retryAfter: 1 });
    await expect(clientOf(gadget, manager.transport).get("g")).rejects.toMatchObject({ code: 429 });
  });
});

describe("a cache that is not filled", () => {
  it("is no reason to fail where the kind does not exist yet: the rest works", async () => {
    make({ cacheSyncTimeout: 50, health: { port: 0, host: "127.0.0.1" } });
    api.server.remove("widgets", "example.com");
    const seen: string[] = [];
    const reconcile = ({ metadata }: KubernetesObject): void => void seen.push(metadata.name);
    manager.controller(clientOf(gadget, manager.transport), { reconcile });
    manager.controller(clientOf(widget, manager.transport), { reconcile });
    await api.create(gadget, "g");
    void start();
    await vi.waitFor(() => {
      expect(seen).toEqual(["g"]);
      expect(manager.unready()).toEqual([
        "widgets.example.com/v1: the server does not know this resource (yet)",
      ]);
    });
    // Longer than the timeout.
    await new Promise((resolve) => setTimeout(resolve, 120));
    const { health } = manager.ports;
    expect(await probe(health, "/readyz?verbose")).toBe(
      "500 [+]gadgets.example.com ok\n[+]manager ok\n" +
        "[-]widgets.example.com failed: reason withheld\nhealthz check failed\n",
    );
    expect(await probe(health, "/readyz/widgets.example.com")).toContain(
      "the server does not know this resource (yet)",
    );
    expect(await probe(health, "/healthz")).toBe("200 ok");
    expect(log.with("the server does not know this resource")).toHaveLength(1);
    api.serve(widget);
    await api.create(widget, "w");
    await vi.waitFor(
      () => {
        expect(seen).toEqual(["g", "w"]);
      },
      { timeout: 5_000 },
    );
    expect(manager.isReady()).toBe(true);
    expect(log.with("the resource is there now")).toHaveLength(1);
  });

  it("ends the manager after the timeout, with the resource and the last error", async () => {
    make({ cacheSyncTimeout: 50 });
    manager.controller(clientOf(gadget, manager.transport), { reconcile: nothing });
    api.server.fail({ resource: "gadgets", status: 403, times: Infinity });
    await expect(start()).rejects.toThrow(
      /^not within 50 ms: gadgets.example.com\/v1: the cache is not filled yet; the last error: this request was made to fail/,
    );
  });
});

describe("signals of the system", () => {
  const handlers = (name: NodeJS.Signals): readonly (() => void)[] =>
    process.listeners(name) as (() => void)[]; // they are called without arguments

  it("stop the manager; a second one ends the process", async () => {
    make({ gracePeriod: 10 });
    const before = new Set(handlers("SIGTERM"));
    manager.add({ run: () => new Promise(nothing) });
    const exit = vi.spyOn(process, "exit").mockImplementation(() => undefined as never);
    const ended = manager.run();
    running = ended;
    const own = handlers("SIGTERM").filter((each) => !before.has(each));
    expect(own).toHaveLength(1);
    own[0]?.();
    expect(exit).not.toHaveBeenCalled();
    await vi.waitFor(() => {
      expect(manager.unready()).toEqual(["the manager is stopping"]);
    });
    own[0]?.();
    expect(exit).toHaveBeenCalledWith(1);
    exit.mockRestore();
  });

  it("are left alone where it says so; a signal that is given works too", async () => {
    make();
    const before = handlers("SIGINT").length;
    const stop = new AbortController();
    const ended = manager.run({ handleSignals: false, signal: stop.signal });
    expect(handlers("SIGINT")).toHaveLength(before);
    stop.abort();
    await ended;
    make();
    await manager.run({ signal: AbortSignal.abort() });
    expect(handlers("SIGINT")).toHaveLength(before);
  });
});

/** The status and body of an answer. */
function probe(port: number | undefined, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    httpGet({ host: "127.0.0.1", port, path, agent: false }, (answer) => {
      let body = "";
      answer.setEncoding("utf8").on("data", (text: string) => (body += text));
      answer.on("end", () => {
        resolve(`${answer.statusCode ?? ""} ${body}`);
      });
    }).on("error", reject);
  });
}
