import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { buildGoProgram, hasGo } from "../support/go-program.js";
import { isWhole } from "../support/scope.js";
import { buildKubectl } from "./build.js";
import { runProgram, serveCluster } from "./two-clusters.js";

const sources = join(import.meta.dirname, "../support/kubernetes-e2e");

const { focus, skip, lacking } = z
  .strictObject({
    focus: z.array(z.string()),
    skip: z.array(z.string()),
    lacking: z.record(z.string(), z.array(z.string())),
  })
  .parse(parse(readFileSync(join(import.meta.dirname, "end-to-end.yaml"), "utf8")));

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

/** How a test of Kubernetes ended. */
interface Outcome {
  readonly name: string;
  /** What went wrong; undefined of those that passed. */
  readonly failure: string | undefined;
}

it.runIf(isWhole && hasGo)(
  "Kubernetes' own end-to-end tests pass, but for those that need what serve lacks",
  async () => {
    const outcomes = await runTests();
    const failed = outcomes.filter(({ failure }) => failure !== undefined);
    const expected = Object.values(lacking).flat();
    const surprises = failed.filter(({ name }) => !expected.includes(name));
    const passed = outcomes.filter(({ failure }) => failure === undefined);
    console.log(`end-to-end tests of Kubernetes: ${passed.length} passed, ${failed.length} failed`);
    expect(surprises).toEqual([]);
    expect(failed.map(({ name }) => name).sort()).toEqual(expected.sort());
    expect(passed.length).toBeGreaterThan(80);
  },
  3_600_000,
);

it.skipIf(isWhole && hasGo)("Kubernetes' own end-to-end tests DID NOT RUN", () => {
  const reason = hasGo ? "npm run test:whole runs them" : "the command go is missing";
  console.warn(`end-to-end tests of Kubernetes: DID NOT RUN, ${reason}`);
  expect(focus.length).toBeGreaterThan(20);
});

async function runTests(): Promise<readonly Outcome[]> {
  const program = await buildGoProgram("kubernetes-e2e", sources);
  const kubectl = await buildKubectl();
  const ours = await serveCluster([], { controllers: true });
  const folder = mkdtempSync(join(tmpdir(), "crdgen-end-to-end-"));
  try {
    const report = join(folder, "report.json");
    const args = [
      `-kubeconfig=${ours.kubeconfig}`,
      `-kubectl-path=${kubectl}`,
      `-ginkgo.focus=${focus.join("|")}`,
      `-ginkgo.skip=${skip.join("|")}`,
      // Each test would wait for the ServiceAccount of its namespace.
      "-e2e-verify-service-account=false",
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
