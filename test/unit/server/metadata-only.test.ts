import { afterEach, describe, expect, expectTypeOf, it, vi } from "vitest";
import { defineResource } from "../../../src/runtime/v1/client/define-resource.js";
import { metadataOnly } from "../../../src/runtime/v1/client/metadata-only.js";
import { ResourceClient } from "../../../src/runtime/v1/client/resource-client.js";
import type { Transport } from "../../../src/runtime/v1/client/transport.js";
import { Controller, owned, ownerReference, watched } from "../../../src/runtime/v1/controller.js";
import { Informer } from "../../../src/runtime/v1/informer.js";
import { memoryApiServer } from "../../../src/runtime/v1/testing.js";
import { Cluster } from "../../../src/server/cluster.js";

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

const closings: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

const servers: [string, () => Transport][] = [
  [
    "memoryApiServer",
    () => {
      const server = memoryApiServer([]);
      closings.push(() => {
        server.close();
      });
      return server;
    },
  ],
  [
    "the cluster of crdgen serve",
    () => {
      return new Cluster({ minor: 37 });
    },
  ],
];

describe.each(servers)("metadata alone, of %s", (_, start) => {
  it("is what all calls read, and what they write is written whole", async () => {
    const maps = new ResourceClient(configMap, start());
    const partial = metadataOnly(maps);
    await partial.create({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "a" },
      data: { key: "x" },
    });
    const type = { apiVersion: "meta.k8s.io/v1", kind: "PartialObjectMetadata" };
    const metadata = expect.objectContaining({ name: "a" }) as object;
    expect(await partial.get("a")).toEqual({ ...type, metadata });
    expect((await partial.list()).items).toEqual([{ ...type, metadata }]);
    expect((await partial.all().list()).items).toEqual([{ ...type, metadata }]);
    const labels = { a: "1" };
    expect((await partial.patch("a", { merge: { metadata: { labels } } })).metadata).toMatchObject({
      labels,
    });
    expect((await maps.get("a")).data).toEqual({ key: "x" });
    expectTypeOf(await partial.get("a")).not.toHaveProperty("data");
  });

  it("is all that an informer keeps", async () => {
    const maps = new ResourceClient(configMap, start());
    await maps.create({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "a" },
      data: { key: "x" },
    });
    const informer = new Informer(metadataOnly(maps));
    closings.push(() => informer.stop());
    informer.start();
    await informer.synced();
    await maps.patch("a", { merge: { metadata: { labels: { b: "2" } } } });
    await vi.waitFor(() => {
      expect(informer.get("a", "default")?.metadata.labels).toEqual({ b: "2" });
    });
    expect(Object.keys(informer.get("a", "default") ?? {}).sort()).toEqual([
      "apiVersion",
      "kind",
      "metadata",
    ]);
  });
});

describe("a controller", () => {
  it("owns and watches in the types of its clients, and by metadata alone", async () => {
    const server = new Cluster({ minor: 37 });
    const maps = new ResourceClient(configMap, server);
    const namespaces = new ResourceClient(namespaceResource, server);
    const seen: string[] = [];
    const controller = new Controller(namespaces, {
      informer: { fieldSelector: { "metadata.name": "default" } },
      reconcile: ({ metadata }) => void seen.push(metadata.name),
      owns: [
        owned(metadataOnly(maps), {
          labelSelector: "app=web",
          predicate: (object) => {
            expectTypeOf(object).not.toHaveProperty("data");
            return object.metadata.name !== "ignored";
          },
        }),
      ],
      watches: [
        watched(maps, ({ data, metadata }) =>
          metadata.name === "pointer" ? [{ name: data?.["to"] ?? "" }] : [],
        ),
      ],
    });
    closings.push(() => controller.stop());
    void controller.run();
    await vi.waitFor(() => {
      expect(seen).toEqual(["default"]);
    });
    const owner = await metadataOnly(namespaces).get("default");
    const reference = ownerReference(owner, { controller: true, definition: namespaceResource });
    expect(reference).toMatchObject({ apiVersion: "v1", kind: "Namespace", name: "default" });
    const make = async (name: string, labels: { [name: string]: string }): Promise<void> => {
      const metadata = { name, labels, ownerReferences: [reference] };
      await maps.create({ apiVersion: "v1", kind: "ConfigMap", metadata });
    };
    await make("unlabelled", {});
    await make("ignored", { app: "web" });
    await make("seen", { app: "web" });
    await vi.waitFor(() => {
      expect(seen).toHaveLength(2);
    });
    await maps.create({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "pointer" },
      data: { to: "default" },
    });
    await vi.waitFor(() => {
      expect(seen).toHaveLength(3);
    });
  });
});
