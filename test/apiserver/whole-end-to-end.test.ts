import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { selectKinds } from "../../src/builtin/select-kinds.js";
import { kindTable } from "../../src/runtime/v1/built-in/table/kind-table.js";
import { newestMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import { buildGoProgram, hasGo } from "../support/go-program.js";
import { isWhole } from "../support/scope.js";
import { buildKubectl } from "./build.js";
import { readGinkgoReport } from "./ginkgo-report.js";
import type { Outcome } from "./strict-list.js";
import { expectOutcomes, readStrictList } from "./strict-list.js";
import { runProgram, serveCluster } from "./two-clusters.js";

const sources = join(import.meta.dirname, "../support/kubernetes-e2e");

const list = readStrictList("end-to-end.yaml");

it.runIf(isWhole && hasGo)(
  "Kubernetes' own end-to-end tests pass, but for those that need what serve lacks",
  async () => {
    expectOutcomes("end-to-end tests of Kubernetes", await runTests(), list, 100);
  },
  3_600_000,
);

it.skipIf(isWhole && hasGo)("Kubernetes' own end-to-end tests DID NOT RUN", () => {
  const reason = hasGo ? "npm run test:whole runs them" : "the command go is missing";
  console.warn(`end-to-end tests of Kubernetes: DID NOT RUN, ${reason}`);
  expect(list.focus.length).toBeGreaterThan(20);
});

async function runTests(): Promise<readonly Outcome[]> {
  const program = await buildGoProgram("kubernetes-e2e", sources);
  const kubectl = await buildKubectl();
  const ours = await serveCluster([], {
    controllers: true,
    builtIns: selectKinds(kindTable(newestMinor), ["all"]).resources,
    simulate: 200,
    authorization: "rbac",
  });
  const folder = mkdtempSync(join(tmpdir(), "crdgen-end-to-end-"));
  try {
    const report = join(folder, "report.json");
    const args = [
      `-kubeconfig=${ours.kubeconfig}`,
      `-kubectl-path=${kubectl}`,
      `-ginkgo.focus=${list.focus.join("|")}`,
      `-ginkgo.skip=${list.skip.join("|")}`,
      `-ginkgo.json-report=${report}`,
      "-ginkgo.timeout=50m",
      "-ginkgo.no-color",
    ];
    await runProgram(program, args, { cwd: folder, timeout: 3_500_000 });
    return readGinkgoReport(readFileSync(report, "utf8"));
  } finally {
    await ours.close();
    rmSync(folder, { recursive: true });
  }
}
