import { afterEach, expect, it, vi } from "vitest";
import { kindTable } from "../../../src/runtime/v1/built-in/table/kind-table.js";
import type { JsonObject } from "../../../src/runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../../src/runtime/v1/values/kubernetes-version.js";
import { Cluster } from "../../../src/server/cluster.js";

let cluster: Cluster;
afterEach(() => {
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

const team = "/api/v1/namespaces/team";
const finalizers = ["example.com/finalizer"];

/** A namespace that is being deleted, with a pod that a finalizer holds, and a ConfigMap. */
async function deleteNamespace(minor: KubernetesMinor, held: "pod" | "map"): Promise<void> {
  cluster = await Cluster.create({ minor, namespaces: true, builtIns: kindTable(minor).resources });
  await send("POST", "/api/v1/namespaces", { metadata: { name: "team" } });
  const metadata = (name: string, isHeld: boolean): object => ({
    metadata: { name, ...(isHeld && { finalizers }) },
  });
  await send("POST", `${team}/pods`, {
    ...metadata("pod", held === "pod"),
    spec: { containers: [{ name: "main", image: "pause" }], terminationGracePeriodSeconds: 0 },
  });
  await send("POST", `${team}/configmaps`, metadata("map", held === "map"));
  await send("DELETE", team);
}

const wait = { timeout: 5000 };

it("deletes the pods of a namespace before all others, and counts nothing until then", async () => {
  await deleteNamespace(37, "pod");
  await vi.waitFor(async () => {
    const { status } = await send("GET", team);
    const conditions = [
      { type: "NamespaceDeletionDiscoveryFailure", status: "False" },
      { type: "NamespaceDeletionGroupVersionParsingFailure", status: "False" },
      { type: "NamespaceDeletionContentFailure", status: "False" },
      { type: "NamespaceContentRemaining", status: "False", reason: "ContentRemoved" },
      { type: "NamespaceFinalizersRemaining", status: "False" },
    ];
    expect(status).toMatchObject({ phase: "Terminating", conditions });
  }, wait);
  const time = expect.any(String) as string; // a matcher
  expect(await send("GET", `${team}/pods/pod`)).toMatchObject({
    metadata: { deletionTimestamp: time },
  });
  const { metadata } = await send("GET", `${team}/configmaps/map`);
  expect(metadata).not.toHaveProperty("deletionTimestamp");
  await send("PATCH", `${team}/pods/pod`, { metadata: { finalizers: null } });
  await vi.waitFor(async () => {
    expect(await send("GET", team)).toMatchObject({ kind: "Status", code: 404 });
  }, wait);
});

it("counts what else remains when the pods are gone", async () => {
  await deleteNamespace(37, "map");
  await vi.waitFor(async () => {
    const { status } = await send("GET", team);
    const message = "Some resources are remaining: configmaps. has 1 resource instances";
    expect(JSON.stringify(status)).toContain(message);
  }, wait);
});

it("deletes all at once as servers before 1.33 do", async () => {
  await deleteNamespace(32, "pod");
  await vi.waitFor(async () => {
    const { status } = await send("GET", team);
    const message = "Some resources are remaining: pods. has 1 resource instances";
    expect(JSON.stringify(status)).toContain(message);
  }, wait);
  expect(await send("GET", `${team}/configmaps/map`)).toMatchObject({ code: 404 });
});
