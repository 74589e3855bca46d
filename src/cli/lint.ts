import { Diagnostics } from "../diagnostics/diagnostics.js";
import type { PortabilityCode } from "../frontend/portability/portability-code.js";
import { lintSources } from "../pipeline/lint-run.js";
import { resolveKubernetes } from "../pipeline/settings.js";
import type { ExitCode } from "./exit-code.js";
import { exitCode } from "./exit-code.js";
import type { Host } from "./host.js";
import { findInputs } from "./inputs.js";
import { createProgress } from "./progress.js";
import type { CommonOptions } from "./report.js";
import { countText, plural, printDiagnostics } from "./report.js";
import { readInputs } from "./sources.js";
import { UsageError } from "./usage-error.js";

export interface LintFlags extends CommonOptions {
  readonly kubernetesVersion?: string;
  /** Portability warnings to leave out. */
  readonly ignore?: readonly string[];
}

/** `crdgen lint`: what the API server would say of the creation of each CRD, and what may surprise elsewhere. */
export async function lintCommand(
  inputs: readonly string[],
  flags: LintFlags,
  host: Host,
): Promise<ExitCode> {
  if (inputs.length === 0) throw new UsageError("name at least one input, or - for standard input");
  const minor = resolveKubernetes(flags.kubernetesVersion);
  const found = await findInputs(inputs, host);
  const diagnostics = new Diagnostics();
  const progress = createProgress("judging", found.length, flags.quiet, host);
  const sources = readInputs(found, diagnostics, progress);
  const ignored = ignoredCodes(flags.ignore ?? []);
  let refused = 0;
  const counts = await lintSources(sources, minor, ignored, diagnostics, ({ verdict }) => {
    if (verdict.diagnostics.some(({ severity }) => severity === "error")) refused++;
  });
  if (counts.crds === 0 && !diagnostics.hasErrors) {
    throw new UsageError(`no CustomResourceDefinition in ${inputs.join(", ")}`);
  }
  printDiagnostics(diagnostics.list, flags, host);
  if (!flags.quiet) {
    const skipped =
      counts.skipped === 0 ? "" : `; ${plural(counts.skipped, "other document")} skipped`;
    const faults = countText(diagnostics.list);
    host.warn(
      `${plural(counts.crds, "CRD")}, ${refused} refused by Kubernetes 1.${minor}${faults === "" ? "" : `: ${faults}`}${skipped}\n`,
    );
  }
  return diagnostics.hasErrors ? exitCode.notGood : exitCode.good;
}

function ignoredCodes(codes: readonly string[]): ReadonlySet<PortabilityCode> {
  return new Set(codes as readonly PortabilityCode[]); // a code that does not exist switches nothing off
}
