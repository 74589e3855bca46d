import { stripVTControlCharacters } from "node:util";
import type { Backend } from "../backends/backend.js";
import { findConfigs, isCode } from "../config/find.js";
import type { ParsedConfig } from "../config/schema.js";
import { Diagnostics } from "../diagnostics/diagnostics.js";
import { reasonOf } from "../diagnostics/reason.js";
import { printableName } from "../diagnostics/render/printable.js";
import type { OutputFile } from "../emit/generated-file.js";
import { createEmitSource } from "../pipeline/emit-source.js";
import type { RefusedCrd } from "../pipeline/refused-crd.js";
import type { Run } from "../pipeline/run.js";
import { run } from "../pipeline/run.js";
import type { GenerateOptions } from "../pipeline/settings.js";
import { resolveSettings } from "../pipeline/settings.js";
import type { ExitCode } from "./exit-code.js";
import { exitCode } from "./exit-code.js";
import { findInputs } from "./find-inputs.js";
import { noteForeignCode } from "./foreign-code.js";
import type { Host } from "./host.js";
import type { OutputPlan } from "./plan-output.js";
import { planOutput } from "./plan-output.js";
import { printSkipped, skippedHints, skippedInstead, skippedText } from "./print-skipped.js";
import { createProgress } from "./progress.js";
import { readInputs } from "./read-inputs.js";
import type { CommonOptions } from "./report.js";
import { countText, plural, printDiagnostics } from "./report.js";
import { UsageError } from "./usage-error.js";
import { writeOutput } from "./write-output.js";

/** What the command line says; a configuration fills in what it leaves out. */
export interface GenerateFlags extends GenerateOptions, CommonOptions {
  readonly out?: string;
  readonly config?: string;
  /** Write nothing; say whether the output is up to date. */
  readonly check?: boolean;
  /** Lay every file out as the user's own prettier configuration says. */
  readonly prettier?: boolean;
}

interface GenerateCommand extends Omit<GenerateFlags, "config"> {
  readonly inputs: readonly string[];
  readonly out: string;
  readonly backends?: readonly Backend[];
}

/** `crdgen generate`: nothing is written unless everything could be generated. */
export async function generateCommand(
  inputs: readonly string[],
  flags: GenerateFlags,
  host: Host,
): Promise<ExitCode> {
  const diagnostics = new Diagnostics();
  const command = await withConfig(inputs, flags, diagnostics, host);
  if (command !== undefined) return generateFiles(command, diagnostics, host);
  refuse(diagnostics, flags, host);
  return exitCode.usage;
}

async function withConfig(
  inputs: readonly string[],
  { config: path, ...flags }: GenerateFlags,
  diagnostics: Diagnostics,
  host: Host,
): Promise<GenerateCommand | undefined> {
  const config = await readConfig(path, diagnostics, host);
  if (config === undefined) return undefined;
  const merged = { ...config, ...flags, inputs: inputs.length > 0 ? inputs : config.inputs };
  if (merged.inputs === undefined || merged.inputs.length === 0) {
    throw new UsageError("name at least one input, or - for standard input");
  }
  if (merged.out === undefined || merged.out === "") {
    throw new UsageError("name the output folder with --out");
  }
  return merged as GenerateCommand; // inputs and out were just checked
}

/** zod is loaded only where there is a configuration. */
async function readConfig(
  path: string | undefined,
  diagnostics: Diagnostics,
  host: Host,
): Promise<ParsedConfig | undefined> {
  const found = path ?? (await soleConfig());
  if (found === undefined) return {};
  if ((await host.kindOf(found)) !== "file") throw new UsageError(`'${found}': no such file`);
  if (isCode(found)) noteForeignCode(`'${found}'`);
  const { loadConfig } = await import("../config/load.js");
  try {
    return await loadConfig(found, diagnostics);
  } catch (error) {
    throw new UsageError(`'${found}': ${messageOf(error)}`);
  }
}

/** Which of two is meant is not for the command to guess. */
async function soleConfig(): Promise<string | undefined> {
  const [found, other] = await findConfigs();
  if (other === undefined) return found;
  throw new UsageError(
    `'${found ?? ""}' and '${other}' are both there: remove one, or name one with --config`,
  );
}

async function generateFiles(
  command: GenerateCommand,
  diagnostics: Diagnostics,
  host: Host,
): Promise<ExitCode> {
  const settings = resolveSettings(command);
  const inputs = await findInputs(command.inputs, host);
  const progress = createProgress("generating", inputs.length, command.quiet, host);
  const sources = readInputs(inputs, diagnostics, progress);
  const emitSource = await createEmitSource(settings, command.backends);
  const made = await run(sources, emitSource, settings, diagnostics);
  printSkipped(made.skipped, command, host);
  if (made.counts.resources === 0 && made.refused.length === 0 && !diagnostics.hasErrors) {
    throw new UsageError(nothingFound(command, made));
  }
  if (made.files.length === 0) {
    const code = refuse(diagnostics, command, host);
    reportRefused(made.refused, command, host);
    return code;
  }
  const files = command.prettier === true ? await formatted(made.files, command.out) : made.files;
  const plan = await planOutput(files, command.out, host);
  reportForeign(plan, command.out, diagnostics);
  if (plan.foreign.length > 0) return refuse(diagnostics, command, host);
  printDiagnostics(diagnostics.list, command, host);
  if (command.check === true) return check(plan, command, host);
  await writeOutput(plan, command.out, host);
  if (!command.quiet) {
    host.warn(`${summary(plan, made, command)}\n${skippedHints(made.skipped)}`);
  }
  return exitCode.good;
}

function reportForeign(plan: OutputPlan, out: string, diagnostics: Diagnostics): void {
  for (const path of plan.foreign) {
    const help = "move the file, or choose another folder with --out";
    diagnostics.report("output/foreign-file", undefined, { path: `${out}/${path}` }, { help });
  }
}

function refuse(diagnostics: Diagnostics, command: CommonOptions, host: Host): ExitCode {
  printDiagnostics(diagnostics.list, command, host);
  host.warn(`${countText(diagnostics.list)}; nothing was written\n`);
  return exitCode.notGood;
}

const namedAtMost = 20;

/** Says which CRDs stand in the way of an output, and how to get one all the same. */
function reportRefused(
  refused: readonly RefusedCrd[],
  { quiet, allowInvalid, skipInvalid }: GenerateCommand,
  host: Host,
): void {
  if (quiet || allowInvalid === true || refused.length === 0) return;
  if (skipInvalid === true) {
    host.warn("the API server refuses every CRD, so that nothing is left to generate\n");
    return;
  }
  const verb = refused.length === 1 ? "stands" : "stand";
  host.warn(`${plural(refused.length, "CRD")} that the API server refuses ${verb} in the way:\n`);
  for (const { name, source, line, errors } of refused.slice(0, namedAtMost)) {
    const place = `${printableName(source)}:${line}`;
    host.warn(`  ${nameOf(name)} (${plural(errors, "error")}) in ${place}\n`);
  }
  const more = refused.length - namedAtMost;
  if (more > 0) host.warn(`  … and ${more} more\n`);
  host.warn(`${waysOut}\n`);
}

const waysOut = [
  "--skip-invalid generates the other CRDs, --only 'group/Kind' those that you name,",
  "--allow-invalid what can be made of all of them",
].join("\n");

function namesOf(refused: readonly RefusedCrd[]): string {
  const names = refused.slice(0, namedAtMost).map(({ name }) => nameOf(name));
  const more = refused.length - namedAtMost;
  return names.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function nameOf(name: string): string {
  return name === "" ? "one without a name" : printableName(name);
}

function check(plan: OutputPlan, command: GenerateCommand, host: Host): ExitCode {
  if (plan.write.length + plan.remove.length === 0) {
    if (!command.quiet) host.warn(`${printableName(command.out)} is up to date\n`);
    return exitCode.good;
  }
  const written = plan.write.map(({ path }) => path);
  if (command.format === "text") {
    for (const path of written) host.warn(`differs: ${path}\n`);
    for (const path of plan.remove) host.warn(`stale: ${path}\n`);
  } else printDiagnostics(differences(written, plan.remove, command.out).list, command, host);
  host.warn(
    `${printableName(command.out)} is not up to date; run the same command without --check\n`,
  );
  return exitCode.notGood;
}

function differences(
  written: readonly string[],
  removed: readonly string[],
  out: string,
): Diagnostics {
  const found = new Diagnostics();
  const report = (paths: readonly string[], state: string): void => {
    for (const path of paths) {
      const place = { path: `${out}/${path}` };
      found.report("output/out-of-date", undefined, { path, state }, place);
    }
  };
  report(written, "is not as it would be written");
  report(removed, "is no longer written");
  return found;
}

function nothingFound(command: GenerateCommand, { skipped }: Run): string {
  const where = command.inputs.join(", ");
  const only = command.only === undefined ? "" : ` matches --only '${command.only.join(",")}'`;
  const others = skippedInstead(skipped);
  return `no CustomResourceDefinition in ${where}${only}${others}`;
}

function summary(plan: OutputPlan, made: Run, { out, skipInvalid }: GenerateCommand): string {
  const { counts, refused, skipped } = made;
  const versions = `${plural(counts.versions, "version")} of ${plural(counts.resources, "resource")}`;
  const changes = `${plural(plan.write.length, "file")} written, ${plan.unchanged} unchanged, ${plan.remove.length} removed`;
  const left =
    skipInvalid === true && refused.length > 0
      ? `; left out ${plural(refused.length, "CRD")} that the API server refuses: ${namesOf(refused)}`
      : "";
  return `${printableName(out)}: ${versions}: ${changes}${left}${skippedText(skipped)}`;
}

/** Without the colours that other tools give their messages. */
function messageOf(error: unknown): string {
  return stripVTControlCharacters(reasonOf(error));
}

/** @throws UsageError where the user's configuration of prettier is at fault, or one of its plugins */
async function formatted(
  files: readonly OutputFile[],
  out: string,
): Promise<readonly OutputFile[]> {
  noteForeignCode("--prettier");
  const { formatFile } = await import("../emit/format.js");
  try {
    return await Promise.all(files.map((file) => formatFile(file, out)));
  } catch (error) {
    throw new UsageError(`--prettier: ${messageOf(error)}`);
  }
}
