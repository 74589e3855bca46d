import { appendFileSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import { kindTable } from "../../src/runtime/v1/built-in/table/kind-table.js";
import type { Transport } from "../../src/runtime/v1/client/transport.js";
import { Cluster } from "../../src/server/cluster.js";
import type { MaskedAnswer } from "./two-servers.js";
import { Twin } from "./two-servers.js";
import { describeWholeCluster } from "./whole-cluster.js";
import { kindScenarios } from "./whole-kinds-scenarios.js";

/** A file to which differences are added, as lines of JSON. */
const report = process.env["WHOLE_REPORT"];

/** The same of each server: objects of the kinds of the table, which no controller changes. */
describeWholeCluster(
  "kinds of the table, as a whole Kubernetes answers",
  (cluster) => {
    let memory: Transport;
    beforeAll(async () => {
      const builtIns = kindTable(37).resources;
      memory = await Cluster.create({ minor: 37, namespaces: true, builtIns });
    });

    it.each(Object.entries(kindScenarios))("%s", async (name, scenario) => {
      const namespace = `kinds-${name.replace(/[^a-z]+/g, "-")}-${Date.now().toString(36)}`;
      const [theirs, ours] = [new Twin(cluster().transport), new Twin(memory)];
      const body = JSON.stringify({ metadata: { name: namespace } });
      const create = { method: "POST", path: "/api/v1/namespaces", body };
      await Promise.all([theirs.ask(create), ours.ask(create)]);
      const different: unknown[] = [];
      for (const request of scenario(namespace)) {
        const compared = name.startsWith("warnings") ? warningsOf : withoutSentences;
        const wanted = compared(await theirs.ask(request));
        const given = compared(await ours.ask(request));
        if (JSON.stringify(wanted) !== JSON.stringify(given)) {
          different.push({ request, theirs: wanted, ours: given });
          const line = JSON.stringify({ name, request, theirs: wanted, ours: given });
          if (report !== undefined) appendFileSync(report, `${line}\n`);
        }
      }
      await theirs.ask({ method: "DELETE", path: `/api/v1/namespaces/${namespace}` });
      expect(different).toEqual([]);
    });
  },
  { controllers: false },
);

/** Admission plugins of a whole server change some of these objects: nodes get taints. */
function warningsOf({ code, warnings }: MaskedAnswer): unknown {
  return { code, warnings };
}

/** The table of kinds has no descriptions of columns; each server gives its own addresses. */
function withoutSentences(answer: MaskedAnswer): unknown {
  const text = JSON.stringify(answer)
    .replace(/"10\.0\.0\.\d+"/g, '"<address>"')
    .replace(/"nodePort":\d+/g, '"nodePort":0');
  if (!text.includes('"columnDefinitions"')) return JSON.parse(text);
  return JSON.parse(text.replace(/"description":"(?:[^"\\]|\\.)*"/g, '"description":""'));
}
