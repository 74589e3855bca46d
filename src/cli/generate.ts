import { Diagnostics } from "../diagnostics/diagnostics.js";
import type { OutputFile } from "../emit/generated-file.js";
import type { Counts } from "../pipeline/run.js";
import { run } from "../pipeline/run.js";
import type { GenerateOptions } from "../pipeline/settings.js";
import { resolveSettings } from "../pipeline/settings.js";
import type { ExitCode } from "./exit-code.js";
import { exitCode } from "./exit-code.js";
import type { Host } from "./host.js";
import { findInputs } from "./inputs.js";
import type { OutputPlan } from "./output.js";
import { planOutput, writeOutput } from "./output.js";
import { createProgress } from "./progress.js";
import type { CommonOptions } from "./report.js";
import { countText, plural, printDiagnostics } from "./report.js";
import { readInputs } from "./sources.js";
import { UsageError } from "./usage-error.js";

export interface GenerateCommand extends GenerateOptions, CommonOptions {
  readonly inputs: readonly string[];
  readonly out: string;
  /** Write nothing; say whether the output is up to date. */
  readonly check: boolean;
  /** Lay every file out as the user's own prettier configuration says. */
  readonly prettier: boolean;
}

/** `crdgen generate`: nothing is written unless everything could be generated. */
export async function generateCommand(command: GenerateCommand, host: Host): Promise<ExitCode> {
  const settings = resolveSettings(command);
  const inputs = await findInputs(command.inputs, host);
  const diagnostics = new Diagnostics();
  const progress = createProgress("generating", inputs.length, command.quiet, host);
  const made = await run(readInputs(inputs, diagnostics, progress), settings, diagnostics);
  if (made.counts.resources === 0 && !diagnostics.hasErrors) {
    throw new UsageError(nothingFound(command, made.counts));
  }
  if (made.files.length === 0) return refuse(diagnostics, command, host);
  const files = command.prettier ? await formatted(made.files, command.out) : made.files;
  const plan = await planOutput(files, command.out, host);
  for (const path of plan.foreign) {
    const help = "move the file, or choose another folder with --out";
    diagnostics.report(
      "output/foreign-file",
      undefined,
      { path: `${command.out}/${path}` },
      { help },
    );
  }
  if (plan.foreign.length > 0) return refuse(diagnostics, command, host);
  printDiagnostics(diagnostics.list, command, host);
  if (command.check) return check(plan, command, host);
  await writeOutput(plan, command.out, host);
  if (!command.quiet) host.warn(`${summary(plan, made.counts, command.out)}\n`);
  return exitCode.good;
}

function refuse(diagnostics: Diagnostics, command: GenerateCommand, host: Host): ExitCode {
  printDiagnostics(diagnostics.list, command, host);
  host.warn(`${countText(diagnostics.list)}; nothing was written\n`);
  return exitCode.notGood;
}

function check(plan: OutputPlan, command: GenerateCommand, host: Host): ExitCode {
  if (plan.write.length + plan.remove.length === 0) {
    if (!command.quiet) host.warn(`${command.out} is up to date\n`);
    return exitCode.good;
  }
  for (const { path } of plan.write) host.warn(`differs: ${path}\n`);
  for (const path of plan.remove) host.warn(`stale: ${path}\n`);
  host.warn(`${command.out} is not up to date; run the same command without --check\n`);
  return exitCode.notGood;
}

function nothingFound(command: GenerateCommand, counts: Counts): string {
  const where = command.inputs.join(", ");
  if (counts.skipped > 0 && command.only !== undefined) {
    return `no CustomResourceDefinition in ${where} is left by --only`;
  }
  return `no CustomResourceDefinition in ${where} (${plural(counts.skipped, "other document")})`;
}

function summary(plan: OutputPlan, counts: Counts, out: string): string {
  const made = `${plural(counts.versions, "version")} of ${plural(counts.resources, "resource")}`;
  const changes = `${plural(plan.write.length, "file")} written, ${plan.unchanged} unchanged, ${plan.remove.length} removed`;
  const skipped =
    counts.skipped === 0 ? "" : `; ${plural(counts.skipped, "document")} skipped (no CRDs)`;
  return `${out}: ${made}: ${changes}${skipped}`;
}

async function formatted(
  files: readonly OutputFile[],
  out: string,
): Promise<readonly OutputFile[]> {
  const { formatFile } = await import("../emit/format.js");
  return Promise.all(files.map((file) => formatFile(file, out)));
}
