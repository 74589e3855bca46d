import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import { buildIfOlder } from "../setup/fresh-build.js";
import type { ControlledServer } from "./controllers-beside.js";
import { startControlled } from "./controllers-beside.js";
import { hasWholeCluster } from "./whole-cluster.js";

/*
 * kube-controller-manager, kube-scheduler and kwok, unchanged, work with `crdgen serve` as they do
 * with kube-apiserver.
 */

const title = "the controllers of a whole Kubernetes, around crdgen serve";

/** What they log as errors in a whole cluster too. */
const expectedErrors = [
  // Flags of a file of configuration that nobody gave.
  /The manifest file is empty, ignoring/,
  // Two controllers write the same object at the same time, and one tries again.
  /the object has been modified; please apply your changes to the latest version/,
  // A controller waits for its cache to have what it wrote.
  /is not as new as written version/,
  // A pod or its owner is gone before somebody has heard of it.
  /(?:pods|replicasets\.apps|jobs\.batch|poddisruptionbudgets\.policy) \\+"[^"]*\\+" not found/,
  // A namespace that is being deleted takes no objects that controllers make anew.
  /because it is being terminated/,
];

if (!hasWholeCluster) {
  it(`${title}: DID NOT RUN, no whole Kubernetes was built`, () => {
    console.warn(`${title}: DID NOT RUN, there is no whole Kubernetes; build it with`);
    console.warn("  ../shared/kubernetes/cluster build");
  });
}

const ways = [
  ["all", "everybody may do everything"],
  ["rbac", "each has its own user, and needs its rights"],
] as const;

describe.each(hasWholeCluster ? ways : [])(`${title}, %s`, (authorization) => {
  let server: ControlledServer;
  beforeAll(async () => {
    buildIfOlder("whole");
    server = await startControlled(authorization);
    for (const name of ["node-1", "node-2"]) await create("/api/v1/nodes", nodeOf(name));
    await create("/api/v1/namespaces", { metadata: { name: "work" } });
    await until("/api/v1/namespaces/work/serviceaccounts/default", {});
  });
  afterAll(() => {
    server.stop();
  });

  async function create(path: string, body: object): Promise<void> {
    const answer = await server.request("POST", path, body);
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ code: 201 });
  }

  async function read(path: string): Promise<JsonObject> {
    const { body } = await server.request("GET", path);
    return isObject(body) ? body : {};
  }

  /** Waits until what is read is as it should be. */
  async function until(path: string, wanted: object): Promise<void> {
    const look = async (): Promise<void> => {
      expect(await read(path)).toMatchObject({ metadata: {}, ...wanted });
    };
    await vi.waitFor(look, { timeout: 60_000, interval: 200 });
  }

  async function untilGone(path: string): Promise<void> {
    const look = async (): Promise<void> => {
      expect(await read(path)).toMatchObject({ kind: "Status", code: 404 });
    };
    await vi.waitFor(look, { timeout: 60_000, interval: 200 });
  }

  async function podsOf(app: string): Promise<readonly JsonObject[]> {
    const { items } = await read(`${core}/pods?labelSelector=app%3D${app}`);
    return (Array.isArray(items) ? items : []).filter(isObject);
  }

  it("make a Deployment of three ready, with endpoints of its Service", async () => {
    await create(`${apps}/deployments`, workload("Deployment", "web", { replicas: 3 }));
    const ports = [{ name: "http", port: 80 }];
    const spec = { selector: { app: "web" }, ports };
    await create(`${core}/services`, { metadata: { name: "web" }, spec });
    await until(`${apps}/deployments/web`, {
      status: { replicas: 3, readyReplicas: 3, availableReplicas: 3, updatedReplicas: 3 },
    });
    const pods = await podsOf("web");
    expect(pods.map(({ status }) => (status as JsonObject)["phase"])).toEqual(
      Array(3).fill("Running"),
    );
    await until(`${core}/endpoints/web`, { subsets: [{ ports }] });
  });

  it("roll out another template, and take pods away in time", async () => {
    const image = [{ name: "c", image: "nginx:2" }];
    const change = { spec: { replicas: 2, template: { spec: { containers: image } } } };
    const type = "application/strategic-merge-patch+json";
    await server.request("PATCH", `${apps}/deployments/web`, change, type);
    await until(`${apps}/deployments/web`, {
      metadata: { annotations: { "deployment.kubernetes.io/revision": "2" } },
      status: { observedGeneration: 2, replicas: 2, readyReplicas: 2, updatedReplicas: 2 },
    });
    await expect.poll(async () => (await podsOf("web")).length, { timeout: 60_000 }).toBe(2);
  });

  it("make the pods of StatefulSets and DaemonSets again, and complete Jobs", async () => {
    await create(
      `${apps}/statefulsets`,
      workload("StatefulSet", "db", { replicas: 2, serviceName: "db" }),
    );
    await create(`${apps}/daemonsets`, workload("DaemonSet", "agent", {}));
    const template = { spec: { restartPolicy: "Never", containers: [{ name: "c", image: "i" }] } };
    const spec = { completions: 3, parallelism: 2, ttlSecondsAfterFinished: 1, template };
    await create("/apis/batch/v1/namespaces/work/jobs", { metadata: { name: "once" }, spec });
    await until(`${apps}/statefulsets/db`, { status: { readyReplicas: 2 } });
    await until(`${apps}/daemonsets/agent`, {
      status: { desiredNumberScheduled: 2, numberReady: 2 },
    });
    const before = await read(`${core}/pods/db-0`);
    await server.request("DELETE", `${core}/pods/db-0`);
    const uid = expect.not.stringMatching(uidOf(before)) as string; // a matcher
    await until(`${core}/pods/db-0`, { status: { phase: "Running" }, metadata: { uid } });
    // It completes, and its time after that is over.
    await untilGone("/apis/batch/v1/namespaces/work/jobs/once");
  });

  it("let evictions through as a budget says", async () => {
    await until(`${apps}/statefulsets/db`, { status: { readyReplicas: 2 } });
    const spec = { minAvailable: 2, selector: { matchLabels: { app: "db" } } };
    await create("/apis/policy/v1/namespaces/work/poddisruptionbudgets", {
      metadata: { name: "db" },
      spec,
    });
    await until("/apis/policy/v1/namespaces/work/poddisruptionbudgets/db", {
      status: { currentHealthy: 2, desiredHealthy: 2, disruptionsAllowed: 0 },
    });
    const eviction = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "db-1" } };
    expect((await server.request("POST", `${core}/pods/db-1/eviction`, eviction)).code).toBe(429);
    const fewer = { spec: { minAvailable: 1 } };
    const path = "/apis/policy/v1/namespaces/work/poddisruptionbudgets/db";
    await server.request("PATCH", path, fewer, "application/merge-patch+json");
    await until(path, { status: { disruptionsAllowed: 1 } });
    expect((await server.request("POST", `${core}/pods/db-1/eviction`, eviction)).code).toBe(201);
  });

  it("make room for a pod with a higher priority", async () => {
    const classes = "/apis/scheduling.k8s.io/v1/priorityclasses";
    await create(classes, { metadata: { name: "high" }, value: 1000 });
    const resources = { requests: { cpu: "20" } };
    const spec = {
      terminationGracePeriodSeconds: graceSeconds,
      containers: [{ name: "c", image: "i", resources }],
    };
    for (const name of ["low-1", "low-2"]) {
      await create(`${core}/pods`, { metadata: { name, labels: { app: "low" } }, spec });
      await until(`${core}/pods/${name}`, { status: { phase: "Running" } });
    }
    const high = { metadata: { name: "high" }, spec: { ...spec, priorityClassName: "high" } };
    await create(`${core}/pods`, high);
    await until(`${core}/pods/high`, { spec: { priority: 1000 }, status: { phase: "Running" } });
    expect(await podsOf("low")).toHaveLength(1);
  });

  it("delete what an owner leaves, in the foreground, and all of a namespace", async () => {
    const options = { apiVersion: "v1", kind: "DeleteOptions", propagationPolicy: "Foreground" };
    await server.request("DELETE", `${apps}/deployments/web`, options);
    await untilGone(`${apps}/deployments/web`);
    expect(await podsOf("web")).toEqual([]);
    await server.request("DELETE", "/api/v1/namespaces/work");
    await untilGone("/api/v1/namespaces/work");
    const { items } = await read("/api/v1/pods");
    expect(items).toEqual([]);
  });

  it("log no errors but those that they log in a whole cluster", () => {
    const isExpected = (line: string): boolean => expectedErrors.some((one) => one.test(line));
    expect(server.errors().filter((line) => !isExpected(line))).toEqual([]);
    // All three have run, and logged.
    const began = ["controllermanager.go", "Starting Kubernetes Scheduler", "Starting HTTP server"];
    expect(began.filter((words) => !server.logs().includes(words))).toEqual([]);
  });
});

const core = "/api/v1/namespaces/work";
const apps = "/apis/apps/v1/namespaces/work";

/**
 * The namespace controller looks at a namespace five seconds after it is deleted, and then calls
 * pods an error that have no more time.
 */
const graceSeconds = 8;

function workload(kind: string, app: string, more: object): object {
  const labels = { app };
  const pod = {
    terminationGracePeriodSeconds: graceSeconds,
    containers: [{ name: "c", image: "nginx" }],
  };
  const template = { metadata: { labels }, spec: pod };
  const spec = { selector: { matchLabels: labels }, template, ...more };
  return { apiVersion: "apps/v1", kind, metadata: { name: app }, spec };
}

function nodeOf(name: string): object {
  const resources = { cpu: "32", memory: "256Gi", pods: "110" };
  return {
    metadata: { name, annotations: { "kwok.x-k8s.io/node": "fake" } },
    status: { allocatable: resources, capacity: resources },
  };
}

function uidOf({ metadata }: JsonObject): string {
  const { uid = "" } = isObject(metadata) ? metadata : {};
  return String(uid);
}
