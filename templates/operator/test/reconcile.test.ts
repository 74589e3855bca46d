import assert from "node:assert/strict";
import { test } from "node:test";
import { addControllers } from "../src/controllers.js";
import { DeploymentClient } from "../src/generated/apps/v1/deployments/index.js";
import { deployment } from "../src/generated/apps/v1/deployments/testing.js";
import { waitFor } from "../src/generated/runtime/v1/index.js";
import { Manager } from "../src/generated/runtime/v1/manager.js";
import { memoryApiServer } from "../src/generated/runtime/v1/testing.js";
import { CRDGEN_CLIENT } from "CRDGEN_TESTMODULE";
import { CRDGEN_DEFINITION } from "CRDGEN_TESTING";
import sample from "../deploy/sample.json" with { type: "json" };

test("an object gets a Deployment, and loses its finalizer when it is deleted", async () => {
  const server = memoryApiServer([CRDGEN_DEFINITION, deployment], { garbageCollector: true });
  const manager = new Manager({ transport: server });
  addControllers(manager);
  const stopping = new AbortController();
  const running = manager.run({ signal: stopping.signal });
  const client = new CRDGEN_CLIENT(server);
  const deployments = new DeploymentClient(server);

  const { name } = (await client.create(sample as Parameters<typeof client.create>[0])).metadata;
  const made = await waitFor(deployments, name, () => true);
  assert.equal(made.metadata.ownerReferences?.[0]?.name, name);

  // What somebody deletes comes again.
  await deployments.delete(name);
  const again = await waitFor(deployments, name, ({ metadata }) => {
    return metadata.uid !== made.metadata.uid;
  });
  assert.equal(again.metadata.name, name);

  await client.delete(name);
  await waitFor(client, name, "deleted");
  await server.quiet();
  await waitFor(deployments, name, "deleted");
  stopping.abort();
  await running;
  server.close();
});
