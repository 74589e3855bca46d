import { dirname } from "node:path";
import type { DefinedKind } from "../../codegen/pipeline/emit-source.js";
import { kindMatcher, proposalFor } from "../../codegen/pipeline/pattern.js";
import type { Run } from "../../codegen/pipeline/run.js";
import { run } from "../../codegen/pipeline/run.js";
import type { Diagnostic } from "../../crd/diagnostics/diagnostics.js";
import { Diagnostics, isError } from "../../crd/diagnostics/diagnostics.js";
import { printableName } from "../../crd/diagnostics/render/printable.js";
import { plural } from "../../crd/diagnostics/wording.js";
import type { Kinds } from "../../runtime/v1/built-in/table/kind-table.js";
import type { SourceCache } from "../cache/source-cache.js";
import { logDebug } from "../facts/run-facts.js";
import { findInputs } from "../find-inputs.js";
import type { Host } from "../host.js";
import { adviseImports } from "../import-advice.js";
import type { Input } from "../input.js";
import { preferInputs } from "../open-inputs.js";
import { refuseToWrite, reportForeignFile } from "../plan-output.js";
import { readConfig, resolveOutputs } from "../read-config.js";
import { readInputs } from "../read-inputs.js";
import {
  leftOutText,
  printBesideLeftOut,
  reportRefused,
  waysToGenerate,
} from "../report/refused.js";
import { printSkipped, skippedHints, skippedInstead, skippedText } from "../report/skipped.js";
import type { RunEnd } from "../report/summary.js";
import { printSummary } from "../report/summary.js";
import type { Said, Told } from "../terminal/progress.js";
import { createProgress, noting, repeat, withProgress } from "../terminal/progress.js";
import type { ExitCode } from "../usage-error.js";
import { exitCode, UsageError } from "../usage-error.js";
import type { WantedCrds } from "../wanted-crds.js";
import { crdsMatching } from "../wanted-crds.js";
import type { WatchPlan } from "../watch/watch-runs.js";
import { builtinSource } from "./builtin-kinds.js";
import type { GenerateCommand, GenerateFlags } from "./generate-command.js";
import { settingsOf } from "./generate-command.js";
import type { Memory, OutputChange } from "./output-changes.js";
import { planChanges, writeChange } from "./output-changes.js";
import { checkedLines, writtenLines } from "./output-lines.js";
import { cacheFor, recordFor, workAlone, workTogether } from "./work.js";

/** `crdgen generate`: nothing is written unless everything could be generated. */
export async function generateCommand(
  inputs: readonly string[],
  flags: GenerateFlags,
  host: Host,
): Promise<ExitCode> {
  if (flags.watch === true) return watchFiles(inputs, flags, host);
  const diagnostics = new Diagnostics();
  const command = await readCommand(inputs, flags, diagnostics, host);
  return command === undefined ? exitCode.usage : generateFiles(command, diagnostics, host);
}

/** @throws UsageError where there is nothing to watch, or nothing would be written */
async function watchFiles(
  inputs: readonly string[],
  flags: GenerateFlags,
  host: Host,
): Promise<ExitCode> {
  if (flags.check === true) throw new UsageError("--check writes nothing: leave out --watch");
  // Loaded only here: most runs watch nothing.
  const { placesToWatch, watchRuns } = await import("../watch/watch-runs.js");
  const { clearsScreen } = await import("../watch/watch-screen.js");
  const { OutputMemory, SourceMemory } = await import("../watch/memory.js");
  const makePlan = async (): Promise<WatchPlan | undefined> => {
    const command = await readCommand(inputs, flags, new Diagnostics(), host);
    if (command === undefined) return undefined;
    const { outputs, configFiles } = command;
    const memory: Memory = {
      sources: new SourceMemory(host, clearsScreen(flags, host)),
      outputs: new Map(outputs.map((output) => [output, new OutputMemory(output.out, host)])),
    };
    return {
      places: await placesToWatch(command.inputs, host),
      planFiles: [...configFiles, ...outputs.flatMap(({ backendFiles }) => backendFiles)],
      ignored: outputs.map(({ out }) => out),
      run: (diagnostics) => generateFiles(command, diagnostics, host, memory),
    };
  };
  return watchRuns(makePlan, flags, host);
}

/** `undefined` where the configuration has faults, which are printed. */
async function readCommand(
  inputs: readonly string[],
  flags: GenerateFlags,
  diagnostics: Diagnostics,
  host: Host,
): Promise<GenerateCommand | undefined> {
  const command = await withConfig(inputs, flags, diagnostics, host);
  if (command === undefined) refuseToWrite(diagnostics, flags, host);
  return command;
}

async function withConfig(
  inputs: readonly string[],
  { config: path, prefer, cluster, ...flags }: GenerateFlags,
  diagnostics: Diagnostics,
  host: Host,
): Promise<GenerateCommand | undefined> {
  const found = await readConfig(path, diagnostics, host);
  if (found === undefined) return undefined;
  const { config, locate, files: configFiles } = found;
  const { format, quiet, color, verbose, check = false, watch = false, workers } = flags;
  const { cache = config.cache, cacheDir = config.cacheDir } = flags;
  const { allowInvalid = config.allowInvalid, skipInvalid = config.skipInvalid } = flags;
  const named = inputs.length > 0 ? inputs : (config.inputs ?? []);
  const outputs = await resolveOutputs(config, flags, locate, diagnostics);
  if (named.length === 0 && outputs.every(({ settings }) => settings.builtIn.length === 0)) {
    throw new UsageError("name at least one input, or - for standard input");
  }
  if (cacheDir === "") throw new UsageError("--cache-dir: name a folder");
  if (diagnostics.hasErrors) return undefined;
  return {
    ...{ format, quiet, color, verbose, check, watch, workers, cache, cacheDir },
    allowInvalid: allowInvalid === true,
    skipInvalid: skipInvalid === true,
    inputs: named,
    prefer: prefer ?? config.prefer ?? [],
    cluster: cluster === true ? "" : cluster,
    outputs,
    home: found.path === undefined ? "." : dirname(found.path),
    configFiles,
    locate,
  };
}

/** Nothing is written unless all outputs can be. */
async function generateFiles(
  command: GenerateCommand,
  diagnostics: Diagnostics,
  host: Host,
  memory?: Memory,
): Promise<ExitCode> {
  logDebug(() => `settings: ${JSON.stringify(settingsOf(command))}`);
  const { prefer, quiet } = command;
  const hasBuiltIns = command.outputs.some(({ settings }) => settings.builtIn.length > 0);
  const found = await findInputs(command.inputs, host, wantedBy(command), hasBuiltIns);
  const builtin = await builtinSource(command, found, host);
  const inputs = await preferInputs(builtin.inputs, prefer, quiet, host);
  const cache = memory?.sources.hasRun === true ? undefined : await cacheFor(command, inputs, host);
  logDebug(() => `cache: ${cache?.place.folder ?? "none"}`);
  const isRecorded = memory === undefined && builtin.kinds === undefined;
  const record = isRecorded ? await recordFor(command, inputs, cache, host) : undefined;
  const told = await record?.read();
  if (told !== undefined) return repeatRun(told, command, host);

  const made = await generateSources(
    { command, inputs, cache, memory, builtIns: builtin.kinds },
    diagnostics,
    host,
  );
  const heard: Said[] = [];
  const speaker = noting(heard, host);
  const refusal = refuseSources(made, { command, diagnostics, memory }, speaker);
  if (refusal !== undefined) return refusal;
  const began = Date.now();
  const changes = await withProgress("formatting", command.quiet, host, () =>
    planChanges(made, command, host, memory),
  );
  if (reportForeign(changes, diagnostics)) return refuseToWrite(diagnostics, command, host);
  printBesideLeftOut(newOf(diagnostics, command, memory), made.refused, command, speaker);
  if (command.check) {
    const { checkAll } = await import("./check-output.js");
    const code = await checkAll(changes, command, host);
    host.print(checkedLines(changes, command));
    return code;
  }
  for (const change of changes) await writeChange(change, host, memory);
  const ended = Date.now();
  printEnd(endOf(changes, made, command), command, host);
  await noteImports(command, host);
  const end = endOf(changes.map(withNothingToDo), made, command);
  await record?.write({ ...{ outputs: changes, began, ended }, told: { said: heard, end } });
  return exitCode.good;
}

/** Undefined where an output wants all. */
function wantedBy({ outputs }: GenerateCommand): WantedCrds | undefined {
  const patterns = outputs.map(({ settings }) => settings.only);
  return patterns.some(({ length }) => length === 0) ? undefined : crdsMatching(patterns.flat());
}

interface Judgement {
  readonly command: GenerateCommand;
  readonly diagnostics: Diagnostics;
  readonly memory: Memory | undefined;
}

/**
 * Says what was passed over, and refuses sources that there is to be no output of.
 *
 * @returns what the command ends with; `undefined` where it goes on
 * @throws UsageError where an output would have nothing, and no fault says why
 */
function refuseSources(
  made: Run,
  { command, diagnostics, memory }: Judgement,
  host: Host,
): ExitCode | undefined {
  const [broken] = memory?.sources.broken ?? [];
  if (broken !== undefined) {
    const code = refuseToWrite(diagnostics, command, host);
    host.warn(`${printableName(broken)} defined CRDs, and is empty or no YAML now\n`);
    return code;
  }
  printSkipped(made.skipped, command, host);
  refuseNothing(made, command, diagnostics);
  const patterns = new Set(command.outputs.flatMap(({ settings }) => settings.only));
  reportUnmatched([...patterns], made.kinds, diagnostics);
  if (made.outputs.every(({ files }) => files.length > 0)) return undefined;
  const code = refuseToWrite(diagnostics, command, host);
  const hasOthers = made.kinds.length > made.refused.length;
  const beside = {
    waysOut: waysToGenerate(hasOthers),
    hasConflicts: hasConflicts(diagnostics),
  };
  reportRefused(made.refused, command, beside, host);
  return code;
}

/** Tells whether CRDs claim the same, which no option about invalid CRDs settles. */
function hasConflicts({ list }: Diagnostics): boolean {
  return list.some((one) => isError(one) && one.code.startsWith("input/"));
}

/** Reports files in the way that crdgen has not written, and tells whether there are any. */
function reportForeign(changes: readonly OutputChange[], diagnostics: Diagnostics): boolean {
  for (const { plan, output } of changes) {
    for (const path of plan.foreign) reportForeignFile(`${output.out}/${path}`, diagnostics);
  }
  return changes.some(({ plan }) => plan.foreign.length > 0);
}

/** For a run that has nothing to do. */
async function repeatRun(
  { said, end }: Told<RunEnd>,
  command: GenerateCommand,
  host: Host,
): Promise<ExitCode> {
  repeat(said, host);
  printEnd(end, command, host);
  await noteImports(command, host);
  return exitCode.good;
}

interface SourcesRequest {
  readonly command: GenerateCommand;
  readonly inputs: readonly Input[];
  readonly cache: SourceCache | undefined;
  readonly memory: Memory | undefined;
  readonly builtIns: Kinds | undefined;
}

/** Inputs are read and judged once for all outputs. */
async function generateSources(
  { command, inputs, cache, memory, builtIns }: SourcesRequest,
  diagnostics: Diagnostics,
  host: Host,
): Promise<Run> {
  const progress = createProgress("generating", command.quiet, host);
  const work =
    memory?.sources.hasRun === true
      ? await workAlone(command, inputs)
      : await workTogether(command, inputs, cache, host);
  const sources =
    memory?.sources.read(work.inputs, diagnostics, progress) ??
    readInputs(work.inputs, diagnostics, progress);
  const emitSource = memory?.sources.through(work.emitSource) ?? work.emitSource;
  const request = { settings: settingsOf(command), locate: command.locate, builtIns };
  const made = await run(sources, emitSource, request, diagnostics).finally(() => {
    progress.end(); // nothing may have been read anew
    return work.end();
  });
  await work.trim();
  return made;
}

function endOf(changes: readonly OutputChange[], made: Run, command: GenerateCommand): RunEnd {
  const more = leftOutText(made.refused, command) + skippedText(made.skipped);
  const summaries = changes.map((change, index) => {
    const isPart = index < changes.length - 1;
    return { isGood: true, verdict: summaryOf(change), isPart, more: isPart ? "" : more };
  });
  return {
    data: writtenLines(changes, command),
    summaries,
    hints: skippedHints(made.skipped),
  };
}

function printEnd({ data, summaries, hints }: RunEnd, command: GenerateCommand, host: Host): void {
  host.print(data);
  for (const summary of summaries) printSummary(summary, command, host);
  if (!command.quiet) host.warn(hints);
}

/** The same output, for a run that finds it as it is to be. */
function withNothingToDo(change: OutputChange): OutputChange {
  const plan = { ...change.plan, write: [], remove: [], unchanged: change.files.length };
  return { ...change, plan };
}

/**
 * Returns the diagnostics that a run that watches has not reported before. Errors that forbid
 * output are repeated until they are mended; those that `--allow-invalid` lets pass are said once,
 * as warnings are.
 */
function newOf(
  { list }: Diagnostics,
  { allowInvalid }: GenerateCommand,
  memory: Memory | undefined,
): readonly Diagnostic[] {
  if (memory === undefined) return list;
  const isRepeated = (one: Diagnostic): boolean => isError(one) && !allowInvalid;
  return list.filter(
    (one) => isRepeated(one) || one.span === undefined || memory.sources.isFresh(one.span.file),
  );
}

/** @throws UsageError where an output would have nothing, and no fault says why */
function refuseNothing(made: Run, command: GenerateCommand, diagnostics: Diagnostics): void {
  if (made.refused.length > 0 || diagnostics.hasErrors) return;
  for (const [index, { counts }] of made.outputs.entries()) {
    if (counts.resources > 0) continue;
    const output = command.outputs[index];
    const which = command.outputs.length > 1 ? `outputs[${index}]: ` : "";
    throw new UsageError(which + nothingFound(output?.settings.only ?? [], command, made));
  }
}

function nothingFound(
  patterns: readonly string[],
  command: GenerateCommand,
  { kinds, skipped }: Run,
): string {
  const where = command.inputs.join(", ");
  const proposals = patterns.flatMap((pattern) => proposalFor(pattern, kinds) ?? []);
  const only = patterns.length === 0 ? "" : ` matches --only '${patterns.join(",")}'`;
  const others = skippedInstead(skipped);
  const meant = [...new Set(proposals)].map((proposal) => `; ${proposal}`).join("");
  return `no CustomResourceDefinition in ${where}${only}${others}${meant}`;
}

function summaryOf({ output, counts, plan }: OutputChange): string {
  const versions = `${plural(counts.versions, "version")} of ${plural(counts.resources, "resource")}`;
  const changes = `${plural(plan.write.length, "file")} written, ${plan.unchanged} unchanged, ${plan.remove.length} removed`;
  return `${printableName(output.out)}: ${versions}: ${changes}`;
}

async function noteImports({ outputs, quiet }: GenerateCommand, host: Host): Promise<void> {
  if (quiet) return;
  for (const { out, settings, choosesExtension } of outputs) {
    // Who names the option has chosen; compiled files lie under the paths that are imported.
    if (choosesExtension || settings.target === "js") continue;
    const advice = await adviseImports(out, host);
    if (advice !== undefined) host.warn(`note: ${advice}\n`);
  }
}

/**
 * Warns of every pattern of `--only` that no CRD of the input matches: it is likely to be a typing
 * error.
 */
function reportUnmatched(
  patterns: readonly string[],
  kinds: readonly DefinedKind[],
  diagnostics: Diagnostics,
): void {
  for (const pattern of patterns) {
    const matches = kindMatcher([pattern]);
    if (kinds.some(({ group, kind }) => matches(group, kind))) continue;
    const help = proposalFor(pattern, kinds);
    diagnostics.report("input/unmatched-pattern", undefined, { pattern }, { help });
  }
}
