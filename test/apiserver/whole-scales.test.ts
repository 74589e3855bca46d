import { appendFileSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { kindTable } from "../../src/runtime/v1/built-in/table/kind-table.js";
import type { Transport } from "../../src/runtime/v1/client/transport.js";
import { Cluster } from "../../src/server/cluster.js";
import type { MaskedAnswer, TwinRequest } from "./two-servers.js";
import { Twin } from "./two-servers.js";
import { describeWholeCluster } from "./whole-cluster.js";

/** A file to which differences are added, as lines of JSON. */
const report = process.env["WHOLE_REPORT"];

const template = {
  metadata: { labels: { app: "a" } },
  spec: { containers: [{ name: "a", image: "a" }] },
};

const scaled = [
  { group: "/apis/apps/v1", plural: "deployments", selector: { matchLabels: { app: "a" } } },
  { group: "/apis/apps/v1", plural: "replicasets", selector: { matchLabels: { app: "a" } } },
  { group: "/apis/apps/v1", plural: "statefulsets", selector: { matchLabels: { app: "a" } } },
  { group: "/api/v1", plural: "replicationcontrollers", selector: { app: "a" } },
];

/** The number of replicas of one object, written in all ways; controllers would write it too. */
describeWholeCluster(
  "scales of built-in kinds, as a whole Kubernetes answers",
  (cluster) => {
    let memory: Transport;
    beforeAll(async () => {
      const builtIns = kindTable(37).resources;
      memory = await Cluster.create({ minor: 37, namespaces: true, builtIns });
    });

    it.each(scaled)("$plural", async ({ group, plural, selector }) => {
      const namespace = `scales-${plural}-${Date.now().toString(36)}`;
      const [theirs, ours] = [new Twin(cluster().transport), new Twin(memory)];
      const body = JSON.stringify({ metadata: { name: namespace } });
      const create = { method: "POST", path: "/api/v1/namespaces", body };
      await Promise.all([theirs.ask(create), ours.ask(create)]);
      const different: unknown[] = [];
      for (const request of requests(`${group}/namespaces/${namespace}/${plural}`, selector)) {
        const [wanted, given] = [await theirs.ask(request), await ours.ask(request)];
        if (comparable(wanted) === comparable(given)) continue;
        different.push({ request, theirs: wanted, ours: given });
        const line = JSON.stringify({ name: plural, request, theirs: wanted, ours: given });
        if (report !== undefined) appendFileSync(report, `${line}\n`);
      }
      expect(different).toEqual([]);
    });
  },
  { controllers: false },
);

/** The prefix of the keys of etcd is an option of the server. */
function comparable(answer: MaskedAnswer): string {
  return JSON.stringify(answer).replace("Key: /registry/", "Key: /");
}

function requests(path: string, selector: object): readonly TwinRequest[] {
  const [object, scale] = [`${path}/a`, `${path}/a/scale`];
  const post = (name: string, spec: object): TwinRequest => ({
    method: "POST",
    path: `${path}?fieldManager=creator`,
    body: JSON.stringify({ metadata: { name }, spec: { selector, template, ...spec } }),
  });
  const send = (method: string, body: object, type = "application/json"): TwinRequest => ({
    method,
    path: `${scale}?fieldManager=${method.toLowerCase()}`,
    body: JSON.stringify(body),
    type,
  });
  const apply = (replicas: object, query = "fieldManager=m"): TwinRequest => ({
    method: "PATCH",
    path: `${scale}?${query}`,
    body: JSON.stringify({ apiVersion: "autoscaling/v1", kind: "Scale", ...replicas }),
    type: "application/apply-patch+yaml",
  });
  const read = (of: string): TwinRequest => ({ method: "GET", path: of });
  const spec = (replicas: unknown): object => ({ spec: { replicas } });
  const forced = "fieldManager=m&force=true";
  return [
    post("a", { replicas: 2 }),
    read(scale),
    apply(spec(3)),
    apply(spec(2)),
    read(object),
    apply(spec(3), forced),
    read(object),
    apply(spec(3)),
    apply({ metadata: { name: "b" }, ...spec(4) }, forced),
    apply({ metadata: { labels: { a: "b" } }, ...spec(4) }, forced),
    apply({ metadata: { annotations: { a: "b" }, name: "a" }, ...spec(5) }, forced),
    read(object),
    apply(spec(-1), forced),
    apply(spec("x"), forced),
    apply(spec(null), forced),
    apply({ spec: { replicas: 2, other: 1 } }, forced),
    apply({ other: 1, ...spec(2) }, forced),
    apply({ status: { replicas: 7 }, ...spec(2) }, forced),
    apply({ spec: {} }, forced),
    read(object),
    apply({}, "fieldManager=n"),
    apply({ apiVersion: "apps/v1", kind: "Deployment" }),
    apply({ metadata: { resourceVersion: "1" }, ...spec(1) }, forced),
    apply({ metadata: { uid: "x" }, ...spec(1) }, forced),
    apply({ metadata: { managedFields: [{}] }, ...spec(1) }, forced),
    apply(spec(0), `${forced}&dryRun=All`),
    apply(spec(0), forced),
    read(object),
    apply(spec(1), ""),
    send("PUT", { metadata: { name: "a" }, ...spec(3) }),
    send("PATCH", spec(4), "application/merge-patch+json"),
    ...["PUT", "PATCH"].flatMap((method) => {
      const type = method === "PUT" ? "application/json" : "application/merge-patch+json";
      const metadata = { name: "a" };
      return [
        send(method, { metadata, ...spec(-1) }, type),
        send(method, { metadata: { ...metadata, uid: "x" }, ...spec(4) }, type),
        send(method, { metadata: { ...metadata, uid: "x" }, ...spec(-4) }, type),
        send(method, { metadata: { ...metadata, resourceVersion: "1" }, ...spec(4) }, type),
        send(method, { metadata: { ...metadata, resourceVersion: "1", uid: "x" } }, type),
        send(method, { metadata: { name: "b" }, ...spec(4) }, type),
        send(method, { metadata, ...spec("x") }, type),
        send(method, { metadata, other: 1, spec: { replicas: 4, more: 2 } }, type),
        { ...send(method, { metadata, other: 1 }, type), path: `${scale}?fieldValidation=Strict` },
        send(method, { metadata, apiVersion: "apps/v1", kind: "Scale" }, type),
        send(method, { metadata, kind: "Deployment" }, type),
        { ...send(method, {}, type), body: "{" },
        send(method, { metadata, spec: {}, status: { replicas: 3 } }, type),
        read(object),
        send(method, { metadata, ...spec(4) }, type),
      ];
    }),
    apply(spec(5), "fieldManager=o"),
    apply(spec(4), "fieldManager=o"),
    apply(spec(5), "fieldManager=o&force=true"),
    apply({ spec: {} }, "fieldManager=o"),
    read(object),
    {
      method: "PATCH",
      path: `${object}?fieldManager=m`,
      body: JSON.stringify({ metadata: { managedFields: [{}] } }),
      type: "application/merge-patch+json",
    },
    apply(spec(6)),
    read(object),
    { ...apply(spec(1)), path: `${path}/none/scale?fieldManager=m` },
    read(scale),
  ];
}
