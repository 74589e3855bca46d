import { describe, expect, it } from "vitest";
import { ResourceClient } from "../../src/runtime/v1/client/resource-client.js";
import type { Transport } from "../../src/runtime/v1/client/transport.js";
import { fromKubeconfig } from "../../src/runtime/v1/node.js";
import type { GadgetTypes } from "./fixtures.js";
import { crdOf, gadget, planet } from "./fixtures.js";
import type { Ending } from "./leadership-runs.js";
import { LeadershipRuns, leadershipTimes } from "./leadership-runs.js";
import { startServing } from "./leadership-server.js";
import { describeWholeCluster } from "./whole-cluster.js";

/*
 * Two processes of one operator, each with two controllers; the leader is asked to stop, killed or
 * stopped for a while. `LEADERSHIP_RUNS` says how often; the default is 5.
 */

const runs = Number(process.env["LEADERSHIP_RUNS"] ?? "5");
const objects = 10;
const { leaseDuration, retryPeriod } = leadershipTimes;
/** The lease, a pause of the follower, and time for a busy machine. */
const longestTakeover: Readonly<Record<Ending, number>> = {
  SIGTERM: 500 + 2.2 * retryPeriod + 4_000,
  SIGKILL: leaseDuration + 2.2 * retryPeriod + 4_000,
  SIGSTOP: leaseDuration + 2.2 * retryPeriod + 4_000,
};

async function fill(transport: Transport): Promise<void> {
  for (const definition of [gadget, planet]) {
    const client = new ResourceClient<GadgetTypes>(definition, transport);
    for (let index = 0; index < objects; index++) {
      const metadata = { name: `object-${index}` };
      const { kind } = definition;
      await client.create({ apiVersion: "example.com/v1", kind, metadata } as never);
    }
  }
}

/** One test for each way to end. */
function itTakesOver(server: string, start: () => Promise<LeadershipRuns>): void {
  for (const ending of ["SIGTERM", "SIGKILL", "SIGSTOP"] as const) {
    it(
      `never has two replicas at one object after a ${ending}`,
      async () => {
        const all = await start();
        try {
          const { takeovers, overlaps, reconciles } = await all.run(ending, runs);
          const sorted = [...takeovers].sort((one, two) => one - two);
          const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
          const longest = Math.max(...takeovers);
          console.log(
            `${server}, ${ending} × ${runs}: ${reconciles} reconciles, ${overlaps.length} overlaps; ` +
              `taken over after ${middle} ms (median), ${longest} ms (longest)`,
          );
          expect(overlaps).toEqual([]);
          expect(longest).toBeLessThan(longestTakeover[ending]);
          expect(reconciles).toBeGreaterThan(runs);
        } finally {
          all.close();
        }
      },
      60_000 + runs * 15_000,
    );
  }
}

describe("leadership with crdgen serve", () => {
  itTakesOver("crdgen serve", async () => {
    const serving = await startServing([crdOf(gadget), crdOf(planet)]);
    const transport = await fromKubeconfig({ path: serving.kubeconfig });
    await fill(transport);
    transport.close();
    return new LeadershipRuns(serving.kubeconfig, serving.stop);
  });
});

describeWholeCluster("leadership with a whole Kubernetes", (cluster) => {
  let isFilled = false;
  itTakesOver("Kubernetes", async () => {
    const whole = cluster();
    const { transport, kubeconfig } = whole;
    if (!isFilled) {
      for (const definition of [gadget, planet]) {
        await whole.request(
          "POST",
          "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
          crdOf(definition),
        );
      }
      await served(transport);
      await fill(transport);
    }
    isFilled = true;
    return new LeadershipRuns(kubeconfig);
  });
});

/** Waits until the server lists both resources. */
async function served(transport: Transport): Promise<void> {
  for (const definition of [gadget, planet]) {
    const client = new ResourceClient<GadgetTypes>(definition, transport);
    await expect
      .poll(
        () =>
          client.list().then(
            () => true,
            () => false,
          ),
        { timeout: 30_000 },
      )
      .toBe(true);
  }
}
