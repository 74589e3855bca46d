import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { writeFileSync } from "node:fs";
import { cronTabScenarios } from "./memory-scenarios.js";
import type { CrdObject } from "./server.js";
import { describeApiServer, installCrd } from "./server.js";
import { memoryTwin, Twin } from "./two-servers.js";

function sampleCrd(name: string): CrdObject {
  const path = join(import.meta.dirname, "../../generated-samples", name, "crd.yaml");
  return parse(readFileSync(path, "utf8")) as CrdObject; // a sample
}

describeApiServer("the API server in memory and a real one", (server) => {
  let real: Twin;
  let memory: Twin;
  beforeAll(async () => {
    const crds = ["crontab"].map(sampleCrd);
    for (const crd of crds) await installCrd(server(), crd);
    real = new Twin(server().transport);
    memory = new Twin(await memoryTwin(crds));
    // The server makes the first create of a resource wait.
    await new Promise((resolve) => setTimeout(resolve, 2000));
  });

  it("answer all requests alike", async () => {
    const differences: unknown[] = [];
    let count = 0;
    for (const request of cronTabScenarios()) {
      const theirs = await real.ask(request);
      const ours: unknown = await memory.ask(request).catch((error: unknown) => error instanceof Error ? error.stack : error);
      count++;
      try {
        expect(ours).toEqual(theirs);
      } catch {
        differences.push({ request, theirs, ours });
      }
    }
    console.log(`${count} requests, ${differences.length} differences`);
    writeFileSync("/tmp/h-server/diffs.json", JSON.stringify(differences, null, 1));
    expect(differences).toEqual([]);
  });
});
