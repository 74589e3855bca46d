import type { CrdLinter } from "../../codegen/pipeline/crd-linter.js";
import type { Skipped } from "../../codegen/pipeline/manifests/skipped.js";
import { readSource } from "../../codegen/pipeline/read-source.js";
import { claimOf, ResourceIndex } from "../../codegen/pipeline/resource-index.js";
import { Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import { readResource } from "../../crd/frontend/read-resource.js";
import type { Resource } from "../../crd/ir/resource.js";
import type { SourceFile } from "../../crd/source/source-file.js";
import type { Host } from "../host.js";
import { openInputs } from "../open-inputs.js";
import { skippedInstead } from "../print-skipped.js";
import { UsageError } from "../usage-error.js";

/** The CRDs of one side of a comparison. */
export interface Side {
  readonly resources: readonly Resource[];
  readonly skipped: readonly Skipped[];
  /** What was read. */
  readonly sources: readonly SourceFile[];
}

/**
 * Reads one side. CRDs that the API server refuses are compared as far as they can be read. What is
 * wrong with those of the old side is only a warning: it is told for those who wonder, and cannot
 * be corrected any more.
 *
 * @throws UsageError where there is no CRD
 */
export async function readSide(
  input: string,
  prefer: readonly string[],
  which: "old" | "new",
  linter: CrdLinter,
  quiet: boolean,
  diagnostics: Diagnostics,
  host: Host,
): Promise<Side> {
  const found = new Diagnostics();
  const verb = `reading the ${which} CRDs`;
  const opened = await openInputs([input], verb, quiet, found, host, prefer);
  const resources: Resource[] = [];
  const skipped: Skipped[] = [];
  const sources: SourceFile[] = [];
  const index = new ResourceIndex(found);
  for await (const source of opened) {
    sources.push(source);
    const read = await readSource(source, linter, found);
    for (const one of read.skipped) skipped.push(one);
    for (const judged of read.crds) {
      found.addAll(judged.verdict.diagnostics);
      const resource = readResource(judged.crd, linter.table);
      if (await index.add(source, claimOf(resource))) resources.push(resource);
    }
  }
  diagnostics.addAll(which === "new" ? found.list : found.list.map(asWarning));
  if (resources.length === 0 && !diagnostics.hasErrors) {
    throw new UsageError(`no CustomResourceDefinition in ${input}${skippedInstead(skipped)}`);
  }
  return { resources, skipped, sources };
}

function asWarning(diagnostic: Diagnostics["list"][number]): Diagnostics["list"][number] {
  return diagnostic.severity === "error" ? { ...diagnostic, severity: "warning" } : diagnostic;
}
