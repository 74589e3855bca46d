import { z } from "zod";
import type { Outcome } from "./strict-list.js";

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

/** The tests that ran, from what `-ginkgo.json-report` wrote. */
export function readGinkgoReport(text: string): readonly Outcome[] {
  const specs = reportFile.parse(JSON.parse(text)).flatMap((suite) => suite.SpecReports);
  const ran = specs.filter(
    ({ LeafNodeType, State }) =>
      LeafNodeType === "It" && State !== "skipped" && State !== "pending",
  );
  return ran.map(({ ContainerHierarchyTexts, LeafNodeText, State, Failure }) => ({
    name: [...(ContainerHierarchyTexts ?? []), LeafNodeText].join(" "),
    failure: State === "passed" ? undefined : `${State}: ${Failure?.Message ?? ""}`,
  }));
}
