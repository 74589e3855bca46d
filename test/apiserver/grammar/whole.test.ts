import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isWhole } from "../../support/scope.js";
import { hasShared } from "../../support/shared.js";
import { describeWholeCluster } from "../whole-cluster.js";
import { writeCase } from "./cases.js";
import { compareServers, printDifference } from "./comparison.js";
import { coreResources } from "./core-kinds.js";
import type { Servers } from "./episode.js";
import { coreObjects } from "./seed.js";
import type { RunningSide } from "./servers.js";
import { createAll, servedSide, wholeHeaders } from "./servers.js";
import { grammarSettings, isCi } from "./settings.js";
import { Side } from "./side.js";
import { customWorld } from "./world.js";

const { seed, count } = grammarSettings(isWhole ? 20_000 : 2000);

describeWholeCluster(
  "requests drawn from the grammar of the API, on a whole cluster",
  (cluster) => {
    const world = customWorld(hasShared);
    const resources = [
      ...world.resources,
      ...(process.env["CORE"] === "0" ? [] : [...coreResources, ...coreResources]),
    ];
    let served: RunningSide;
    let servers: Servers;
    beforeAll(async () => {
      await createAll(cluster().transport, world.crds, true);
      // The server makes the first create of a resource wait.
      await sleep(5000);
      served = await servedSide(world.crds, true, await coreObjects(cluster().transport));
      servers = {
        reference: new Side("reference", cluster().transport, wholeHeaders),
        ours: [served.side],
      };
    });
    afterAll(() => served.close());

    it("are answered alike", { timeout: 3_600_000 }, async () => {
      const only = process.env["ONLY"]?.split(",");
      const chosen = resources.filter(({ plural }) => only?.includes(plural) !== false);
      const plan = { seed, count, resources: chosen, isWhole: process.env["CORE"] !== "0" };
      const { sent, succeeded, differences, unsteady } = await compareServers(servers, plan);
      console.log(
        `${sent} requests, ${succeeded} done, ${unsteady} unsteady, ${differences.length} differences`,
      );
      if (!isCi) for (const difference of differences) writeCase("whole", difference);
      expect(differences.map(printDifference)).toEqual([]);
    });
  },
);
