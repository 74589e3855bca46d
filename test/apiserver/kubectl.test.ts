import { afterAll, beforeAll, expect, it } from "vitest";
import { buildKubectl } from "./build.js";
import { compareCommands } from "./kubectl/compare.js";
import { readTable } from "./kubectl/table.js";
import { describeApiServer } from "./server.js";
import type { ServedCluster } from "./two-clusters.js";
import { cronTabCrd, installCrds, serveCluster } from "./two-clusters.js";

describeApiServer("kubectl", (server) => {
  let ours: ServedCluster;
  beforeAll(async () => {
    ours = await serveCluster([cronTabCrd]);
    await installCrds(server(), [cronTabCrd]);
  });
  afterAll(async () => {
    await ours.close();
  });

  it("prints the same of custom resources", async () => {
    const kubectl = await buildKubectl();
    const kubeconfigs = { ours: ours.kubeconfig, theirs: server().kubeconfig };
    const compared = { kubectl, ...kubeconfigs, reference: "alone" } as const;
    expect(await compareCommands(readTable("custom-resources.yaml"), compared)).toEqual([]);
  }, 900_000);
});
