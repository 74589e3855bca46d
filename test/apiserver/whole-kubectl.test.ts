import { afterAll, beforeAll, expect, it } from "vitest";
import { isWhole } from "../support/scope.js";
import { compareCommands } from "./kubectl/compare.js";
import { readTable } from "./kubectl/table.js";
import type { ServedCluster } from "./two-clusters.js";
import { cronTabCrd, installCrds, serveCluster } from "./two-clusters.js";
import { describeWholeCluster } from "./whole-cluster.js";

describeWholeCluster("kubectl, beside a whole Kubernetes", (cluster) => {
  let ours: ServedCluster;
  beforeAll(async () => {
    ours = await serveCluster([cronTabCrd], { controllers: true });
    await installCrds(cluster(), [cronTabCrd]);
  });
  afterAll(async () => {
    await ours.close();
  });

  it.skipIf(isWhole)("DID NOT RUN: npm run test:whole runs it", () => {
    console.warn("kubectl, beside a whole Kubernetes: DID NOT RUN, npm run test:whole runs it");
  });

  it.runIf(isWhole)(
    "prints the same of custom resources and the kinds beside them",
    async () => {
      const { kubectl, kubeconfig } = cluster();
      const kubeconfigs = { ours: ours.kubeconfig, theirs: kubeconfig };
      const compared = { kubectl, ...kubeconfigs, reference: "whole" } as const;
      const tables = [...readTable("custom-resources.yaml"), ...readTable("core-kinds.yaml")];
      expect(await compareCommands(tables, compared)).toEqual([]);
    },
    1_800_000,
  );
});
