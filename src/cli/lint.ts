import { Diagnostics } from "../diagnostics/diagnostics.js";
import type { PortabilityCode } from "../frontend/portability/portability-code.js";
import { portabilityCodes } from "../frontend/portability/portability-code.js";
import { lintSources } from "../pipeline/lint-sources.js";
import { resolveKubernetes } from "../pipeline/settings.js";
import type { ExitCode } from "./exit-code.js";
import { exitCode } from "./exit-code.js";
import { findInputs } from "./find-inputs.js";
import type { Host } from "./host.js";
import { createProgress } from "./progress.js";
import { readInputs } from "./read-inputs.js";
import type { CommonOptions } from "./report.js";
import { countText, plural, printDiagnostics } from "./report.js";
import { UsageError } from "./usage-error.js";

/** What the command line says; `kubernetesVersion` as typed, the newest if absent. */
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
  const ignored = ignoredCodes(flags.ignore ?? []);
  const minor = resolveKubernetes(flags.kubernetesVersion);
  const found = await findInputs(inputs, host);
  const diagnostics = new Diagnostics();
  const progress = createProgress("judging", found.length, flags.quiet, host);
  const sources = readInputs(found, diagnostics, progress);
  let refused = 0;
  const counts = await lintSources(sources, minor, ignored, diagnostics, ({ verdict }) => {
    if (verdict.diagnostics.some(({ severity }) => severity === "error")) refused++;
  });
  if (counts.crds === 0 && !diagnostics.hasErrors) {
    throw new UsageError(`no CustomResourceDefinition in ${inputs.join(", ")}`);
  }
  printDiagnostics(diagnostics.list, flags, host);
  if (!flags.quiet) host.warn(`${summary({ ...counts, refused }, minor, diagnostics)}\n`);
  return diagnostics.hasErrors ? exitCode.notGood : exitCode.good;
}

function ignoredCodes(codes: readonly string[]): ReadonlySet<PortabilityCode> {
  const unknown = codes.find((code) => !isPortabilityCode(code));
  if (unknown !== undefined) {
    const known = portabilityCodes.join(", ");
    throw new UsageError(`--ignore: '${unknown}' is no portability warning; there are: ${known}`);
  }
  return new Set(codes.filter(isPortabilityCode));
}

function isPortabilityCode(code: string): code is PortabilityCode {
  return portabilityCodes.some((known) => known === code);
}

function summary(
  counts: { readonly crds: number; readonly skipped: number; readonly refused: number },
  minor: number,
  diagnostics: Diagnostics,
): string {
  const faults = countText(diagnostics.list);
  const verdict = `${plural(counts.crds, "CRD")}, ${counts.refused} refused by Kubernetes 1.${minor}`;
  const skipped =
    counts.skipped === 0 ? "" : `; ${plural(counts.skipped, "other document")} skipped`;
  return `${verdict}${faults === "" ? "" : `: ${faults}`}${skipped}`;
}
