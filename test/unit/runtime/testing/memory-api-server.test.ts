import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { admitCronTab } from "../../../../generated-samples/crontab/stable.example.com/v1/crontabs/admit.js";
import type { CronTabTypes } from "../../../../generated-samples/crontab/stable.example.com/v1/crontabs/client.js";
import { cronTab as definition } from "../../../../generated-samples/crontab/stable.example.com/v1/crontabs/client.js";
import { defaultCronTab } from "../../../../generated-samples/crontab/stable.example.com/v1/crontabs/defaults.js";
import { pruneCronTab } from "../../../../generated-samples/crontab/stable.example.com/v1/crontabs/prune.js";
import {
  isConflict,
  isNotFound,
  isTransportError,
} from "../../../../src/runtime/v1/client/api-error.js";
import { defineResource } from "../../../../src/runtime/v1/client/define-resource.js";
import { ResourceClient } from "../../../../src/runtime/v1/client/resource-client.js";
import { StatusClient } from "../../../../src/runtime/v1/client/subresource-clients.js";
import { waitFor } from "../../../../src/runtime/v1/client/wait-for.js";
import {
  Controller,
  LeaderElector,
  ownerReference,
} from "../../../../src/runtime/v1/controller.js";
import { Informer } from "../../../../src/runtime/v1/informer.js";
import type {
  MemoryApiServer,
  MemoryApiServerOptions,
  ServedVersion,
} from "../../../../src/runtime/v1/testing.js";
import { memoryApiServer } from "../../../../src/runtime/v1/testing.js";

const cronTab: ServedVersion = {
  ...definition,
  storage: true,
  admit: admitCronTab,
  prune: pruneCronTab,
  fill: defaultCronTab,
};

interface ConfigMap {
  apiVersion: string;
  kind: string;
  data?: { [key: string]: string };
}

const configMap = defineResource<ConfigMap>({
  group: "",
  version: "v1",
  kind: "ConfigMap",
  plural: "configmaps",
  scope: "Namespaced",
});

const namespaceResource = defineResource<{ apiVersion: string; kind: string }>({
  group: "",
  version: "v1",
  kind: "Namespace",
  plural: "namespaces",
  scope: "Cluster",
});

let server: MemoryApiServer;
let cronTabs: ResourceClient<CronTabTypes>;

function start(options: MemoryApiServerOptions = {}): void {
  server = memoryApiServer([cronTab], options);
  cronTabs = new ResourceClient<CronTabTypes>(definition, server);
}

function input(name: string, metadata: object = {}): CronTabTypes["input"] {
  return {
    apiVersion: "stable.example.com/v1",
    kind: "CronTab",
    metadata: { name, ...metadata },
    spec: { cronSpec: "0 3 * * *", image: "backup" },
  };
}

beforeEach(() => {
  start();
});
afterEach(() => {
  server.close();
});

it("says what to import in place of a definition of clients", () => {
  expect(() => memoryApiServer([definition])).toThrow(
    'memoryApiServer cannot serve CronTab from the definition that clients use: import it from ".../stable.example.com/v1/crontabs/testing.js", which `crdgen generate --parts types,admit,client,testing` writes',
  );
});

it("makes up names", async () => {
  const created = await cronTabs.create(input("", { name: undefined, generateName: "tab-" }));
  expect(created.metadata.name).toMatch(/^tab-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  expect(await cronTabs.exists(created.metadata.name)).toBe(true);
});

it("lets an informer follow all changes, and survive lost history and broken watches", async () => {
  const informer = new Informer(cronTabs, { onError: () => undefined });
  informer.start();
  await informer.synced();
  await cronTabs.create(input("a"));
  await server.quiet();
  expect(informer.list().map(({ metadata }) => metadata.name)).toEqual(["a"]);
  server.endWatches({ reset: true });
  server.expireHistory();
  await cronTabs.create(input("b"));
  await expect.poll(() => informer.list().length, { timeout: 10_000 }).toBe(2);
  await cronTabs.delete("a");
  await expect.poll(() => informer.list().length).toBe(1);
  await informer.stop();
});

it("runs a controller with leader election", async () => {
  const status = new StatusClient<CronTabTypes>(cronTabs["caller"]);
  const configMaps = new ResourceClient(configMap, server);
  const leaderElection = new LeaderElector({
    transport: server,
    name: "crontabs",
    namespace: "kube-system",
    identity: "test",
  });
  const controller = new Controller<CronTabTypes>(cronTabs, {
    finalizer: "example.com/crontabs",
    cleanup: ({ metadata }) => configMaps.delete(metadata.name).then(() => undefined),
    leaderElection,
    onError: (error) => {
      throw error;
    },
    reconcile: async (object) => {
      const { name } = object.metadata;
      if (!(await configMaps.exists(name))) {
        const metadata = { name, ownerReferences: [ownerReference(object)] };
        await configMaps.create({
          apiVersion: "v1",
          kind: "ConfigMap",
          metadata,
          data: { a: "b" },
        });
      }
      if (object.status?.replicas !== 1)
        await status.patch(name, { merge: { status: { replicas: 1 } } });
    },
  });
  const run = controller.run();
  await cronTabs.create(input("a"));
  const ready = await waitFor(cronTabs, "a", (object) => object.status?.replicas === 1);
  expect(ready.metadata.finalizers).toEqual(["example.com/crontabs"]);
  expect((await configMaps.get("a")).data).toEqual({ a: "b" });
  await cronTabs.delete("a");
  await waitFor(cronTabs, "a", "deleted");
  await controller.stop();
  await run;
});

describe("namespaces", () => {
  it("must exist, take no new objects while they go, and take their objects with them", async () => {
    start({ namespaces: true });
    const namespaces = new ResourceClient(namespaceResource, server);
    const elsewhere = cronTabs.in("elsewhere");
    await expect(elsewhere.create(input("a"))).rejects.toThrow('namespaces "elsewhere" not found');
    await namespaces.create({
      apiVersion: "v1",
      kind: "Namespace",
      metadata: { name: "elsewhere" },
    });
    await elsewhere.create(input("a"));
    await elsewhere.create(input("held", { finalizers: ["example.com/hold"] }));
    await namespaces.delete("elsewhere");
    await server.quiet();
    expect(await elsewhere.exists("a")).toBe(false);
    await expect(elsewhere.create(input("b"))).rejects.toThrow(
      'crontabs.stable.example.com "b" is forbidden: unable to create new content in namespace elsewhere because it is being terminated',
    );
    expect(await namespaces.get("elsewhere")).toMatchObject({ status: { phase: "Terminating" } });
    await elsewhere.patch("held", { merge: { metadata: { finalizers: null } } });
    await server.quiet();
    expect(await namespaces.exists("elsewhere")).toBe(false);
  });

  it("are there from the beginning", async () => {
    const names = (await new ResourceClient(namespaceResource, server).list()).items;
    expect(names.map(({ metadata }) => metadata.name)).toEqual([
      "default",
      "kube-node-lease",
      "kube-public",
      "kube-system",
    ]);
  });
});

describe("the garbage collector", () => {
  async function family(): Promise<void> {
    const owner = await cronTabs.create(input("owner"));
    const blocking = { ownerReferences: [ownerReference(owner, { blockOwnerDeletion: true })] };
    await cronTabs.create(input("child", blocking));
    const other = await cronTabs.create(input("other"));
    const both = { ownerReferences: [ownerReference(owner), ownerReference(other)] };
    await cronTabs.create(input("shared", both));
  }
  const names = async (): Promise<string[]> =>
    (await cronTabs.list()).items.map(({ metadata }) => metadata.name);

  beforeEach(async () => {
    start({ garbageCollector: true });
    await family();
  });

  it.each(["Background", "Foreground"] as const)("deletes dependents: %s", async (policy) => {
    await cronTabs.delete("owner", { propagationPolicy: policy });
    await server.quiet();
    const left = await names();
    expect(left.filter((name) => name !== "shared")).toEqual(["other"]);
  });

  it("keeps what has another owner", async () => {
    await cronTabs.delete("owner");
    await server.quiet();
    expect(
      (await cronTabs.get("shared")).metadata.ownerReferences?.map(({ name }) => name),
    ).toEqual(["other"]);
  });

  it("orphans dependents", async () => {
    await cronTabs.delete("owner", { propagationPolicy: "Orphan" });
    await server.quiet();
    expect(await names()).toEqual(["child", "other", "shared"]);
    expect((await cronTabs.get("child")).metadata.ownerReferences).toBeUndefined();
  });

  it("deletes objects whose owner never was", async () => {
    const uid = "00000000-0000-4000-8000-000000000000";
    const reference = { apiVersion: "v1", kind: "ConfigMap", name: "x", uid };
    await cronTabs.create(input("lost", { ownerReferences: [reference] }));
    await server.quiet();
    expect(await cronTabs.exists("lost")).toBe(false);
  });
});

describe("controls", () => {
  it("fail requests as often as they are told", async () => {
    server.fail({ verb: "get", resource: "crontabs", status: 503, times: 2 });
    await cronTabs.create(input("a"));
    for (let time = 0; time < 2; time++) {
      await expect(cronTabs.get("a")).rejects.toMatchObject({
        code: 503,
        reason: "ServiceUnavailable",
      });
    }
    expect((await cronTabs.get("a")).metadata.name).toBe("a");
  });

  it("break connections before and after a request is done", async () => {
    server.fail({ verb: "create", reset: "before" });
    await expect(cronTabs.create(input("a"))).rejects.toSatisfy(isTransportError);
    expect(await cronTabs.exists("a")).toBe(false);
    const undo = server.fail({ verb: "create", reset: "after" });
    await expect(cronTabs.create(input("a"))).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(await cronTabs.exists("a")).toBe(true);
    undo();
  });

  it("slow requests down", async () => {
    server.fail({ delay: 60 });
    const began = performance.now();
    await expect(cronTabs.get("none")).rejects.toSatisfy(isNotFound);
    expect(performance.now() - began).toBeGreaterThan(50);
  });

  it("create conflicts", async () => {
    const created = await cronTabs.create(input("a"));
    server.createConflicts();
    await expect(cronTabs.update(created)).rejects.toSatisfy(isConflict);
    server.createConflicts(2);
    const changed = await cronTabs.modify("a", ({ spec }) => void (spec.replicas = 3));
    expect(changed.spec.replicas).toBe(3);
  });

  it("expire the history of lists", async () => {
    for (const name of ["a", "b"]) await cronTabs.create(input(name));
    const page = await cronTabs.list({ limit: 1 });
    await cronTabs.create(input("c"));
    server.expireHistory("crontabs");
    const rest = cronTabs.list({ limit: 1, continue: page.metadata.continue });
    await expect(rest).rejects.toMatchObject({ code: 410, reason: "Expired" });
  });

  it("move the clock", async () => {
    start({ now: () => Date.UTC(2030, 0, 1) });
    server.advance(86_400_000);
    const created = await cronTabs.create(input("a"));
    expect(created.metadata.creationTimestamp).toBe("2030-01-02T00:00:00Z");
  });

  it("bring back the objects of a snapshot", async () => {
    const created = await cronTabs.create(input("a"));
    const snapshot: unknown = JSON.parse(JSON.stringify(server.snapshot()));
    await cronTabs.delete("a");
    await cronTabs.create(input("b"));
    const before = (await cronTabs.list()).metadata.resourceVersion;
    server.restore(snapshot as ReturnType<typeof server.snapshot>); // from JSON
    const { items, metadata } = await cronTabs.list();
    expect(items).toEqual([created]);
    expect(Number(metadata.resourceVersion)).toBeGreaterThan(Number(before));
  });
});

it("bounds what waits for a slow reader", async () => {
  start({ history: 5 });
  const { metadata } = await cronTabs.list();
  const watch = cronTabs.watch({ resourceVersion: metadata.resourceVersion });
  const events = watch[Symbol.asyncIterator]();
  const first = events.next();
  for (let index = 0; index < 20; index++) await cronTabs.create(input(`a${index}`));
  expect((await first).value).toMatchObject({ type: "ADDED" });
  const rest: unknown[] = [];
  for (let next = await events.next(); next.done !== true; next = await events.next())
    rest.push(next.value);
  expect(rest.length).toBeLessThan(20);
});

it("serves more resources, and serves them no longer", async () => {
  const other = { ...cronTab, plural: "others", kind: "CronTab" };
  const others = new ResourceClient<CronTabTypes>({ ...definition, plural: "others" }, server);
  await expect(others.list()).rejects.toMatchObject({ code: 404 });
  server.serve([other]);
  expect((await others.list()).items).toEqual([]);
  expect(server.remove("others", "stable.example.com")).toBe(true);
  await expect(others.list()).rejects.toMatchObject({ code: 404 });
});

it("converts between versions with a function", async () => {
  const next: ServedVersion = {
    ...cronTab,
    version: "v2",
    storage: false,
    prune: () => [],
    fill: () => undefined,
  };
  start({
    convert: undefined,
  });
  server = memoryApiServer([cronTab, next], {
    convert: {
      "crontabs.stable.example.com": (objects, apiVersion) =>
        objects.map((object) => ({ ...object, apiVersion, converted: apiVersion })),
    },
  });
  await new ResourceClient<CronTabTypes>(definition, server).create(input("a"));
  const seen = await new ResourceClient<CronTabTypes>({ ...definition, version: "v2" }, server).get(
    "a",
  );
  expect(seen).toMatchObject({
    apiVersion: "stable.example.com/v2",
    converted: "stable.example.com/v2",
  });
});

describe("a storage that fails", () => {
  it("refuses writes with 500, leaves everything as it was, and is tried again", async () => {
    let isFull = false;
    const failing = memoryApiServer([], {
      namespaces: true,
      onChange() {
        if (isFull) throw new Error("no space left");
      },
    });
    const send = async (method: string, path: string, body?: object): Promise<unknown> => {
      const headers: [string, string][] = [["content-type", "application/json"]];
      const sent = body === undefined ? undefined : JSON.stringify(body);
      const response = await failing.send({ method, path, headers, body: sent });
      return JSON.parse(await response.text());
    };
    const path = "/api/v1/namespaces/gone/configmaps";
    await send("POST", "/api/v1/namespaces", configuration("Namespace", "gone"));
    await send("POST", path, configuration("ConfigMap", "a"));
    const before = failing.snapshot().objects;
    isFull = true;
    expect(await send("POST", path, configuration("ConfigMap", "b"))).toEqual({
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message: "no space left",
      code: 500,
    });
    expect(await send("DELETE", `${path}/a`)).toMatchObject({ code: 500 });
    expect(failing.snapshot().objects).toEqual(before);
    isFull = false;
    await send("DELETE", "/api/v1/namespaces/gone");
    isFull = true;
    await failing.quiet();
    expect(await send("GET", `${path}/a`)).toMatchObject({ metadata: { name: "a" } });
    isFull = false;
    await expect
      .poll(() => send("GET", "/api/v1/namespaces/gone"), { timeout: 5000 })
      .toMatchObject({ code: 404 });
  });
});

function configuration(kind: string, name: string): object {
  return { apiVersion: "v1", kind, metadata: { name } };
}
