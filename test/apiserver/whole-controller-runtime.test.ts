import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { kindTable } from "../../src/runtime/v1/built-in/table/kind-table.js";
import { newestMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import { buildSuite } from "../support/controller-runtime.js";
import { hasGo } from "../support/go-program.js";
import { isWhole } from "../support/scope.js";
import { readGinkgoReport } from "./ginkgo-report.js";
import type { Outcome } from "./strict-list.js";
import { expectOutcomes, readStrictList } from "./strict-list.js";
import { runProgram, serveCluster } from "./two-clusters.js";

const list = readStrictList("controller-runtime.yaml");

/** A kubeconfig of another server, on which the suites are run instead: to compare. */
const other = process.env["CONTROLLER_RUNTIME_KUBECONFIG"];

it.runIf(isWhole && hasGo)(
  "controller-runtime's own suites pass",
  async () => {
    const outcomes: Outcome[] = [];
    for (const name of list.focus) {
      const ran = await runSuite(name);
      const passed = ran.filter(({ failure }) => failure === undefined);
      console.log(`${name}: ${passed.length} of ${ran.length} passed`);
      outcomes.push(...ran);
    }
    expectOutcomes("suites of controller-runtime", outcomes, list, 600);
  },
  3_600_000,
);

it.skipIf(isWhole && hasGo)("controller-runtime's own suites DID NOT RUN", () => {
  const reason = hasGo ? "npm run test:whole runs them" : "the command go is missing";
  console.warn(`suites of controller-runtime: DID NOT RUN, ${reason}`);
  expect(list.focus.length).toBeGreaterThan(2);
});

/** Each on a server of its own, as they expect it. */
async function runSuite(name: string): Promise<readonly Outcome[]> {
  const { executable, folder } = await buildSuite(name);
  const builtIns = kindTable(newestMinor).resources;
  const ours = await serveCluster([], { controllers: "none", builtIns });
  const made = mkdtempSync(join(tmpdir(), "crdgen-controller-runtime-"));
  try {
    const report = join(made, "report.json");
    const args = [
      `-ginkgo.json-report=${report}`,
      `-ginkgo.skip=${list.skip.join("|")}`,
      "-ginkgo.seed=1",
      "-ginkgo.timeout=20m",
      "-ginkgo.no-color",
    ];
    const env = { USE_EXISTING_CLUSTER: "true", KUBECONFIG: other ?? ours.kubeconfig };
    await runProgram(executable, args, { cwd: folder, env, timeout: 1_300_000 });
    const outcomes = readGinkgoReport(readFileSync(report, "utf8"));
    return outcomes.map((outcome) => ({ ...outcome, name: `${name} ${outcome.name}` }));
  } finally {
    await ours.close();
    rmSync(made, { recursive: true });
  }
}
