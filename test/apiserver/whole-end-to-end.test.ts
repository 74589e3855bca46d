import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { selectKinds } from "../../src/builtin/select-kinds.js";
import { kindTable } from "../../src/runtime/v1/built-in/table/kind-table.js";
import { newestMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import { buildGoProgram, hasGo } from "../support/go-program.js";
import { isWhole } from "../support/scope.js";
import { buildKubectl } from "./build.js";
import type { Outcome } from "./strict-list.js";
import { expectOutcomes, readStrictList } from "./strict-list.js";
import { runProgram, serveCluster } from "./two-clusters.js";

const sources = join(import.meta.dirname, "../support/kubernetes-e2e");

const list = readStrictList("end-to-end.yaml");

/** What ginkgo reports of a test (`types.SpecReport`); those that were not chosen are skipped. */
const reportFile = z.array(
  z.object({
    SpecReports: z.array(
      z.object({
        ContainerHierarchyTexts: z.array(z.string()).nullable(),
        LeafNodeText: z.string(),
        LeafNodeType: z.string(),
        State: z.string(),
        Failure: z.object({ Message: z.string() }).optional(),
      }),
    ),
  }),
);

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
    return readReport(readFileSync(report, "utf8"));
  } finally {
    await ours.close();
    rmSync(folder, { recursive: true });
  }
}

function readReport(text: string): readonly Outcome[] {
  const specs = reportFile.parse(JSON.parse(text)).flatMap((suite) => suite.SpecReports);
  const ran = specs.filter((spec) => spec.LeafNodeType === "It" && spec.State !== "skipped");
  return ran.map(({ ContainerHierarchyTexts, LeafNodeText, State, Failure }) => ({
    name: [...(ContainerHierarchyTexts ?? []), LeafNodeText].join(" "),
    failure: State === "passed" ? undefined : `${State}: ${Failure?.Message ?? ""}`,
  }));
}
