import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Controller, owned, ownerReference } from "../../src/runtime/v1/controller.js";
import type { ResourceTypes } from "../../src/runtime/v1/index.js";
import {
  defineResource,
  metadataOnly,
  ResourceClient,
  withMiddleware,
} from "../../src/runtime/v1/index.js";
import { Informer } from "../../src/runtime/v1/informer.js";
import type { KubernetesObject } from "../../src/runtime/v1/values/kubernetes.js";
import type { ResourceDefinition } from "../../src/runtime/v1/values/resource-definition.js";
import { Boats } from "./faults/boats.js";
import { waitUntil } from "./server.js";
import type { WholeCluster } from "./whole-cluster.js";
import { describeWholeCluster } from "./whole-cluster.js";

const configMaps: ResourceDefinition = defineResource({
  group: "",
  version: "v1",
  kind: "ConfigMap",
  plural: "configmaps",
  scope: "Namespaced",
});

/** More than a page. */
const count = 620;
const secret = "nobody needs this";

/** Objects that are followed: how one is made or changed, and removed. */
interface Kind {
  readonly definition: ResourceDefinition;
  put(name: string, text: string): Promise<unknown>;
  remove(name: string): Promise<unknown>;
}

function mapsOf(cluster: WholeCluster): Kind {
  const path = "/api/v1/namespaces/default/configmaps";
  const type = "application/apply-patch+yaml";
  return {
    definition: configMaps,
    put: (name, text) =>
      cluster.request(
        "PATCH",
        `${path}/${name}?fieldManager=test&force=true`,
        { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { text } },
        type,
      ),
    remove: (name) => cluster.request("DELETE", `${path}/${name}`),
  };
}

describeWholeCluster(
  "metadata alone, of a whole Kubernetes",
  (cluster) => {
    let boats: Boats;
    beforeAll(async () => {
      boats = new Boats(cluster(), "metadata");
      await boats.install();
      for (const kind of [boats, mapsOf(cluster())]) {
        for (let index = 0; index < count; index += 20) {
          const names = Array.from({ length: 20 }, (_, offset) => `many-${index + offset}`);
          await Promise.all(names.map((name) => kind.put(name, secret)));
        }
      }
    });

    describe.each<[string, () => Kind]>([
      ["a CRD", () => boats],
      ["a built-in kind", () => mapsOf(cluster())],
    ])("%s", (_, kindOf) => {
      it.each([
        ["a streaming list", true],
        ["pages", false],
      ])("is followed by an informer that begins with %s", async (__, streams) => {
        const kind = kindOf();
        /** What the server sent, and what it was asked. */
        const seen = { bytes: "", queries: [] as string[], types: new Set<string | null>() };
        const transport = withMiddleware(cluster().transport, (next) => async (request) => {
          // Without it the server refuses to stream.
          const query = streams
            ? request.query
            : request.query?.replace(/&?resourceVersionMatch=NotOlderThan/, "");
          seen.queries.push(query ?? "");
          const response = await next({ ...request, query });
          seen.types.add(response.header("content-type"));
          return {
            ...response,
            async text() {
              const text = await response.text();
              seen.bytes += text;
              return text;
            },
            async *chunks() {
              for await (const chunk of response.chunks()) {
                seen.bytes += new TextDecoder().decode(chunk);
                yield chunk;
              }
            },
          };
        });
        const errors: unknown[] = [];
        const client = metadataOnly(new ResourceClient<ResourceTypes>(kind.definition, transport));
        const informer = new Informer(client, {
          namespaces: ["default"],
          onError: (error) => errors.push(error),
        });
        const events: string[] = [];
        informer.on({
          added: ({ metadata: { name } }, isInitial) => {
            if (!isInitial) events.push(`added ${name}`);
          },
          updated: ({ metadata: { name } }) => events.push(`updated ${name}`),
          deleted: ({ metadata: { name } }) => events.push(`deleted ${name}`),
        });
        informer.start();
        await informer.synced({ timeout: 60_000 });
        expect(informer.list().length).toBeGreaterThanOrEqual(count);
        const [first] = informer.list();
        expect(Object.keys(first ?? {}).sort()).toEqual(["apiVersion", "kind", "metadata"]);
        expect(first).toMatchObject({
          apiVersion: "meta.k8s.io/v1",
          kind: "PartialObjectMetadata",
        });
        expect(first?.metadata.uid).toMatch(/^[\da-f-]{36}$/);
        await kind.put("fresh", "1");
        await kind.put("fresh", "2");
        await kind.remove("fresh");
        await waitUntil("the events have come", () => Promise.resolve(events.length >= 3));
        expect(events).toEqual(["added fresh", "updated fresh", "deleted fresh"]);
        // The last one says up to where all is known.
        await waitUntil("a list and the cache are equal", async () => {
          const { items } = await client.list({ namespace: "default" });
          const versions = (objects: readonly { readonly metadata?: object }[]): string =>
            JSON.stringify(objects.map(({ metadata }) => JSON.stringify(metadata)).sort());
          return versions(items) === versions(informer.list());
        });
        await informer.stop();
        expect(errors).toEqual([]);
        expect(seen.bytes).not.toContain(secret);
        const isPaged = seen.queries.some((query) => query.includes("continue="));
        expect(isPaged).toBe(!streams);
        const isStreamed = seen.bytes.includes("k8s.io/initial-events-end");
        expect(isStreamed).toBe(streams);
      });
    });

    it("is what a controller follows of what it owns: a change of it leads to its owner", async () => {
      const owners = new ResourceClient<BoatLike>(boats.definition, cluster().transport);
      const maps = new ResourceClient<ResourceTypes>(configMaps, cluster().transport);
      const reconciled: string[] = [];
      const controller = new Controller(owners, {
        owns: [owned(metadataOnly(maps), { labelSelector: "part-of=metadata" })],
        reconcile: ({ metadata }) => void reconciled.push(metadata.name),
      });
      const stopping = new AbortController();
      const running = controller.run({ signal: stopping.signal });
      await waitUntil("all boats are reconciled", () => Promise.resolve(reconciled.length > count));
      const owner = await owners.get("many-7");
      reconciled.length = 0;
      const path = "/api/v1/namespaces/default/configmaps";
      const metadata = {
        name: "owned",
        labels: { "part-of": "metadata" },
        ownerReferences: [
          ownerReference(owner, { controller: true, definition: boats.definition }),
        ],
      };
      const map = { apiVersion: "v1", kind: "ConfigMap", metadata, data: { text: "1" } };
      const once = (times: number): Promise<void> =>
        waitUntil("its owner is reconciled", () => Promise.resolve(reconciled.length === times));
      await cluster().request("POST", path, map);
      await once(1);
      // What is left out has changed alone; the version tells.
      await cluster().request("PUT", `${path}/owned`, { ...map, data: { text: "2" } });
      await once(2);
      await cluster().request("DELETE", `${path}/owned`);
      await once(3);
      expect(reconciled).toEqual(["many-7", "many-7", "many-7"]);
      stopping.abort();
      await running;
    });

    afterAll(() => {
      console.log(`metadata alone: ${count} objects of each kind, in a stream and in pages`);
    });
  },
  { controllers: false },
);

interface BoatLike extends ResourceTypes {
  readonly scope: "Namespaced";
  readonly read: KubernetesObject;
}
