import { beforeAll, expect, it } from "vitest";
import { newestMinor } from "../../../src/runtime/v1/values/kubernetes-version.js";
import { Cluster } from "../../../src/server/cluster.js";
import { repeatedCrd } from "../../support/repeated-shapes.js";

const owner = { apiVersion: "v1", kind: "ConfigMap", name: "a", uid: "u1" };
const ownerReferences = [owner, owner];
const root = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.create({ minor: newestMinor });
  expect(await send("POST", root, repeatedCrd("example.com", []))).toBeNull();
});

/** The warning of an answer. */
async function send(method: string, path: string, body: object): Promise<string | null> {
  const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
  const headers: [string, string][] = [["content-type", type]];
  const answer = await cluster.send({ method, path, headers, body: JSON.stringify(body) });
  expect([200, 201], await answer.text()).toContain(answer.status);
  return answer.header("warning");
}

it.each([
  ["v1", "ConfigMap", "/api/v1/namespaces/default/configmaps"],
  ["example.com/v1", "Thing", "/apis/example.com/v1/namespaces/default/things"],
])("are dropped with a warning that says when they were seen: %s", async (apiVersion, kind, at) => {
  const tail = "API server dedups owner references in 1\\.20\\+, .* observed: u1";
  const before = new RegExp(`contains duplicate entries; ${tail}`);
  const after = new RegExp(`entries after mutating admission happens; ${tail}`);
  const metadata = { name: "a", ownerReferences };
  expect(await send("POST", at, { apiVersion, kind, metadata })).toMatch(before);
  expect(await send("PATCH", `${at}/a`, { metadata: { ownerReferences } })).toMatch(after);
  const labels = { a: "b" };
  expect(await send("PATCH", `${at}/a`, { metadata: { labels } })).toBeNull();
});
