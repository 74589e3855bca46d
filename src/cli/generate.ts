import { dirname, resolve } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostics.js";
import { Diagnostics, isError } from "../diagnostics/diagnostics.js";
import { printableName } from "../diagnostics/render/printable.js";
import type { OutputFile } from "../emit/generated-file.js";
import type { EmitSource } from "../pipeline/emit-source.js";
import { createEmitSourceFor } from "../pipeline/emit-source.js";
import type { LocateOption } from "../pipeline/overrides/override-report.js";
import { timed } from "../pipeline/phase-times.js";
import { proposalFor } from "../pipeline/propose-pattern.js";
import type { Counts, Run } from "../pipeline/run.js";
import { run } from "../pipeline/run.js";
import type { GenerateOptions, PartName, Settings } from "../pipeline/settings.js";
import { allParts } from "../pipeline/settings.js";
import type { SourceCache } from "./cache/source-cache.js";
import type { ExitCode } from "./exit-code.js";
import { exitCode } from "./exit-code.js";
import { logDebug } from "./facts/debug-log.js";
import { findInputs } from "./find-inputs.js";
import { foreignReason, noteForeignCode } from "./foreign-code.js";
import type { Host } from "./host.js";
import { adviseImports } from "./import-advice.js";
import type { Input } from "./input.js";
import { refuseToWrite, reportForeignFile } from "./nothing-written.js";
import type { OutputPlan } from "./plan-output.js";
import { planOutput } from "./plan-output.js";
import { printSkipped, skippedHints, skippedInstead, skippedText } from "./print-skipped.js";
import { createProgress, withProgress } from "./progress.js";
import { readConfig } from "./read-config.js";
import { readInputs } from "./read-inputs.js";
import { leftOutText, reportRefused } from "./report-refused.js";
import type { CommonOptions } from "./report.js";
import { plural, printDiagnostics } from "./report.js";
import type { Output } from "./resolve-outputs.js";
import { resolveOutputs } from "./resolve-outputs.js";
import { reportUnmatched } from "./unmatched-patterns.js";
import { UsageError } from "./usage-error.js";
import type { OutputMemory } from "./watch/output-memory.js";
import type { SourceMemory } from "./watch/source-memory.js";
import type { SharedWork } from "./workers/shared-work.js";
import { writeOutput } from "./write-output.js";

/** What the command line says; a configuration fills in what it leaves out. */
export interface GenerateFlags extends GenerateOptions, CommonOptions {
  readonly out?: string;
  readonly config?: string;
  /** Write nothing; say whether the output is up to date. */
  readonly check?: boolean;
  /** Go on until a signal ends it, and write what changed inputs touch. */
  readonly watch?: boolean;
  /** Lay every file out as the user's own prettier configuration says. */
  readonly prettier?: boolean;
  /** Use and fill the cache; default true. */
  readonly cache?: boolean;
  /** The folder of the cache. */
  readonly cacheDir?: string;
  /**
   * How many threads to use beside the main one, at most; default: as many as there are CPUs for.
   */
  readonly workers?: number;
}

interface GenerateCommand extends CommonOptions, CacheFlags {
  readonly inputs: readonly string[];
  readonly outputs: readonly Output[];
  readonly check: boolean;
  readonly watch: boolean;
  readonly allowInvalid: boolean;
  readonly skipInvalid: boolean;
  readonly workers: number | undefined;
  /** The folder of the configuration; without one, the working folder. */
  readonly home: string;
  /** The files of the configuration. */
  readonly configFiles: readonly string[];
  readonly locate: LocateOption;
}

/** Where the code of inputs is kept, if it is. */
interface CacheFlags {
  readonly cache?: boolean | undefined;
  readonly cacheDir?: string | undefined;
}

/** What a run keeps for the next one, where inputs are watched. */
interface Memory {
  readonly sources: SourceMemory;
  /** Of each output. */
  readonly outputs: ReadonlyMap<Output, OutputMemory>;
}

/** What is to be done to one output. */
interface OutputChange {
  readonly output: Output;
  readonly counts: Counts;
  readonly files: readonly OutputFile[];
  readonly plan: OutputPlan;
}

/** `crdgen generate`: nothing is written unless everything could be generated. */
export async function generateCommand(
  inputs: readonly string[],
  flags: GenerateFlags,
  host: Host,
): Promise<ExitCode> {
  const diagnostics = new Diagnostics();
  const command = await withConfig(inputs, flags, diagnostics, host);
  if (command === undefined) {
    refuseToWrite(diagnostics, flags, host);
    return exitCode.usage;
  }
  if (command.watch) return watchFiles(command, host);
  return generateFiles(command, diagnostics, host);
}

/** @throws UsageError where there is nothing to watch, or nothing would be written */
async function watchFiles(command: GenerateCommand, host: Host): Promise<ExitCode> {
  if (command.check) throw new UsageError("--check writes nothing: leave out --watch");
  // Loaded only here: most runs watch nothing.
  const { placesToWatch } = await import("./watch/places-to-watch.js");
  const { watchRuns } = await import("./watch/watch-runs.js");
  const { SourceMemory } = await import("./watch/source-memory.js");
  const { OutputMemory } = await import("./watch/output-memory.js");
  const { outputs, configFiles, quiet } = command;
  const places = await placesToWatch(command.inputs, host);
  const memory: Memory = {
    sources: new SourceMemory(host),
    outputs: new Map(outputs.map((output) => [output, new OutputMemory(output.out, host)])),
  };
  const readOnce = [...configFiles, ...outputs.flatMap(({ backendFiles }) => backendFiles)];
  const generateAgain = async (changed: readonly string[]): Promise<void> => {
    const paths = new Set(changed.map((path) => resolve(path)));
    const file = readOnce.find((path) => paths.has(resolve(path)));
    if (file !== undefined) {
      host.warn(`${file} is read at the start: end this run, and start it anew\n`);
    }
    await generateFiles(command, new Diagnostics(), host, memory);
  };
  const watched = [...places, ...new Set(readOnce)];
  const ignored = outputs.map(({ out }) => out);
  return watchRuns({ places: watched, ignored, quiet, run: generateAgain }, host);
}

async function withConfig(
  inputs: readonly string[],
  { config: path, ...flags }: GenerateFlags,
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
  if (named.length === 0) {
    throw new UsageError("name at least one input, or - for standard input");
  }
  const outputs = await resolveOutputs(config, flags, locate, diagnostics);
  if (cacheDir === "") throw new UsageError("--cache-dir: name a folder");
  if (diagnostics.hasErrors) return undefined;
  return {
    ...{ format, quiet, color, verbose, check, watch, workers, cache, cacheDir },
    allowInvalid: allowInvalid === true,
    skipInvalid: skipInvalid === true,
    inputs: named,
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
  const made = await generateSources(command, diagnostics, host, memory);
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
  if (made.outputs.some(({ files }) => files.length === 0)) {
    const code = refuseToWrite(diagnostics, command, host);
    reportRefused(made.refused, command, host);
    return code;
  }
  const changes = await withProgress("formatting", command.quiet, host, () =>
    planChanges(made, command, host, memory),
  );
  for (const { plan, output } of changes) {
    for (const path of plan.foreign) reportForeignFile(`${output.out}/${path}`, diagnostics);
  }
  if (changes.some(({ plan }) => plan.foreign.length > 0)) {
    return refuseToWrite(diagnostics, command, host);
  }
  printDiagnostics(newOf(diagnostics, command, memory), command, host);
  if (command.check) return checkAll(changes, command, host);
  for (const change of changes) await writeChange(change, host, memory);
  if (!command.quiet) await summarize(changes, made, command, host);
  return exitCode.good;
}

/** Inputs are found, read and judged once for all outputs. */
async function generateSources(
  command: GenerateCommand,
  diagnostics: Diagnostics,
  host: Host,
  memory: Memory | undefined,
): Promise<Run> {
  logDebug(() => `settings: ${JSON.stringify(settingsOf(command))}`);
  const inputs = await findInputs(command.inputs, host);
  const progress = createProgress("generating", command.quiet, host);
  const work =
    memory?.sources.hasRun === true
      ? await workAlone(command, inputs)
      : await workTogether(command, inputs, host);
  const sources =
    memory?.sources.read(work.inputs, diagnostics, progress) ??
    readInputs(work.inputs, diagnostics, progress);
  const emitSource = memory?.sources.through(work.emitSource) ?? work.emitSource;
  const request = { settings: settingsOf(command), locate: command.locate };
  const made = await run(sources, emitSource, request, diagnostics).finally(() => work.end());
  await work.trim();
  return made;
}

function settingsOf({ outputs }: GenerateCommand): readonly Settings[] {
  return outputs.map(({ settings }) => settings);
}

async function planChanges(
  made: Run,
  { outputs }: GenerateCommand,
  host: Host,
  memory: Memory | undefined,
): Promise<readonly OutputChange[]> {
  const changes: OutputChange[] = [];
  for (const [index, output] of outputs.entries()) {
    const { files: texts = [], counts } = made.outputs[index] ?? {};
    if (counts === undefined) throw new Error("invariant: an output was not made");
    const files = output.prettier ? await formatted(texts, output.out) : texts;
    const plan = await timed(
      "compare with the output",
      () => memory?.outputs.get(output)?.plan(files) ?? planOutput(files, output.out, host),
    );
    changes.push({ output, counts, files, plan });
  }
  return changes;
}

async function writeChange(
  { output, files, plan }: OutputChange,
  host: Host,
  memory: Memory | undefined,
): Promise<void> {
  const write = (): Promise<void> => writeOutput(plan, output.out, host);
  await timed("write", () => memory?.outputs.get(output)?.noting(files, write) ?? write());
}

async function summarize(
  changes: readonly OutputChange[],
  made: Run,
  command: GenerateCommand,
  host: Host,
): Promise<void> {
  const left = leftOutText(made.refused, command) + skippedText(made.skipped);
  for (const change of changes) {
    const isLast = change === changes.at(-1);
    host.warn(`${summary(change)}${isLast ? left : ""}\n`);
  }
  host.warn(skippedHints(made.skipped));
  for (const { output } of changes) await noteImports(output, host);
}

/** What reads inputs and writes code for them. */
interface Work {
  readonly inputs: readonly Input[];
  readonly emitSource: EmitSource;
  /** Ends what was started for it. */
  end(): Promise<void>;
  /** Removes what is too old from the cache. */
  trim(): Promise<void>;
}

/** With the cache and other threads, as far as they are worth it. */
async function workTogether(
  command: GenerateCommand,
  inputs: readonly Input[],
  host: Host,
): Promise<Work> {
  const cache = await cacheFor(command, inputs, host);
  logDebug(() => `cache: ${cache?.place.folder ?? "none"}`);
  const shared = await shareWork(command, inputs, cache, host);
  const make = async (): Promise<EmitSource> => {
    const emitSource = await createEmitSourceFor(command.outputs);
    return shared === undefined ? emitSource : shared.counting(emitSource);
  };
  const own = cache === undefined ? await make() : cache.through(make);
  return {
    inputs: shared?.inputs ?? inputs,
    emitSource: shared === undefined ? own : shared.through(own),
    end: async () => shared?.end(),
    trim: async () => cache?.trim(),
  };
}

/** For the few inputs that change while a run watches. */
async function workAlone({ outputs }: GenerateCommand, inputs: readonly Input[]): Promise<Work> {
  const emitSource = await createEmitSourceFor(outputs);
  return { inputs, emitSource, end: () => Promise.resolve(), trim: () => Promise.resolve() };
}

/**
 * Below this number of inputs starting the program takes most of the time, and looking for a cache
 * would add to it.
 */
const fewestCachedInputs = 10;

/**
 * Back ends of third parties are code that may change from run to run. Other inputs than local
 * files are rarely the same again. Who names a folder wants a cache for any number of files.
 */
async function cacheFor(
  command: GenerateCommand,
  inputs: readonly Input[],
  host: Host,
): Promise<SourceCache | undefined> {
  const { cache, cacheDir, home } = command;
  const fewest = cacheDir === undefined ? fewestCachedInputs : 1;
  const isWanted = cache !== false && !hasBackends(command) && inputs.length >= fewest;
  if (!isWanted || !inputs.every(({ isLocal }) => isLocal)) return undefined;
  const { openCache } = await import("./cache/open-cache.js");
  return openCache({ cacheDir }, settingsOf(command), home, host);
}

function hasBackends({ outputs }: GenerateCommand): boolean {
  return outputs.some(({ backends }) => backends.length > 0);
}

/** Below this number of inputs the main thread is done before a worker could help. */
const fewestSharedInputs = 60;

/** These parts take less work than handing them from one thread to another. */
const quickParts: ReadonlySet<PartName> = new Set(["types", "client", "openapi", "json-schema"]);

/**
 * Back ends of third parties cannot be passed to another thread. A trace tells the time of the
 * phases in the main thread.
 */
async function shareWork(
  command: GenerateCommand,
  inputs: readonly Input[],
  cache: SourceCache | undefined,
  host: Host,
): Promise<SharedWork | undefined> {
  const { workers } = command;
  const settings = settingsOf(command);
  if (inputs.length < fewestSharedInputs || hasBackends(command) || workers === 0) return undefined;
  if (host.environment["CRDGEN_TRACE"] === "1") return undefined;
  if (workers === undefined && settings.flatMap(allParts).every((part) => quickParts.has(part))) return undefined; // prettier-ignore
  if (!inputs.every(({ isLocal }) => isLocal)) return undefined;
  const { SharedWork, workersFor } = await import("./workers/shared-work.js");
  const count = workersFor(workers);
  return count > 0 ? new SharedWork(inputs, settings, cache, count) : undefined;
}

/**
 * What a run that watches has not said before. Errors that forbid output are repeated until they
 * are mended; those that `--allow-invalid` lets pass are said once, as warnings are.
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

/** Each output is looked at, whatever is wrong with those before it. */
function checkAll(
  changes: readonly OutputChange[],
  command: GenerateCommand,
  host: Host,
): ExitCode {
  const codes = changes.map((change) => checkOutput(change, command, host));
  return codes.find((code) => code !== exitCode.good) ?? exitCode.good;
}

function checkOutput(
  { plan, output: { out } }: OutputChange,
  command: GenerateCommand,
  host: Host,
): ExitCode {
  if (plan.write.length + plan.remove.length === 0) {
    if (!command.quiet) host.warn(`${printableName(out)} is up to date\n`);
    return exitCode.good;
  }
  if (plan.isNew) return checkMissing(out, command, host);
  const written = plan.write.map(({ path }) => path);
  if (command.format === "text") {
    for (const path of written) host.warn(`differs: ${path}\n`);
    for (const path of plan.remove) host.warn(`stale: ${path}\n`);
  } else printDiagnostics(differences(written, plan.remove, out).list, command, host);
  host.warn(`${printableName(out)} is not up to date; run the same command without --check\n`);
  return exitCode.notGood;
}

/** One fact, not one per file that would be written. */
function checkMissing(out: string, command: GenerateCommand, host: Host): ExitCode {
  if (command.format !== "text") {
    const missing = new Diagnostics();
    const values = { path: out, state: "does not exist" };
    missing.report("output/out-of-date", undefined, values, { path: out });
    printDiagnostics(missing.list, command, host);
  }
  host.warn(
    `${printableName(out)} does not exist; run the same command without --check to write it\n`,
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
  report(written, "differs from what would be written");
  report(removed, "would no longer be written");
  return found;
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

function summary({ output, counts, plan }: OutputChange): string {
  const versions = `${plural(counts.versions, "version")} of ${plural(counts.resources, "resource")}`;
  const changes = `${plural(plan.write.length, "file")} written, ${plan.unchanged} unchanged, ${plan.remove.length} removed`;
  return `${printableName(output.out)}: ${versions}: ${changes}`;
}

/** Who names the option has chosen; compiled files lie under the paths that are imported. */
async function noteImports({ out, settings, choosesExtension }: Output, host: Host): Promise<void> {
  if (choosesExtension || settings.target === "js") return;
  const advice = await adviseImports(out, host);
  if (advice !== undefined) host.warn(`note: ${advice}\n`);
}

/**
 * @throws UsageError where prettier is not installed, the user's configuration of it is at fault,
 *   or one of its plugins
 */
async function formatted(
  files: readonly OutputFile[],
  out: string,
): Promise<readonly OutputFile[]> {
  noteForeignCode("--prettier");
  const { formatFile, loadPrettier } = await import("./format-file.js");
  const prettier = await loadPrettier(out);
  try {
    return await Promise.all(files.map((file) => formatFile(file, out, prettier)));
  } catch (error) {
    throw new UsageError(`--prettier: ${foreignReason(error)}`);
  }
}
