import assert from "node:assert/strict";
import { afterEach, beforeEach, it } from "node:test";
import { CronTabClient } from "./generated/stable.example.com/v1/crontabs/client.js";
import { cronTab } from "./generated/stable.example.com/v1/crontabs/testing.js";
import { isNotFound } from "./generated/runtime/v1/index.js";
import { memoryApiServer } from "./generated/runtime/v1/testing.js";

/** What is tested: stops all that runs, and says how many there were. */
async function stopAll(client) {
  const running = (await client.list()).items.filter(({ spec }) => spec.replicas !== 0);
  for (const { metadata } of running) {
    await client.modify(metadata.name, ({ spec }) => void (spec.replicas = 0));
  }
  return running.length;
}

let server;
let client;

beforeEach(async () => {
  server = memoryApiServer([cronTab]);
  client = new CronTabClient(server, { namespace: "default" });
  for (const name of ["hourly", "nightly"]) {
    await client.create({
      apiVersion: "stable.example.com/v1",
      kind: "CronTab",
      metadata: { name },
      spec: { cronSpec: "0 3 * * *", image: "backup", replicas: 2 },
    });
  }
});
afterEach(() => server.close());

it("stops all that runs, once", async () => {
  assert.equal(await stopAll(client), 2);
  assert.equal(await stopAll(client), 0);
});

it("tries again when somebody else was faster", async () => {
  server.createConflicts(1);
  await stopAll(client);
  assert.equal((await client.get("nightly")).metadata.generation, 2);
});

it("tells what went wrong", async () => {
  server.fail({ verb: "list", resource: "crontabs", status: 404 });
  await assert.rejects(stopAll(client), isNotFound);
});

it("starts from the same objects each time", async () => {
  const before = server.snapshot();
  await client.delete("hourly");
  server.restore(before);
  assert.equal(await client.exists("hourly"), true);
});
