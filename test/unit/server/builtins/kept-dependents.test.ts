import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { kindTable } from "../../../../src/runtime/v1/built-in/table/kind-table.js";
import type { TransportResponse } from "../../../../src/runtime/v1/client/transport.js";
import type { JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import { Cluster } from "../../../../src/server/cluster.js";

let cluster: Cluster;
beforeEach(async () => {
  const builtIns = kindTable(37).resources;
  cluster = await Cluster.create({ minor: 37, builtIns, garbageCollector: true });
});
afterEach(() => {
  cluster.close();
});

function send(method: string, path: string, body?: object): Promise<TransportResponse> {
  const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
  const sent = body && { body: JSON.stringify(body) };
  return cluster.send({ method, path, headers: [["content-type", type]], ...sent });
}

async function answer(method: string, path: string, body?: object): Promise<JsonObject> {
  return JSON.parse(await (await send(method, path, body)).text()) as JsonObject; // of the server
}

const pods = "/api/v1/namespaces/default/pods";
const jobs = "/apis/batch/v1/namespaces/default/jobs";
const controllers = "/api/v1/namespaces/default/replicationcontrollers";
const maps = "/api/v1/namespaces/default/configmaps";

const spec = { containers: [{ name: "main", image: "pause" }], terminationGracePeriodSeconds: 0 };

/** Creates an owner and a pod of it. */
async function create(path: string, apiVersion: string, kind: string, more: object): Promise<void> {
  const made = await answer("POST", path, { metadata: { name: "owner" }, ...more });
  const { uid } = made["metadata"] as { uid: string };
  const ownerReferences = [{ apiVersion, kind, name: "owner", uid }];
  await answer("POST", pods, { metadata: { name: "pod", ownerReferences }, spec });
}

const job = { spec: { template: { spec: { ...spec, restartPolicy: "Never" } } } };
const replicated = {
  spec: { selector: { app: "a" }, template: { metadata: { labels: { app: "a" } }, spec } },
};

/** The pod as it is when its owner has gone. */
async function podAfter(owner: string): Promise<JsonObject> {
  await vi.waitFor(async () => {
    expect((await send("GET", owner)).status).toBe(404);
  });
  return answer("GET", `${pods}/pod`);
}

it.each([
  ["a Job", jobs, "batch/v1", "Job", job],
  ["a ReplicationController", controllers, "v1", "ReplicationController", replicated],
])("keeps the pods of %s whose deletion says nothing of them", async (...given) => {
  const [, path, apiVersion, kind, body] = given;
  await create(path, apiVersion, kind, body);
  const response = await send("DELETE", `${path}/owner`);
  expect(response.status).toBe(200);
  const { metadata } = await podAfter(`${path}/owner`);
  expect(metadata).not.toHaveProperty("ownerReferences");
  expect(metadata).not.toHaveProperty("deletionTimestamp");
});

it("deletes them where it is said, and those of other owners in any case", async () => {
  await create(controllers, "v1", "ReplicationController", replicated);
  await send("DELETE", `${controllers}/owner`, { propagationPolicy: "Background" });
  await vi.waitFor(async () => {
    expect((await send("GET", `${pods}/pod`)).status).toBe(404);
  });
  await create(maps, "v1", "ConfigMap", {});
  await send("DELETE", `${maps}/owner`);
  await vi.waitFor(async () => {
    expect((await send("GET", `${pods}/pod`)).status).toBe(404);
  });
});

it("warns whoever deletes Jobs and says nothing of their pods", async () => {
  const warnings = async (path: string, body?: object): Promise<string | null> => {
    const response = await send("DELETE", path, body);
    return response.header("warning");
  };
  await create(jobs, "batch/v1", "Job", job);
  const warned = expect.stringContaining("child pods are preserved by default") as string; // a matcher
  expect(await warnings(`${jobs}/owner`)).toEqual(warned);
  expect(await warnings(jobs)).toEqual(warned);
  expect(await warnings(jobs, { propagationPolicy: "Orphan" })).toBeNull();
  expect(await warnings(controllers)).toBeNull();
});

it("takes metadata with the approval of a certificate", async () => {
  const path = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
  const request = { request: "LQ==", signerName: "example.com/a", usages: ["client auth"] };
  await answer("POST", path, { metadata: { name: "a" }, spec: request });
  const condition = { type: "Approved", status: "True", reason: "Good" };
  const approved = await answer("PATCH", `${path}/a/approval`, {
    metadata: { annotations: { a: "b" } },
    status: { conditions: [condition] },
  });
  expect(approved).toMatchObject({
    metadata: { annotations: { a: "b" } },
    status: { conditions: [condition] },
  });
});
