import { afterEach, expect, it, vi } from "vitest";
import { selectKinds } from "../../../src/builtin/select-kinds.js";
import { kindTable } from "../../../src/runtime/v1/built-in/table/kind-table.js";
import type { JsonObject } from "../../../src/runtime/v1/values/json/json.js";
import { Cluster } from "../../../src/server/cluster.js";
import { Simulation } from "../../../src/server/simulate/simulation.js";

let running: Simulation | undefined;
let cluster: Cluster;

async function start(): Promise<void> {
  const builtIns = selectKinds(kindTable(37), ["all"]).resources;
  cluster = await Cluster.create({ minor: 37, builtIns, namespaces: true, garbageCollector: true });
  running = new Simulation(cluster, { minor: 37, delay: 10 });
  await running.start();
}

afterEach(async () => {
  await running?.stop();
  cluster.close();
});

async function send(method: string, path: string, body?: object): Promise<JsonObject> {
  const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
  const response = await cluster.send({
    method,
    path,
    headers: [["content-type", type]],
    ...(body && { body: JSON.stringify(body) }),
  });
  return JSON.parse(await response.text()) as JsonObject; // of the server
}

const labels = { app: "web" };
const template = {
  metadata: { labels },
  spec: {
    containers: [{ name: "web", image: "nginx", ports: [{ name: "http", containerPort: 80 }] }],
  },
};

function workload(kind: string, spec: object): object {
  const apiVersion = kind === "Job" ? "batch/v1" : "apps/v1";
  return { apiVersion, kind, metadata: { name: "web" }, spec };
}

const apps = "/apis/apps/v1/namespaces/default";

/** Waits until a read object has something. */
async function until(path: string, wanted: object): Promise<void> {
  await vi.waitFor(
    async () => {
      expect(await send("GET", path)).toMatchObject(wanted);
    },
    {
      timeout: 8_000,
      interval: 20,
    },
  );
}

it("makes three ready pods of a Deployment, with endpoints, and rolls it out", async () => {
  await start();
  const selector = { matchLabels: labels };
  await send(
    "POST",
    `${apps}/deployments`,
    workload("Deployment", { replicas: 3, selector, template }),
  );
  const service = {
    spec: { selector: labels, ports: [{ name: "http", port: 80, targetPort: "http" }] },
  };
  const meta = { apiVersion: "v1", kind: "Service", metadata: { name: "web" } };
  await send("POST", "/api/v1/namespaces/default/services", { ...meta, ...service });
  const ready = { replicas: 3, readyReplicas: 3, availableReplicas: 3, updatedReplicas: 3 };
  await until(`${apps}/deployments/web`, { status: { ...ready, observedGeneration: 1 } });
  await vi.waitFor(async () => {
    const { items } = await send(
      "GET",
      "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices",
    );
    const [slice] = items as JsonObject[];
    expect(slice?.["endpoints"]).toHaveLength(3);
    expect(slice?.["ports"]).toEqual([{ name: "http", port: 80, protocol: "TCP" }]);
  }, 8_000);
  const image = [{ name: "web", image: "nginx:2" }];
  await send("PATCH", `${apps}/deployments/web`, {
    spec: { replicas: 2, template: { spec: { containers: image } } },
  });
  await until(`${apps}/deployments/web`, {
    status: { replicas: 2, readyReplicas: 2, updatedReplicas: 2, observedGeneration: 2 },
  });
}, 20_000);

it("numbers the revisions of a Deployment, also where people go back to one", async () => {
  await start();
  const path = `${apps}/deployments/web`;
  const revision = "deployment.kubernetes.io/revision";
  const spec = { selector: { matchLabels: labels }, template };
  await send("POST", `${apps}/deployments`, {
    ...workload("Deployment", { ...spec, replicas: 4 }),
    metadata: { name: "web", annotations: { "kubernetes.io/change-cause": "the first" } },
  });
  await until(path, { metadata: { annotations: { [revision]: "1" } } });
  const withImage = (image: string): object => ({
    spec: { template: { spec: { containers: [{ name: "web", image }] } } },
  });
  await send("PATCH", path, withImage("nginx:2"));
  await until(path, { metadata: { annotations: { [revision]: "2" } } });
  await send("PATCH", path, { spec: { template } });
  await until(path, { metadata: { annotations: { [revision]: "3" } } });
  const { items } = await send("GET", `${apps}/replicasets`);
  const annotations = (items as { metadata: { annotations: object } }[]).map(
    (set) => set.metadata.annotations,
  );
  const inherited = {
    "kubernetes.io/change-cause": "the first",
    "deployment.kubernetes.io/desired-replicas": "4",
    "deployment.kubernetes.io/max-replicas": "5",
  };
  expect(annotations).toHaveLength(2);
  expect(annotations).toContainEqual({
    ...inherited,
    [revision]: "3",
    "deployment.kubernetes.io/revision-history": "1",
  });
  expect(annotations).toContainEqual({ ...inherited, [revision]: "2" });
}, 20_000);

it("makes the pods and claims of a StatefulSet one after the other", async () => {
  await start();
  const claim = {
    metadata: { name: "data" },
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
  };
  const spec = { replicas: 2, selector: { matchLabels: labels }, template, serviceName: "web" };
  await send(
    "POST",
    `${apps}/statefulsets`,
    workload("StatefulSet", { ...spec, volumeClaimTemplates: [claim] }),
  );
  await until(`${apps}/statefulsets/web`, { status: { replicas: 2, readyReplicas: 2 } });
  await until("/api/v1/namespaces/default/persistentvolumeclaims/data-web-1", {
    status: { phase: "Bound", capacity: { storage: "1Gi" } },
  });
}, 20_000);

it("runs a DaemonSet on each node, and completes a Job", async () => {
  await start();
  await send(
    "POST",
    `${apps}/daemonsets`,
    workload("DaemonSet", { selector: { matchLabels: labels }, template }),
  );
  await until(`${apps}/daemonsets/web`, { status: { desiredNumberScheduled: 1, numberReady: 1 } });
  const pod = { spec: { ...template.spec, restartPolicy: "Never" } };
  await send(
    "POST",
    "/apis/batch/v1/namespaces/default/jobs",
    workload("Job", { completions: 2, template: pod }),
  );
  await until("/apis/batch/v1/namespaces/default/jobs/web", {
    status: { succeeded: 2, conditions: [{ type: "SuccessCriteriaMet" }, { type: "Complete" }] },
  });
}, 20_000);

it("ends pods that are deleted, and makes one of a StatefulSet again when it has gone", async () => {
  await start();
  const spec = { replicas: 1, selector: { matchLabels: labels }, template, serviceName: "web" };
  await send("POST", `${apps}/statefulsets`, workload("StatefulSet", spec));
  await until(`${apps}/statefulsets/web`, { status: { readyReplicas: 1 } });
  const pod = "/api/v1/namespaces/default/pods/web-0";
  const deleted = await send("DELETE", pod);
  const { uid, deletionGracePeriodSeconds } = deleted["metadata"] as JsonObject; // of a pod
  expect(deletionGracePeriodSeconds).toBe(30);
  await vi.waitFor(async () => {
    const again = await send("GET", pod);
    expect(again).toMatchObject({ status: { phase: "Running" } });
    expect(again["metadata"]).not.toMatchObject({ uid });
  }, 8_000);
}, 20_000);

it("tells where pods are, and starts containers that are put into them", async () => {
  await start();
  const pods = "/api/v1/namespaces/default/pods";
  await send("POST", pods, { metadata: { name: "web" }, spec: template.spec });
  await until(`${pods}/web`, { status: { phase: "Running" } });
  const added = { name: "debugger", image: "busybox" };
  await send("PATCH", `${pods}/web/ephemeralcontainers`, {
    spec: { ephemeralContainers: [added] },
  });
  const time = expect.any(String) as string; // a matcher
  await until(`${pods}/web`, {
    status: {
      ephemeralContainerStatuses: [{ name: "debugger", state: { running: { startedAt: time } } }],
    },
  });
  const involvedObject = { kind: "Pod", name: "web" };
  const message = "Successfully assigned default/web to simulated";
  await until("/api/v1/namespaces/default/events", {
    items: [{ involvedObject, reason: "Scheduled", type: "Normal", message }],
  });
}, 20_000);
