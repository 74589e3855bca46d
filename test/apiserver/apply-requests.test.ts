import { appendFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { beforeAll, expect, it } from "vitest";
import { newestMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import { Cluster } from "../../src/server/cluster.js";
import {
  applyAfterApply,
  entriesUnderFire,
  givenMetadata,
  oddYaml,
  strictPatches,
  widgetCrd,
} from "./apply-scenarios.js";
import { crdPath, describeApiServer, installCrd } from "./server.js";
import type { TwinRequest } from "./two-servers.js";
import { Twin } from "./two-servers.js";

/** A file to which differences are added, as lines of JSON. */
const report = process.env["APPLY_REPORT"];

describeApiServer("server-side applies of a cluster in memory and of a real server", (server) => {
  let real: Twin;
  let memory: Twin;
  beforeAll(async () => {
    await installCrd(server(), widgetCrd);
    const cluster = await Cluster.create({ minor: newestMinor });
    real = new Twin(server().transport);
    memory = new Twin(cluster);
    await memory.ask({ method: "POST", path: crdPath, body: JSON.stringify(widgetCrd) });
    // The server makes the first create of a resource wait.
    await new Promise((resolve) => setTimeout(resolve, 2000));
  });

  async function differences(requests: readonly TwinRequest[]): Promise<readonly unknown[]> {
    const found: unknown[] = [];
    for (const request of requests) {
      const [theirs, ours] = await Promise.all([real.ask(request), memory.ask(request)]);
      if (!isDeepStrictEqual(theirs, ours)) found.push({ request, theirs, ours });
    }
    if (report !== undefined) {
      const lines = found.map((difference) => `${JSON.stringify(difference)}\n`);
      appendFileSync(report, lines.join(""));
    }
    console.log(`${requests.length} requests, ${found.length} differences`);
    return found;
  }

  it("go on alike from what the client applied by itself", async () => {
    expect(await differences(applyAfterApply())).toEqual([]);
  });

  it("tell faults of patches in the same order", async () => {
    expect(await differences(strictPatches())).toEqual([]);
  });

  it("take the same metadata from clients", async () => {
    expect(await differences(givenMetadata())).toEqual([]);
  });

  it("keep the same owners of fields", async () => {
    expect(await differences(entriesUnderFire())).toEqual([]);
  });

  it("read odd YAML alike", async () => {
    expect(await differences(oddYaml())).toEqual([]);
  });
});
