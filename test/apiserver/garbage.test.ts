import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Transport } from "../../src/runtime/v1/client/transport.js";
import { newestMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import { Cluster } from "../../src/server/cluster.js";
import type { Ask, GarbageOutcome } from "./garbage-scenarios.js";
import {
  clearGarbage,
  Garbage,
  garbageScenarios,
  outcomeOf,
  prepareGarbage,
} from "./garbage-scenarios.js";
import { sendRequest } from "./server.js";
import { describeWholeCluster } from "./whole-cluster.js";

/** How long the controllers of the real server may take, in ms. */
const patience = 20_000;
/** How long nothing may happen there before nothing more is awaited. */
const calm = 3000;

function askerOf(transport: Transport): Ask {
  return (method, path, body) => {
    const type = method === "PATCH" ? "application/merge-patch+json" : undefined;
    return sendRequest(transport, method, path, body, type);
  };
}

describeWholeCluster("the garbage collector of the server in memory and the real one", (whole) => {
  let [real, memory]: readonly [Ask, Ask] = [unset, unset];
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await Cluster.create({
      minor: newestMinor,
      namespaces: true,
      garbageCollector: true,
    });
    [real, memory] = [askerOf(whole().transport), askerOf(cluster)];
    await Promise.all([prepareGarbage(real), prepareGarbage(memory)]);
    // The real one takes up new kinds every 30 seconds.
    await sleep(35_000);
  });
  afterAll(async () => {
    await clearGarbage(real);
    cluster.close();
  });

  const scenarios = Object.entries(garbageScenarios);

  it.each(scenarios)("decide alike: %s", async (name, run) => {
    const prefix = `definitions-${Object.keys(garbageScenarios).indexOf(name)}-`;
    await run(new Garbage(memory), prefix);
    await run(new Garbage(real), prefix);
    await cluster.server.quiet();
    const ours = await outcomeOf(memory, prefix);
    expect(await settled(() => outcomeOf(real, prefix), ours)).toEqual(ours);
  });
});

/** The last outcome: when it is the same as ours for a while, or time is up. */
async function settled(
  read: () => Promise<GarbageOutcome>,
  ours: GarbageOutcome,
): Promise<GarbageOutcome> {
  const end = Date.now() + patience;
  let [theirs, since] = [await read(), Date.now()];
  while (Date.now() < end && !(isDeepStrictEqual(theirs, ours) && Date.now() > since + calm)) {
    await sleep(200);
    const next = await read();
    if (!isDeepStrictEqual(next, theirs)) [theirs, since] = [next, Date.now()];
  }
  return theirs;
}

function unset(): never {
  throw new Error("the servers run only during tests");
}
