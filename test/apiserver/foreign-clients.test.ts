import { afterAll, beforeAll, expect, it } from "vitest";
import { buildForeignClient, foreignClients } from "../support/foreign-client.js";
import { describeApiServer } from "./server.js";
import { transcript } from "./transcript.js";
import type { ServedCluster } from "./two-clusters.js";
import { cronTabCrd, installCrds, serveCluster } from "./two-clusters.js";

describeApiServer("clients in other languages", (server) => {
  let ours: ServedCluster;
  beforeAll(async () => {
    ours = await serveCluster([cronTabCrd]);
    await installCrds(server(), [cronTabCrd]);
  });
  afterAll(async () => {
    await ours.close();
  });

  for (const client of foreignClients) {
    it(`${client.title} sees the same of both servers, or DID NOT RUN`, async () => {
      const built = await buildForeignClient(client);
      if ("reason" in built) {
        console.warn(`${client.title}: DID NOT RUN, ${built.reason}`);
        return;
      }
      const theirs = await transcript(built.command, [server().kubeconfig]);
      expect(theirs.length).toBeGreaterThan(20);
      expect(await transcript(built.command, [ours.kubeconfig])).toEqual(theirs);
    }, 900_000);
  }
});
