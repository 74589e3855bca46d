import { afterEach, beforeEach, expect, it } from "vitest";
import { CronTabClient } from "./generated/stable.example.com/v1/crontabs/client.js";
import { cronTab } from "./generated/stable.example.com/v1/crontabs/testing.js";
import { isNotFound } from "./generated/runtime/v1/index.js";
import { type MemoryApiServer, memoryApiServer } from "./generated/runtime/v1/testing.js";

/** What is tested: stops all that runs, and says how many there were. */
async function stopAll(client: CronTabClient): Promise<number> {
  const running = (await client.list()).items.filter(({ spec }) => spec.replicas !== 0);
  for (const { metadata } of running) {
    await client.modify(metadata.name, ({ spec }) => void (spec.replicas = 0));
  }
  return running.length;
}

let server: MemoryApiServer;
let client: CronTabClient;

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
  expect(await stopAll(client)).toBe(2);
  expect(await stopAll(client)).toBe(0);
});

it("tries again when somebody else was faster", async () => {
  server.createConflicts(1);
  await stopAll(client);
  expect((await client.get("nightly")).metadata.generation).toBe(2);
});

it("tells what went wrong", async () => {
  server.fail({ verb: "list", resource: "crontabs", status: 404 });
  await expect(stopAll(client)).rejects.toSatisfy(isNotFound);
});

it("starts from the same objects each time", async () => {
  const before = server.snapshot();
  await client.delete("hourly");
  server.restore(before);
  expect(await client.exists("hourly")).toBe(true);
});
