import { expect, it } from "vitest";
import { kindTable } from "../../../src/builtin/kind-table.js";
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
