import { expect, it } from "vitest";
import { selectKinds } from "../../../src/builtin/select-kinds.js";
import { kindTable } from "../../../src/runtime/v1/built-in/table/kind-table.js";
import type { JsonObject } from "../../../src/runtime/v1/values/json/json.js";
import { Cluster } from "../../../src/server/cluster.js";

async function start(builtIns: readonly string[], furnishesNamespaces = true): Promise<Cluster> {
  const { resources } = selectKinds(kindTable(37), builtIns);
  const options = {
    minor: 37,
    builtIns: resources,
    namespaces: true,
    furnishesNamespaces,
  } as const;
  return Cluster.create(options);
}

async function read(cluster: Cluster, path: string): Promise<JsonObject> {
  const response = await cluster.send({ method: "GET", path, headers: [] });
  return JSON.parse(await response.text()) as JsonObject; // of the server
}

const service = "/api/v1/namespaces/default/services/kubernetes";
const classes = "/apis/scheduling.k8s.io/v1/priorityclasses";

it("makes the Service of the server, and the classes of system pods", async () => {
  const cluster = await start(["all"]);
  cluster.server.address = "127.0.0.1:8001";
  expect(await read(cluster, service)).toMatchObject({
    metadata: { labels: { component: "apiserver", provider: "kubernetes" } },
    spec: {
      clusterIPs: ["10.0.0.1"],
      ports: [{ name: "https", port: 443, protocol: "TCP", targetPort: 8001 }],
    },
  });
  expect(await read(cluster, `${classes}/system-node-critical`)).toMatchObject({
    value: 2_000_001_000,
    preemptionPolicy: "PreemptLowerPriority",
    metadata: { managedFields: [{ manager: "kube-apiserver" }] },
  });
  cluster.close();
});

it("has made them before the first answers, however many ask at once", async () => {
  const cluster = await start(["all"]);
  const answers = await Promise.all([read(cluster, service), read(cluster, service)]);
  expect(answers.map(({ kind }) => kind)).toEqual(["Service", "Service"]);
  cluster.close();
});

it("leaves them as they are when it is started again", async () => {
  const cluster = await start(["all"]);
  const before = await read(cluster, service);
  const next = await start(["all"]);
  await next.restore(cluster.server.snapshot());
  expect(await read(next, service)).toEqual(before);
  cluster.close();
  next.close();
});

it("makes none of kinds that it does not store, and none where no controllers are", async () => {
  const [few, alone] = [await start(["v1/Service"]), await start(["all"], false)];
  expect(await read(few, service)).toMatchObject({ kind: "Service" });
  expect((await few.send({ method: "GET", path: classes, headers: [] })).status).toBe(404);
  expect(await read(alone, service)).toMatchObject({ kind: "Status", code: 404 });
  few.close();
  alone.close();
});
