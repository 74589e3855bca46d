import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as errors from "../../src/runtime/v1/client/api-error.js";
import { isStatus } from "../../src/runtime/v1/client/error-response.js";
import { fetchTransport } from "../../src/runtime/v1/client/fetch-transport.js";
import { ResourceClient } from "../../src/runtime/v1/client/resource-client.js";
import { ScaleClient, StatusClient } from "../../src/runtime/v1/client/subresource-clients.js";
import type { Transport } from "../../src/runtime/v1/client/transport.js";
import type { WatchEvent } from "../../src/runtime/v1/client/watch-event.js";
import type { NodeTransport } from "../../src/runtime/v1/node.js";
import { nodeTransport } from "../../src/runtime/v1/node.js";
import { serviceAccountTransport } from "../../src/runtime/v1/node/in-cluster.js";
import type { ProxyServer } from "../support/proxy-server.js";
import { startProxy, tunnel } from "../support/proxy-server.js";
import type { Gadget, GadgetInput, GadgetTypes, PlanetTypes, Spec } from "./fixtures.js";
import { crdOf, gadget, planet } from "./fixtures.js";
import type { Forwarder } from "./forwarder.js";
import { startForwarder } from "./forwarder.js";
import { describeApiServer, installCrd } from "./server.js";

class GadgetClient extends ResourceClient<GadgetTypes> {
  readonly status = new StatusClient<GadgetTypes>(this.caller);
  readonly scale = new ScaleClient<"Namespaced">(this.caller);
}

function gadgetInput(name: string, spec: Spec = {}): GadgetInput {
  return { apiVersion: "example.com/v1", kind: "Gadget", metadata: { name }, spec };
}

describeApiServer("the client runtime and a real API server", (server) => {
  let forwarder: Forwarder;
  let proxy: ProxyServer;
  let proxied: NodeTransport;
  const account = mkdtempSync(join(tmpdir(), "crdgen-account-"));
  const transports: readonly [string, () => Transport][] = [
    ["nodeTransport", () => server().transport],
    ["inCluster-proxied", () => proxied],
    ["fetchTransport", () => fetchTransport({ baseUrl: forwarder.url, token: server().token })],
  ];

  beforeAll(async () => {
    await installCrd(server(), crdOf(gadget));
    await installCrd(server(), crdOf(planet));
    forwarder = await startForwarder(server());
    proxy = await startProxy(tunnel);
    const { url, ca, token } = server();
    writeFileSync(join(account, "ca.crt"), ca);
    writeFileSync(join(account, "token"), token);
    const { hostname, port } = new URL(url);
    const environment = { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port };
    proxied = serviceAccountTransport(account, environment, { proxyUrl: `http://${proxy.host}` });
  });
  afterAll(() => {
    const target = new URL(server().url).host;
    expect(new Set(proxy.seen)).toEqual(new Set([`CONNECT ${target} for anybody`]));
    proxied.close();
    proxy.stop();
    forwarder.stop();
    rmSync(account, { recursive: true });
  });

  describe.each(transports)("%s", (transportName, transport) => {
    const warnings: string[] = [];
    const client = (namespace: string): GadgetClient =>
      new GadgetClient(gadget, transport(), {
        namespace: `${transportName.toLowerCase()}-${namespace}`,
        fieldManager: "tester",
        onWarning: (text) => warnings.push(text),
      });

    it("creates, reads, replaces and deletes", async () => {
      const gadgets = client("crud");
      const created = await gadgets.create(gadgetInput("a", { color: "red" }));
      expect(created).toMatchObject({ kind: "Gadget", metadata: { name: "a", generation: 1 } });
      expect(created.metadata.managedFields?.[0]?.manager).toBe("tester");
      expect(await gadgets.get("a")).toEqual(created);
      const updated = await gadgets.update({ ...created, spec: { color: "blue" } });
      expect(updated).toMatchObject({ spec: { color: "blue" }, metadata: { generation: 2 } });
      const gone = await gadgets.delete("a");
      expect(isStatus(gone) && gone.details?.uid).toBe(created.metadata.uid);
      await expect(gadgets.get("a")).rejects.toSatisfy(errors.isNotFound);
    });

    it("lets the server make up names", async () => {
      const input: GadgetInput = { ...gadgetInput(""), metadata: { generateName: "made-up-" } };
      const created = await client("generate").create(input);
      expect(created.metadata.name).toMatch(/^made-up-.{5}$/);
    });

    it("stores nothing in a dry run", async () => {
      const gadgets = client("dry-run");
      const made = await gadgets.create(gadgetInput("a"), { dryRun: true });
      expect(made.metadata).toMatchObject({ name: "a", generation: 1 });
      expect("resourceVersion" in made.metadata).toBe(false);
      await expect(gadgets.get("a")).rejects.toSatisfy(errors.isNotFound);
      await gadgets.create(gadgetInput("a"));
      await gadgets.delete("a", { dryRun: true });
      await gadgets.patch("a", { merge: { spec: { color: "red" } } }, { dryRun: true });
      expect((await gadgets.get("a")).spec).toEqual({});
    });

    it("lists with selectors, pages, and all namespaces", async () => {
      const [here, there] = [client("list"), client("list-2")];
      for (let index = 0; index < 7; index++) {
        const input = gadgetInput(`g${index}`, {
          color: index % 2 === 0 ? "red" : "blue",
          size: index,
        });
        input.metadata.labels = { parity: index % 2 === 0 ? "even" : "odd", app: transportName };
        await here.create(input);
      }
      await there.create({
        ...gadgetInput("other", { color: "a,b=c\\d" }),
        metadata: { name: "other", labels: { app: transportName } },
      });

      const names = async (options: Parameters<typeof here.list>[0]): Promise<string[]> =>
        (await here.list(options)).items.map(({ metadata }) => metadata.name);
      expect(await names({ fieldSelector: { "spec.color": "blue" } })).toEqual(["g1", "g3", "g5"]);
      expect(await names({ fieldSelector: { "spec.size": { not: [1, 2, 3, 4] } } })).toEqual([
        "g0",
        "g5",
        "g6",
      ]);
      expect(await names({ fieldSelector: { "metadata.name": "g2" } })).toEqual(["g2"]);
      expect(
        await names({
          labelSelector: { parity: ["even"] },
          fieldSelector: { "spec.size": { not: 0 } },
        }),
      ).toEqual(["g2", "g4", "g6"]);
      expect(await names({ labelSelector: { parity: { exists: false } } })).toEqual([]);
      expect(await names({ labelSelector: { parity: { notIn: ["odd", "x"] } } })).toHaveLength(4);
      expect(await names({ labelSelector: "parity=odd", limit: 2 })).toEqual(["g1", "g3"]);
      expect(
        await names({
          allNamespaces: true,
          fieldSelector: { "spec.color": "a,b=c\\d" },
          labelSelector: { app: transportName },
        }),
      ).toEqual(["other"]);

      const page = await here.list({ limit: 3 });
      expect(page.metadata).toMatchObject({ remainingItemCount: 4 });
      const next = await here.list({ limit: 3, continue: page.metadata.continue });
      expect(next.items.map(({ metadata }) => metadata.name)).toEqual(["g3", "g4", "g5"]);

      const all: string[] = [];
      for await (const item of here.listAll({
        limit: 2,
        resourceVersion: page.metadata.resourceVersion,
        resourceVersionMatch: "Exact",
      })) {
        all.push(item.metadata.name);
      }
      expect(all).toEqual(["g0", "g1", "g2", "g3", "g4", "g5", "g6"]);

      const deleted = await here.deleteCollection({
        labelSelector: { parity: "odd" },
        fieldSelector: { "spec.size": { not: 5 } },
      });
      expect(deleted.items.map(({ metadata }) => metadata.name)).toEqual(["g1", "g3"]);
      expect((await here.list()).items).toHaveLength(5);
    });

    it("patches", async () => {
      const gadgets = client("patch");
      await gadgets.create(gadgetInput("a", { color: "red", tags: ["x"] }));
      const merged = await gadgets.patch("a", { merge: { spec: { color: null, size: 3 } } });
      expect(merged.spec).toEqual({ size: 3, tags: ["x"] });
      const patched = await gadgets.patch("a", {
        json: [
          { op: "test", path: "/spec/size", value: 3 },
          { op: "add", path: "/spec/tags/-", value: "ü" },
          { op: "move", from: "/spec/size", path: "/spec/replicas" },
        ],
      });
      expect(patched.spec).toEqual({ replicas: 3, tags: ["x", "ü"] });
      const failing = gadgets.patch("a", { json: [{ op: "test", path: "/spec/size", value: 1 }] });
      await expect(failing).rejects.toSatisfy(errors.isInvalid);
      // A patch that is neither is not the client's to judge.
      const nonsense = gadgets.patch("a", { merge: [] as never });
      await expect(nonsense).rejects.toSatisfy(errors.isBadRequest);
    });

    it("applies, and reports conflicts between managers", async () => {
      const gadgets = client("apply");
      const configuration = gadgetInput("a", { color: "red" }) as GadgetTypes["apply"]; // it has a name
      const created = await gadgets.apply(configuration, { fieldManager: "one" });
      expect(created.metadata.managedFields?.[0]).toMatchObject({
        manager: "one",
        operation: "Apply",
      });
      const other = { ...configuration, spec: { color: "blue" } };
      const conflict: unknown = await gadgets
        .apply(other, { fieldManager: "two" })
        .catch((error: unknown) => error);
      expect(errors.isConflict(conflict) && conflict.causes).toEqual([
        { reason: "FieldManagerConflict", message: 'conflict with "one"', field: ".spec.color" },
      ]);
      const forced = await gadgets.apply(other, { fieldManager: "two", force: true });
      expect(forced.spec).toEqual({ color: "blue" });
    });

    it("writes status and spec apart", async () => {
      const gadgets = client("status");
      const created = await gadgets.create({
        ...gadgetInput("a", { size: 1 }),
        status: { ready: true },
      });
      expect(created.status).toBeUndefined();
      const updated = await gadgets.status.update({
        ...created,
        spec: { size: 9 },
        status: { ready: false },
      });
      expect(updated).toMatchObject({ spec: { size: 1 }, status: { ready: false } });
      const patched = await gadgets.status.patch("a", {
        merge: { spec: { size: 9 }, status: { replicas: 2 } },
      });
      expect(patched).toMatchObject({ spec: { size: 1 }, status: { ready: false, replicas: 2 } });
      await gadgets.status.apply(
        {
          apiVersion: "example.com/v1",
          kind: "Gadget",
          metadata: { name: "a" },
          status: { selector: "a=b" },
        },
        { fieldManager: "status" },
      );
      expect((await gadgets.status.get("a")).status).toEqual({
        ready: false,
        replicas: 2,
        selector: "a=b",
      });
    });

    it("scales", async () => {
      const gadgets = client("scale");
      await gadgets.create(gadgetInput("a"));
      const absent: unknown = await gadgets.scale.get("a").catch((error: unknown) => error);
      expect(errors.isInternalError(absent)).toBe(true);
      await gadgets.scale.patch("a", { merge: { spec: { replicas: 4 } } });
      await gadgets.status.patch("a", { merge: { status: { replicas: 1, selector: "a=b" } } });
      const scale = await gadgets.scale.get("a");
      expect(scale).toMatchObject({
        kind: "Scale",
        spec: { replicas: 4 },
        status: { replicas: 1, selector: "a=b" },
      });
      await gadgets.scale.update({ ...scale, spec: { replicas: 2 } });
      expect((await gadgets.get("a")).spec).toEqual({ replicas: 2 });
      const stale = gadgets.scale.update({ ...scale, spec: { replicas: 3 } });
      await expect(stale).rejects.toSatisfy(errors.isConflict);
      const negative = gadgets.scale.patch("a", {
        json: [{ op: "replace", path: "/spec/replicas", value: -1 }],
      });
      await expect(negative).rejects.toSatisfy(errors.isInvalid);
    });

    it("returns the object that lingers until its finalizers are done", async () => {
      const gadgets = client("finalizer");
      const input = gadgetInput("a");
      input.metadata.finalizers = ["example.com/wait"];
      const created = await gadgets.create(input);
      const wrong = gadgets.delete("a", { preconditions: { uid: "another" } });
      await expect(wrong).rejects.toSatisfy(errors.isConflict);
      const lingering = await gadgets.delete("a", {
        propagationPolicy: "Foreground",
        preconditions: { uid: created.metadata.uid },
      });
      expect(isStatus(lingering)).toBe(false);
      expect((lingering as Gadget).metadata.deletionTimestamp).toBeDefined();
      await gadgets.patch("a", { merge: { metadata: { finalizers: null } } });
      await expect(gadgets.get("a")).rejects.toSatisfy(errors.isNotFound);
    });

    it("watches", async () => {
      const gadgets = client("watch");
      await gadgets.create(gadgetInput("old", { color: "red" }));
      const { metadata } = await gadgets.list();
      const seen: string[] = [];
      const note = ({ type, object }: WatchEvent<Gadget>): number =>
        seen.push(`${type} ${type === "BOOKMARK" ? "" : object.metadata.name}`);

      const controller = new AbortController();
      const everything = gadgets.watch({ signal: controller.signal });
      note((await everything.next()).value as WatchEvent<Gadget>); // the watch goes on
      const blues = gadgets.watch({
        resourceVersion: metadata.resourceVersion,
        fieldSelector: { "spec.color": "blue" },
      });
      await gadgets.patch("old", {
        merge: { spec: { color: "blue", tags: ["é".repeat(200_000)] } },
      });
      await gadgets.patch("old", { merge: { spec: { size: 1 } } });
      await gadgets.patch("old", { merge: { spec: { color: "red" } } });
      for await (const event of blues) {
        note(event);
        if (event.type === "DELETED") break;
      }
      expect(seen).toEqual(["ADDED old", "ADDED old", "MODIFIED old", "DELETED old"]);

      note((await everything.next()).value as WatchEvent<Gadget>); // as above
      controller.abort(new Error("enough"));
      await expect(drain(everything)).rejects.toThrow("enough");
    });

    it("ends with the server, and can begin with the whole state", async () => {
      const gadgets = client("watch-list");
      await gadgets.create(gadgetInput("a"));
      const types: string[] = [];
      const watch = gadgets.watch({
        sendInitialEvents: true,
        resourceVersionMatch: "NotOlderThan",
        allowWatchBookmarks: true,
        timeoutSeconds: 1,
      });
      for await (const event of watch) {
        types.push(event.type);
        if (event.type !== "BOOKMARK") continue;
        expect(event.object.metadata.annotations?.["k8s.io/initial-events-end"]).toBe("true");
      }
      expect(types).toEqual(["ADDED", "BOOKMARK"]);
    });

    it("says what is wrong", async () => {
      const gadgets = client("errors");
      const created = await gadgets.create(gadgetInput("a"));
      await expect(gadgets.create(gadgetInput("a"))).rejects.toSatisfy(errors.isAlreadyExists);
      await gadgets.patch("a", { merge: { spec: { size: 1 } } });
      const stale: unknown = await gadgets.update(created).catch((error: unknown) => error);
      expect(errors.isConflict(stale) && !errors.isAlreadyExists(stale)).toBe(true);
      const unconditional = gadgets.update(gadgetInput("a"));
      await expect(unconditional).rejects.toSatisfy(errors.isInvalid);

      const invalid: unknown = await gadgets
        .create(gadgetInput("b", { size: -1, color: "green" }))
        .catch((error: unknown) => error);
      expect(errors.isInvalid(invalid) && invalid.causes.map(({ field }) => field).sort()).toEqual([
        "spec.color",
        "spec.size",
      ]);
      const selector = gadgets.list({ fieldSelector: "spec.nothing=1" });
      await expect(selector).rejects.toThrow("field label not supported: spec.nothing");
      await expect(gadgets.list({ continue: "x" })).rejects.toSatisfy(errors.isBadRequest);
      const expired = drain(gadgets.watch({ resourceVersion: "1" }));
      await expect(expired).rejects.toSatisfy(errors.isExpired);
      for (const name of ["", ".", "..", "a/status", "a%2fstatus"]) {
        await expect(gadgets.delete(name)).rejects.toBeInstanceOf(TypeError);
      }
      await expect(gadgets.get("no such name ?#")).rejects.toSatisfy(errors.isNotFound);
    });

    it("hands over the server's warnings", async () => {
      const gadgets = client("warnings");
      warnings.length = 0;
      const odd = { ...gadgetInput("a"), 'ünknown "field", 299 - \\': 1 };
      await gadgets.create(odd);
      expect(warnings).toEqual(['unknown field "ünknown "field", 299 - \\"']);
      const strict = gadgets.create(odd, { fieldValidation: "Strict", dryRun: true });
      await expect(strict).rejects.toThrow("strict decoding error");
    });

    it("gives up when told to", async () => {
      const gadgets = client("timeout");
      await expect(gadgets.get("a", { signal: AbortSignal.abort("no") })).rejects.toBe("no");
      const watch = gadgets.watch({ signal: AbortSignal.timeout(200) });
      await expect(drain(watch)).rejects.toMatchObject({ name: "TimeoutError" });
    });

    it("calls cluster-scoped resources", async () => {
      const planets = new ResourceClient<PlanetTypes>(planet, transport());
      const name = transportName.toLowerCase();
      const input = { apiVersion: "example.com/v1", kind: "Planet", metadata: { name } } as const;
      const created = await planets.create(input);
      expect(created.metadata.namespace).toBeUndefined();
      const updated = await planets.update({ ...created, spec: { size: 1 } });
      expect(await planets.get(name)).toEqual(updated);
      expect((await planets.list({ fieldSelector: { "metadata.name": name } })).items).toHaveLength(
        1,
      );
      await planets.delete(name);
      // No status subresource: the server knows no such path of any object.
      const status = new StatusClient<PlanetTypes & { status: unknown }>(planets["caller"]);
      await expect(status.get(name)).rejects.toSatisfy(errors.isNotFound);
    });
  });

  it("needs a token that the server knows", async () => {
    const { url, ca } = server();
    for (const transport of [
      nodeTransport({ baseUrl: url, ca }),
      nodeTransport({ baseUrl: url, ca, token: async () => Promise.resolve("wrong") }),
      fetchTransport({ baseUrl: forwarder.url, token: "wrong" }),
    ]) {
      const gadgets = new GadgetClient(gadget, transport);
      await expect(gadgets.get("a")).rejects.toSatisfy(errors.isUnauthorized);
    }
  });

  it("checks the server's certificate", async () => {
    const { url, ca, token } = server();
    const get = (options: object): Promise<unknown> =>
      new GadgetClient(gadget, nodeTransport({ baseUrl: url, token, ...options })).get("a");
    await expect(get({})).rejects.toBeInstanceOf(errors.TransportError);
    await expect(get({ ca, tlsServerName: "elsewhere" })).rejects.toThrow(/elsewhere/);
    await expect(get({ ca, tlsServerName: "localhost" })).rejects.toSatisfy(errors.isNotFound);
    await expect(get({ insecureSkipTlsVerify: true })).rejects.toSatisfy(errors.isNotFound);
  });

  it("makes errors of answers that are no Status", async () => {
    const { url, ca, token } = server();
    const transport = nodeTransport({ baseUrl: `${url}/elsewhere/`, ca, token });
    const error: unknown = await new GadgetClient(gadget, transport)
      .get("a")
      .catch((e: unknown) => e);
    expect(errors.isNotFound(error) && error.message).toBe(
      "the server could not find the requested resource (get gadgets.example.com a)",
    );
  });

  it("uses connections again, until it is closed", async () => {
    const { url, ca, token } = server();
    const transport = nodeTransport({ baseUrl: url, ca, token, maxConnections: 2 });
    const gadgets = new GadgetClient(gadget, transport);
    await Promise.all(Array.from({ length: 50 }, () => gadgets.list()));
    transport.close();
    await expect(gadgets.list()).rejects.toThrow("the transport was closed");
  });
});

async function drain(events: AsyncIterable<unknown>): Promise<void> {
  const iterator = events[Symbol.asyncIterator]();
  while ((await iterator.next()).done !== true);
}
