import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isWhole } from "../../support/scope.js";
import { hasShared } from "../../support/shared.js";
import { describeApiServer, installCrd } from "../server.js";
import { writeCase } from "./cases.js";
import { compareServers, printDifference } from "./comparison.js";
import type { Servers } from "./episode.js";
import type { RunningSide } from "./servers.js";
import { httpHeaders, memorySide, servedSide } from "./servers.js";
import { grammarSettings, isCi } from "./settings.js";
import { Side } from "./side.js";
import { customWorld } from "./world.js";

const { seed, count } = grammarSettings(isWhole ? 20_000 : 2000);

describeApiServer("requests drawn from the grammar of the API, on custom resources", (server) => {
  const world = customWorld(hasShared);
  let served: RunningSide;
  let servers: Servers;
  beforeAll(async () => {
    for (const crd of world.crds) await installCrd(server(), crd);
    served = await servedSide(world.crds, false);
    const reference = new Side("reference", server().transport, httpHeaders);
    servers = { reference, ours: [await memorySide(world.crds), served.side] };
    // The server makes the first create of a resource wait.
    await sleep(2000);
  });
  afterAll(() => served.close());

  it("are answered alike", { timeout: 3_600_000 }, async () => {
    const plan = { seed, count, resources: world.resources, isWhole: false };
    const { sent, succeeded, differences, unsteady } = await compareServers(servers, plan);
    console.log(
      `${sent} requests, ${succeeded} done, ${unsteady} unsteady, ${differences.length} differences`,
    );
    if (!isCi) for (const difference of differences) writeCase("crds", difference);
    expect(differences.map(printDifference)).toEqual([]);
  });
});
