import { appendFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { beforeAll, expect, it } from "vitest";
import { newestMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import { Cluster } from "../../src/server/cluster.js";
import { builtinRequests } from "./apply-builtins.js";
import type { TwinRequest } from "./two-servers.js";
import { Twin } from "./two-servers.js";
import { describeWholeCluster } from "./whole-cluster.js";

/** A file to which differences are added, as lines of JSON. */
const report = process.env["APPLY_REPORT"];

describeWholeCluster(
  "applies and patches of built-in kinds",
  (cluster) => {
    const namespace = `apply-${Date.now().toString(36)}`;
    let real: Twin;
    let memory: Twin;
    beforeAll(async () => {
      real = new Twin(cluster().transport);
      memory = new Twin(await Cluster.create({ minor: newestMinor, namespaces: true }));
      const body = JSON.stringify({ metadata: { name: namespace } });
      const request = { method: "POST", path: "/api/v1/namespaces", body };
      await Promise.all([real.ask(request), memory.ask(request)]);
    });

    it("are answered alike, with keys that come twice too", async () => {
      const found: unknown[] = [];
      const requests: readonly TwinRequest[] = builtinRequests(namespace);
      for (const request of requests) {
        const [theirs, ours] = await Promise.all([real.ask(request), memory.ask(request)]);
        if (!isDeepStrictEqual(theirs, ours)) found.push({ request, theirs, ours });
      }
      await real.ask({ method: "DELETE", path: `/api/v1/namespaces/${namespace}` });
      console.log(`${requests.length} requests, ${found.length} differences`);
      const lines = found.map((difference) => `${JSON.stringify(difference)}\n`);
      if (report !== undefined) appendFileSync(report, lines.join(""));
      expect(found).toEqual([]);
    });
  },
  { controllers: false },
);
