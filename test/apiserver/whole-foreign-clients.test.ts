import { afterAll, beforeAll, expect, it } from "vitest";
import { buildForeignClient, foreignClients } from "../support/foreign-client.js";
import { transcript } from "./transcript.js";
import type { ServedCluster } from "./two-clusters.js";
import { cronTabCrd, installCrds, serveCluster } from "./two-clusters.js";
import { describeWholeCluster } from "./whole-cluster.js";

describeWholeCluster("clients in other languages, beside a whole Kubernetes", (cluster) => {
  let ours: ServedCluster;
  beforeAll(async () => {
    ours = await serveCluster([cronTabCrd], { controllers: true });
    await installCrds(cluster(), [cronTabCrd]);
  });
  afterAll(async () => {
    await ours.close();
  });

  for (const client of foreignClients) {
    it(`${client.title} sees the same of both, or DID NOT RUN`, async () => {
      const built = await buildForeignClient(client);
      if ("reason" in built) {
        console.warn(`${client.title}: DID NOT RUN, ${built.reason}`);
        return;
      }
      const theirs = await transcript(built.command, [cluster().kubeconfig, "core"]);
      expect(theirs.length).toBeGreaterThan(20);
      expect(await transcript(built.command, [ours.kubeconfig, "core"])).toEqual(theirs);
    }, 900_000);
  }
});
