import { appendFileSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import type { Transport } from "../../src/runtime/v1/client/transport.js";
import { Cluster } from "../../src/server/cluster.js";
import { Twin } from "./two-servers.js";
import { builtinScenarios } from "./whole-builtins-scenarios.js";
import { describeWholeCluster } from "./whole-cluster.js";

/** A file to which differences are added, as lines of JSON. */
const report = process.env["WHOLE_REPORT"];

/** The same of each server: objects of built-in kinds, written and read in the same order. */
describeWholeCluster("built-in kinds, as a whole Kubernetes answers", (cluster) => {
  let memory: Transport;
  beforeAll(async () => {
    memory = await Cluster.create({
      minor: 37,
      namespaces: true,
      furnishesNamespaces: true,
      garbageCollector: true,
    });
  });

  it.each(Object.entries(builtinScenarios))("%s", async (name, scenario) => {
    const namespace = `builtins-${name.replace(/[^a-z]+/g, "-")}-${Date.now().toString(36)}`;
    const [theirs, ours] = [new Twin(cluster().transport), new Twin(memory)];
    const body = JSON.stringify({ metadata: { name: namespace } });
    const create = { method: "POST", path: "/api/v1/namespaces", body };
    await Promise.all([theirs.ask(create), ours.ask(create)]);
    const different: unknown[] = [];
    for (const request of scenario(namespace)) {
      const [wanted, given] = [await theirs.ask(request), await ours.ask(request)];
      if (JSON.stringify(wanted) !== JSON.stringify(given)) {
        different.push({ request, theirs: wanted, ours: given });
        const line = JSON.stringify({ name, request, theirs: wanted, ours: given });
        if (report !== undefined) appendFileSync(report, `${line}\n`);
      }
    }
    await theirs.ask({ method: "DELETE", path: `/api/v1/namespaces/${namespace}` });
    expect(different).toEqual([]);
  });
});
