import { expect, it } from "vitest";
import { kindTable } from "../../../src/runtime/v1/built-in/table/kind-table.js";
import type { JsonObject } from "../../../src/runtime/v1/values/json/json.js";
import { Cluster } from "../../../src/server/cluster.js";

function clusterOfAll(): Cluster {
  return new Cluster({ minor: 37, builtIns: kindTable(37).resources });
}

interface Answer {
  readonly status: number;
  readonly object: JsonObject & { readonly metadata: JsonObject };
}

async function send(
  cluster: Cluster,
  method: string,
  path: string,
  body?: JsonObject,
  type = "application/json",
): Promise<Answer> {
  const response = await cluster.send({
    method,
    path,
    headers: [["content-type", type]],
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, object: JSON.parse(await response.text()) as Answer["object"] };
}

const deployments = "/apis/apps/v1/namespaces/default/deployments";
const template = {
  metadata: { labels: { app: "a" } },
  spec: { containers: [{ name: "a", image: "a" }] },
};
const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "a" },
  spec: { replicas: 1, selector: { matchLabels: { app: "a" } }, template },
};

it("stores a kind of the table, whose generation counts changes of its spec", async () => {
  const cluster = clusterOfAll();
  const sent = { ...deployment, status: { replicas: 3 } };
  const created = await send(cluster, "POST", deployments, sent);
  expect(created.status).toBe(201);
  expect(created.object.metadata["generation"]).toBe(1);
  expect(created.object["status"]).toEqual({});

  const patch = { metadata: { labels: { b: "c" } } };
  const type = "application/merge-patch+json";
  const labelled = await send(cluster, "PATCH", `${deployments}/a`, patch, type);
  expect(labelled.object.metadata["generation"]).toBe(1);
  const scaled = await send(cluster, "PATCH", `${deployments}/a`, { spec: { replicas: 2 } }, type);
  expect(scaled.object.metadata["generation"]).toBe(2);
});

it("keeps the spec of an object of which the status is written, and the other way round", async () => {
  const cluster = clusterOfAll();
  await send(cluster, "POST", deployments, deployment);
  const type = "application/merge-patch+json";
  const both = { spec: { replicas: 7 }, status: { replicas: 5 } };
  const status = await send(cluster, "PATCH", `${deployments}/a/status`, both, type);
  expect(status.object["status"]).toEqual({ replicas: 5 });
  expect(status.object["spec"]).toMatchObject({ replicas: 1 });
  const whole = await send(cluster, "PATCH", `${deployments}/a`, { status: { replicas: 9 } }, type);
  expect(whole.object["status"]).toEqual({ replicas: 5 });
});

it("creates roles by PUT, and refuses to replace a webhook configuration of no version", async () => {
  const cluster = clusterOfAll();
  const roles = "/apis/rbac.authorization.k8s.io/v1/clusterroles";
  const metadata = { name: "a:b" };
  const role = { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole", metadata };
  expect((await send(cluster, "PUT", `${roles}/a:b`, { ...role, rules: [] })).status).toBe(201);
  const path = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
  const configuration = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "a" },
  };
  expect((await send(cluster, "POST", path, configuration)).status).toBe(201);
  expect((await send(cluster, "PUT", `${path}/a`, configuration)).status).toBe(422);
});

it("serves every kind of the table that is stored", async () => {
  const cluster = clusterOfAll();
  for (const { group, version, plural, verbs } of kindTable(37).resources) {
    if (!verbs.includes("watch")) continue;
    const root = group === "" ? "/api/v1" : `/apis/${group}/${version}`;
    const { status, object } = await send(cluster, "GET", `${root}/${plural}`);
    expect([plural, status]).toEqual([plural, 200]);
    expect(object["items"]).toBeInstanceOf(Array);
  }
});

it("serves none of them unless it is asked to", async () => {
  const cluster = new Cluster({ minor: 37 });
  const response = await cluster.send({ method: "GET", path: "/api/v1/pods", headers: [] });
  expect(response.status).toBe(404);
});

it("scales by an object of its own", async () => {
  const cluster = clusterOfAll();
  await send(cluster, "POST", deployments, deployment);
  const type = "application/merge-patch+json";
  const scaled = await send(
    cluster,
    "PATCH",
    `${deployments}/a/scale`,
    { spec: { replicas: 4 } },
    type,
  );
  expect(scaled.object).toMatchObject({
    kind: "Scale",
    spec: { replicas: 4 },
    status: { replicas: 0, selector: "app=a" },
  });
  const { object } = await send(cluster, "GET", `${deployments}/a`);
  expect(object["spec"]).toMatchObject({ replicas: 4 });
  expect(object.metadata["generation"]).toBe(2);
});

const pods = "/api/v1/namespaces/default/pods";
const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "a", labels: { app: "a" } } };
const newPod = { ...pod, spec: { containers: [{ name: "a", image: "a" }] } };

it("binds a pod to a node once", async () => {
  const cluster = clusterOfAll();
  await send(cluster, "POST", pods, newPod);
  const binding = {
    apiVersion: "v1",
    kind: "Binding",
    metadata: { name: "a" },
    target: { apiVersion: "v1", kind: "Node", name: "n" },
  };
  expect((await send(cluster, "POST", `${pods}/a/binding`, binding)).status).toBe(201);
  const { object } = await send(cluster, "GET", `${pods}/a`);
  expect(object["spec"]).toMatchObject({ nodeName: "n" });
  expect(object["status"]).toMatchObject({
    conditions: [{ type: "PodScheduled", status: "True" }],
  });
  const again = await send(cluster, "POST", `${pods}/a/binding`, binding);
  expect(again.object).toMatchObject({
    code: 409,
    message:
      'Operation cannot be fulfilled on pods/binding "a": pod a is already assigned to node "n"',
  });
});

it("evicts pods as far as their budget allows", async () => {
  const cluster = clusterOfAll();
  await send(cluster, "POST", pods, newPod);
  const type = "application/merge-patch+json";
  const running = { phase: "Running", conditions: [{ type: "Ready", status: "True" }] };
  await send(cluster, "PATCH", `${pods}/a/status`, { status: running }, type);
  const budgets = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
  const budget = {
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    metadata: { name: "b" },
    spec: { minAvailable: 1, selector: { matchLabels: { app: "a" } } },
  };
  await send(cluster, "POST", budgets, budget);
  const status = { observedGeneration: 1, desiredHealthy: 1, currentHealthy: 1 };
  await send(cluster, "PATCH", `${budgets}/b/status`, { status }, type);
  const eviction = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "a" } };
  const refused = await send(cluster, "POST", `${pods}/a/eviction`, eviction);
  expect(refused.object).toMatchObject({
    code: 429,
    details: {
      causes: [{ message: "The disruption budget b needs 1 healthy pods and has 1 currently" }],
    },
  });
  await send(cluster, "PATCH", `${budgets}/b/status`, { status: { disruptionsAllowed: 1 } }, type);
  expect((await send(cluster, "POST", `${pods}/a/eviction`, eviction)).status).toBe(201);
  expect((await send(cluster, "GET", `${pods}/a`)).status).toBe(404);
  const { object } = await send(cluster, "GET", `${budgets}/b`);
  expect(object["status"]).toMatchObject({ disruptionsAllowed: 0 });
});

it("adds ephemeral containers, and nothing else, by their subresource", async () => {
  const cluster = clusterOfAll();
  await send(cluster, "POST", pods, newPod);
  const type = "application/strategic-merge-patch+json";
  const spec = {
    ephemeralContainers: [{ name: "e", image: "e" }],
    containers: [{ name: "a", image: "other" }],
  };
  const path = `${pods}/a/ephemeralcontainers`;
  const { object } = await send(cluster, "PATCH", path, { spec }, type);
  expect(object["spec"]).toMatchObject({
    ephemeralContainers: [{ name: "e" }],
    containers: [{ image: "a" }],
  });
  expect(object.metadata["generation"]).toBe(2);
});

it("says that there is nothing to connect to", async () => {
  const cluster = clusterOfAll();
  await send(cluster, "POST", pods, newPod);
  const log = await cluster.send({ method: "GET", path: `${pods}/a/log`, headers: [] });
  expect([log.status, await log.text()]).toEqual([200, ""]);
  const exec = await send(cluster, "POST", `${pods}/a/exec`);
  expect(exec.object).toMatchObject({ code: 501, reason: "NotImplemented" });
});

it("gives Services addresses and ports, each once", async () => {
  const cluster = clusterOfAll();
  const services = "/api/v1/namespaces/default/services";
  const create = async (name: string): Promise<JsonObject> => {
    const spec = { type: "NodePort", ports: [{ port: 80 }] };
    const service = { apiVersion: "v1", kind: "Service", metadata: { name }, spec };
    return (await send(cluster, "POST", services, service)).object["spec"] as JsonObject; // has one
  };
  const [one, other] = [await create("a"), await create("b")];
  expect(one).toMatchObject({ ipFamilies: ["IPv4"], ipFamilyPolicy: "SingleStack" });
  expect(one["clusterIPs"]).toEqual([one["clusterIP"]]);
  expect(one["clusterIP"]).not.toBe(other["clusterIP"]);
  expect(one["ports"]).not.toEqual(other["ports"]);
});

it("publishes the kinds that it serves, with all types that they name", async () => {
  const cluster = clusterOfAll();
  const response = await cluster.send({
    method: "GET",
    path: "/openapi/v3/apis/apps/v1",
    headers: [],
  });
  const text = await response.text();
  const document = JSON.parse(text) as {
    paths: Record<string, { patch?: { parameters: { name: string }[] } }>;
    components: { schemas: Record<string, unknown> };
  };
  const path = "/apis/apps/v1/namespaces/{namespace}/deployments/{name}";
  const names = document.paths[path]?.patch?.parameters.map(({ name }) => name);
  expect(names).toContain("fieldValidation");
  const { schemas } = document.components;
  for (const [, name = ""] of text.matchAll(/"#\/components\/schemas\/([^"]*)"/g)) {
    expect(Object.keys(schemas[name] ?? {}), name).not.toEqual([]);
  }
  expect(schemas["io.k8s.api.apps.v1.DeploymentSpec"]).toMatchObject({
    properties: { replicas: { type: "integer", format: "int32" } },
  });
});

it("has one owner for what holds anything", async () => {
  const path = "/apis/apps/v1/namespaces/default/controllerrevisions/x?fieldManager=one";
  const revision = {
    apiVersion: "apps/v1",
    kind: "ControllerRevision",
    metadata: { name: "x" },
    revision: 1,
    data: { a: 1, b: { c: [1, 2], d: "x" } },
  };
  const [place = "", query = ""] = path.split("?");
  const response = await clusterOfAll().send({
    method: "PATCH",
    path: place,
    query,
    headers: [["content-type", "application/apply-patch+yaml"]],
    body: JSON.stringify(revision),
  });
  expect(response.status).toBe(201);
  const { metadata } = JSON.parse(await response.text()) as Answer["object"];
  // Recorded of a server 1.37.2.
  expect(metadata["managedFields"]).toMatchObject([
    { manager: "one", fieldsV1: { "f:data": {}, "f:revision": {} } },
  ]);
  expect(JSON.stringify(metadata["managedFields"])).not.toContain("f:a");
});
