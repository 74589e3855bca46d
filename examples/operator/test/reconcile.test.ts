import assert from "node:assert/strict";
import { test } from "node:test";
import { addControllers } from "../src/controllers.js";
import { DeploymentClient } from "../src/generated/apps/v1/deployments/index.js";
import { SiteClient } from "../src/generated/example.com/v1/sites/index.js";
import { site } from "../src/generated/example.com/v1/sites/testing.js";
import { builtInKinds } from "../src/generated/runtime/v1/built-in.js";
import { waitFor } from "../src/generated/runtime/v1/index.js";
import { Manager } from "../src/generated/runtime/v1/manager.js";
import { memoryApiServer } from "../src/generated/runtime/v1/testing.js";
import sample from "../deploy/sample.json" with { type: "json" };

test("a site is served when its Deployment is there, and gives its host back", async () => {
  const kinds = builtInKinds(["apps/v1/Deployment", "v1/Service"]);
  const server = memoryApiServer([site, ...kinds], { garbageCollector: true });
  const manager = new Manager({ transport: server });
  addControllers(manager);
  const stopping = new AbortController();
  const running = manager.run({ signal: stopping.signal });
  const sites = new SiteClient(server);
  const deployments = new DeploymentClient(server);

  const { name } = (await sites.create(sample as Parameters<typeof sites.create>[0])).metadata;
  const { spec, metadata } = await waitFor(deployments, name, () => true);
  assert.equal(spec?.replicas, 2);
  assert.equal(metadata.ownerReferences?.[0]?.name, name);

  // There are no controllers of Deployments here.
  const replicas = 2;
  const status = { observedGeneration: metadata.generation, replicas, updatedReplicas: replicas };
  await deployments.status.patch(name, { merge: { status: { ...status, availableReplicas: 2 } } });
  await waitFor(sites, name, ({ status }) => status?.conditions?.[0]?.status === "True");

  await sites.delete(name);
  await waitFor(sites, name, "deleted");
  await server.quiet();
  await waitFor(deployments, name, "deleted");
  stopping.abort();
  await running;
  server.close();
});
