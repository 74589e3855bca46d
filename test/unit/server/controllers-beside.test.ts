import { expect, it } from "vitest";
import type { JsonObject } from "../../../src/runtime/v1/values/json/json.js";
import { Cluster } from "../../../src/server/cluster.js";

const namespaces = "/api/v1/namespaces";

function start(controllersBeside: boolean): Promise<Cluster> {
  const own = { namespaces: true, furnishesNamespaces: true, garbageCollector: true };
  return Cluster.create({ minor: 37, ...own, controllersBeside });
}

async function ask(
  cluster: Cluster,
  method: string,
  path: string,
  body?: object,
): Promise<JsonObject> {
  const response = await cluster.send({
    method,
    path,
    headers: [["content-type", "application/json"]],
    ...(body && { body: JSON.stringify(body) }),
  });
  return JSON.parse(await response.text()) as JsonObject; // of the server
}

/** Creates a namespace with an owner and what it owns; deletes the owner and the namespace. */
async function deleteAll(cluster: Cluster): Promise<readonly JsonObject[]> {
  await ask(cluster, "POST", namespaces, { metadata: { name: "n" } });
  const maps = `${namespaces}/n/configmaps`;
  const owner = await ask(cluster, "POST", maps, { metadata: { name: "owner" } });
  const { uid = "" } = owner["metadata"] as JsonObject; // of an object
  const ownerReferences = [{ apiVersion: "v1", kind: "ConfigMap", name: "owner", uid }];
  await ask(cluster, "POST", maps, { metadata: { name: "owned", ownerReferences } });
  await ask(cluster, "DELETE", `${maps}/owner`);
  await cluster.server.quiet();
  const owned = await ask(cluster, "GET", `${maps}/owned`);
  await ask(cluster, "DELETE", `${namespaces}/n`);
  await cluster.server.quiet();
  return [owned, await ask(cluster, "GET", `${namespaces}/n`)];
}

it("leaves namespaces and garbage to controllers beside the server", async () => {
  const cluster = await start(true);
  const [owned, namespace] = await deleteAll(cluster);
  expect(owned).toMatchObject({ kind: "ConfigMap" });
  expect(namespace).toMatchObject({ status: { phase: "Terminating" } });
  expect(namespace?.["status"]).not.toHaveProperty("conditions");
  expect(await ask(cluster, "GET", `${namespaces}/default/serviceaccounts/default`)).toMatchObject({
    code: 404,
  });
  // What the server itself makes is there, and so is the end that a controller makes of it.
  const maps = await ask(cluster, "GET", `${namespaces}/kube-system/configmaps`);
  expect(maps["items"]).toHaveLength(1);
  await ask(cluster, "PUT", `${namespaces}/n/finalize`, { ...namespace, spec: {} });
  expect(await ask(cluster, "GET", `${namespaces}/n`)).toMatchObject({ code: 404 });
  cluster.close();
});

it("does their work by itself where there are none", async () => {
  const cluster = await start(false);
  const answers = await deleteAll(cluster);
  expect(answers.map(({ code }) => code)).toEqual([404, 404]);
  cluster.close();
});
