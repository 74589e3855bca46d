import { dirname } from "node:path";
import type { Backend } from "../backends/backend.js";
import type { LintConfig } from "../config/config.js";
import type { Diagnostic } from "../diagnostics/diagnostics.js";
import { Diagnostics, isError } from "../diagnostics/diagnostics.js";
import { printableName } from "../diagnostics/render/printable.js";
import type { OutputFile } from "../emit/generated-file.js";
import type { EmitSource } from "../pipeline/emit-source.js";
import { createEmitSource } from "../pipeline/emit-source.js";
import { timed } from "../pipeline/phase-times.js";
import type { Run } from "../pipeline/run.js";
import { run } from "../pipeline/run.js";
import type { GenerateOptions, PartName, Settings } from "../pipeline/settings.js";
import { resolveSettings } from "../pipeline/settings.js";
import type { SourceCache } from "./cache/source-cache.js";
import { logDebug } from "./debug-log.js";
import type { ExitCode } from "./exit-code.js";
import { exitCode } from "./exit-code.js";
import { findInputs } from "./find-inputs.js";
import { foreignReason, noteForeignCode } from "./foreign-code.js";
import type { Host } from "./host.js";
import { adviseImports } from "./import-advice.js";
import type { Input } from "./input.js";
import type { OutputPlan } from "./plan-output.js";
import { planOutput } from "./plan-output.js";
import { printSkipped, skippedHints, skippedInstead, skippedText } from "./print-skipped.js";
import { createProgress, withProgress } from "./progress.js";
import { readConfig } from "./read-config.js";
import { readInputs } from "./read-inputs.js";
import { leftOutText, reportRefused } from "./report-refused.js";
import type { CommonOptions } from "./report.js";
import { countText, plural, printDiagnostics } from "./report.js";
import { proposalFor, reportUnmatched } from "./unmatched-patterns.js";
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

interface GenerateCommand extends Omit<GenerateFlags, "config"> {
  readonly inputs: readonly string[];
  readonly out: string;
  readonly backends?: readonly Backend[];
  readonly lint?: LintConfig;
  /** The folder of the configuration; without one, the working folder. */
  readonly home: string;
  /** The file of the configuration. */
  readonly configPath: string | undefined;
}

/** What a run keeps for the next one, where inputs are watched. */
interface Memory {
  readonly sources: SourceMemory;
  readonly output: OutputMemory;
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
    refuse(diagnostics, flags, host);
    return exitCode.usage;
  }
  if (command.watch === true) return watchFiles(command, host);
  return generateFiles(command, diagnostics, host);
}

/** @throws UsageError where there is nothing to watch, or nothing would be written */
async function watchFiles(command: GenerateCommand, host: Host): Promise<ExitCode> {
  if (command.check === true) throw new UsageError("--check writes nothing: leave out --watch");
  // Loaded only here: most runs watch nothing.
  const { placesToWatch } = await import("./watch/places-to-watch.js");
  const { watchRuns } = await import("./watch/watch-runs.js");
  const { SourceMemory } = await import("./watch/source-memory.js");
  const { OutputMemory } = await import("./watch/output-memory.js");
  const { out, configPath, quiet } = command;
  const places = await placesToWatch(command.inputs, host);
  const memory = { sources: new SourceMemory(host), output: new OutputMemory(out, host) };
  const generateAgain = async (changed: readonly string[]): Promise<void> => {
    if (configPath !== undefined && changed.includes(configPath)) {
      host.warn(`${configPath} is read at the start: end this run, and start it anew\n`);
    }
    await generateFiles(command, new Diagnostics(), host, memory);
  };
  const watched = configPath === undefined ? places : [...places, configPath];
  return watchRuns({ places: watched, out, quiet, run: generateAgain }, host);
}

async function withConfig(
  inputs: readonly string[],
  { config: path, ...flags }: GenerateFlags,
  diagnostics: Diagnostics,
  host: Host,
): Promise<GenerateCommand | undefined> {
  const found = await readConfig(path, diagnostics, host);
  if (found === undefined) return undefined;
  const { config } = found;
  const home = found.path === undefined ? "." : dirname(found.path);
  const merged = {
    ...config,
    ...flags,
    home,
    configPath: found.path,
    inputs: inputs.length > 0 ? inputs : config.inputs,
  };
  if (merged.inputs === undefined || merged.inputs.length === 0) {
    throw new UsageError("name at least one input, or - for standard input");
  }
  if (merged.out === undefined || merged.out === "") {
    throw new UsageError("name the output folder with --out");
  }
  if (merged.cacheDir === "") throw new UsageError("--cache-dir: name a folder");
  return merged as GenerateCommand; // inputs and out were just checked
}

async function generateFiles(
  command: GenerateCommand,
  diagnostics: Diagnostics,
  host: Host,
  memory?: Memory,
): Promise<ExitCode> {
  const settings = resolveSettings(command, command.lint?.ignore);
  logDebug(() => `settings: ${JSON.stringify(settings)}`);
  const inputs = await findInputs(command.inputs, host);
  const progress = createProgress("generating", command.quiet, host);
  const work =
    memory?.sources.hasRun === true
      ? await workAlone(command, inputs, settings)
      : await workTogether(command, inputs, settings, host);
  const sources =
    memory?.sources.read(work.inputs, diagnostics, progress) ??
    readInputs(work.inputs, diagnostics, progress);
  const emitSource = memory?.sources.through(work.emitSource) ?? work.emitSource;
  const made = await run(sources, emitSource, settings, diagnostics).finally(() => work.end());
  await work.trim();
  const [broken] = memory?.sources.broken ?? [];
  if (broken !== undefined) {
    const code = refuse(diagnostics, command, host);
    host.warn(`${printableName(broken)} defined CRDs, and is empty or no YAML now\n`);
    return code;
  }
  printSkipped(made.skipped, command, host);
  if (made.counts.resources === 0 && made.refused.length === 0 && !diagnostics.hasErrors) {
    throw new UsageError(nothingFound(command, made));
  }
  reportUnmatched(settings.only, made.kinds, diagnostics);
  if (made.files.length === 0) {
    const code = refuse(diagnostics, command, host);
    reportRefused(made.refused, command, host);
    return code;
  }
  const files =
    command.prettier === true
      ? await withProgress("formatting", command.quiet, host, () =>
          formatted(made.files, command.out),
        )
      : made.files;
  const plan = await timed(
    "compare with the output",
    () => memory?.output.plan(files) ?? planOutput(files, command.out, host),
  );
  reportForeign(plan, command.out, diagnostics);
  if (plan.foreign.length > 0) return refuse(diagnostics, command, host);
  printDiagnostics(newOf(diagnostics, memory), command, host);
  if (command.check === true) return check(plan, command, host);
  const write = (): Promise<void> => writeOutput(plan, command.out, host);
  await timed("write", () => memory?.output.noting(files, write) ?? write());
  if (!command.quiet) {
    host.warn(`${summary(plan, made, command)}\n${skippedHints(made.skipped)}`);
    await noteImports(command, host);
  }
  return exitCode.good;
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
  settings: Settings,
  host: Host,
): Promise<Work> {
  const cache = await cacheFor(command, inputs, settings, host);
  logDebug(() => `cache: ${cache?.place.folder ?? "none"}`);
  const shared = await shareWork(command, inputs, settings, cache, host);
  const make = async (): Promise<EmitSource> => {
    const emitSource = await createEmitSource(settings, command.backends);
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
async function workAlone(
  { backends }: GenerateCommand,
  inputs: readonly Input[],
  settings: Settings,
): Promise<Work> {
  const emitSource = await createEmitSource(settings, backends);
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
  settings: Settings,
  host: Host,
): Promise<SourceCache | undefined> {
  const { cache, cacheDir, backends = [], home } = command;
  const fewest = cacheDir === undefined ? fewestCachedInputs : 1;
  const isWanted = cache !== false && backends.length === 0 && inputs.length >= fewest;
  if (!isWanted || !inputs.every(({ isLocal }) => isLocal)) return undefined;
  const { openCache } = await import("./cache/open-cache.js");
  return openCache({ cacheDir }, settings, home, host);
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
  settings: Settings,
  cache: SourceCache | undefined,
  host: Host,
): Promise<SharedWork | undefined> {
  const { backends = [], workers } = command;
  if (inputs.length < fewestSharedInputs || backends.length > 0 || workers === 0) return undefined;
  if (host.environment["CRDGEN_TRACE"] === "1") return undefined;
  if (workers === undefined && settings.parts.every((part) => quickParts.has(part))) return undefined; // prettier-ignore
  if (!inputs.every(({ isLocal }) => isLocal)) return undefined;
  const { SharedWork, workersFor } = await import("./workers/shared-work.js");
  const count = workersFor(workers);
  return count > 0 ? new SharedWork(inputs, settings, cache, count) : undefined;
}

/** What a run that watches has not said before; errors are repeated until they are mended. */
function newOf({ list }: Diagnostics, memory: Memory | undefined): readonly Diagnostic[] {
  if (memory === undefined) return list;
  return list.filter(
    (one) => isError(one) || one.span === undefined || memory.sources.isFresh(one.span.file),
  );
}

function reportForeign(plan: OutputPlan, out: string, diagnostics: Diagnostics): void {
  for (const path of plan.foreign) {
    const help = "move the file, or choose another folder with --out";
    diagnostics.report("output/foreign-file", undefined, { path: `${out}/${path}` }, { help });
  }
}

function refuse(diagnostics: Diagnostics, command: CommonOptions, host: Host): ExitCode {
  printDiagnostics(diagnostics.list, command, host);
  const counts = countText(diagnostics.list);
  host.warn(`${counts === "" ? "" : `${counts}; `}nothing was written\n`);
  return exitCode.notGood;
}

function check(plan: OutputPlan, command: GenerateCommand, host: Host): ExitCode {
  if (plan.write.length + plan.remove.length === 0) {
    if (!command.quiet) host.warn(`${printableName(command.out)} is up to date\n`);
    return exitCode.good;
  }
  if (plan.isNew) return checkMissing(command, host);
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

/** One fact, not one per file that would be written. */
function checkMissing(command: GenerateCommand, host: Host): ExitCode {
  if (command.format !== "text") {
    const missing = new Diagnostics();
    const { out: path } = command;
    missing.report("output/out-of-date", undefined, { path, state: "does not exist" }, { path });
    printDiagnostics(missing.list, command, host);
  }
  host.warn(
    `${printableName(command.out)} does not exist; run the same command without --check to write it\n`,
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

function nothingFound(command: GenerateCommand, { kinds, skipped }: Run): string {
  const where = command.inputs.join(", ");
  const proposals = (command.only ?? []).flatMap((pattern) => proposalFor(pattern, kinds) ?? []);
  const only = command.only === undefined ? "" : ` matches --only '${command.only.join(",")}'`;
  const others = skippedInstead(skipped);
  const meant = [...new Set(proposals)].map((proposal) => `; ${proposal}`).join("");
  return `no CustomResourceDefinition in ${where}${only}${others}${meant}`;
}

function summary(plan: OutputPlan, made: Run, command: GenerateCommand): string {
  const { counts, refused, skipped } = made;
  const versions = `${plural(counts.versions, "version")} of ${plural(counts.resources, "resource")}`;
  const changes = `${plural(plan.write.length, "file")} written, ${plan.unchanged} unchanged, ${plan.remove.length} removed`;
  return `${printableName(command.out)}: ${versions}: ${changes}${leftOutText(refused, command)}${skippedText(skipped)}`;
}

/** Who names the option has chosen; compiled files lie under the paths that are imported. */
async function noteImports(command: GenerateCommand, host: Host): Promise<void> {
  if (command.importExtension !== undefined || command.emit === "js") return;
  const advice = await adviseImports(command.out, host);
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
