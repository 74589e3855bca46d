import { resolve } from "node:path";
import type { EmitSource } from "../../codegen/pipeline/emit-source.js";
import { createEmitSourceFor } from "../../codegen/pipeline/emit-source.js";
import type { PartName } from "../../codegen/pipeline/settings.js";
import { allParts } from "../../codegen/pipeline/settings.js";
import type { RunRecord } from "../cache/run-record.js";
import type { SourceCache } from "../cache/source-cache.js";
import type { Host } from "../host.js";
import type { Input } from "../input.js";
import type { RunEnd } from "../report/summary.js";
import { traceOfAppearance } from "../terminal/appearance.js";
import type { SharedWork } from "../workers/shared-work.js";
import type { GenerateCommand } from "./generate-command.js";
import { hasBackends, settingsOf } from "./generate-command.js";

/** The tools that read inputs and write code for them. */
interface Work {
  readonly inputs: readonly Input[];
  readonly emitSource: EmitSource;
  /** Ends what was started for it. */
  end(): Promise<void>;
  /** Removes what is too old from the cache. */
  trim(): Promise<void>;
}

/** With the cache and other threads, as far as they are worth it. */
export async function workTogether(
  command: GenerateCommand,
  inputs: readonly Input[],
  cache: SourceCache | undefined,
  host: Host,
): Promise<Work> {
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
export async function workAlone(
  { outputs }: GenerateCommand,
  inputs: readonly Input[],
): Promise<Work> {
  const emitSource = await createEmitSourceFor(outputs);
  return { inputs, emitSource, end: () => Promise.resolve(), trim: () => Promise.resolve() };
}

/** Below this number of inputs the main thread is done before a worker could help. */
const fewestSharedInputs = 60;

/** These parts take less work than handing them from one thread to another. */
const quickParts: ReadonlySet<PartName> = new Set([
  "types",
  "enums",
  "client",
  "openapi",
  "json-schema",
]);

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
  const { SharedWork, workersFor } = await import("../workers/shared-work.js");
  const count = workersFor(workers);
  return count > 0 ? new SharedWork(inputs, settings, cache, count) : undefined;
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
export async function cacheFor(
  command: GenerateCommand,
  inputs: readonly Input[],
  host: Host,
): Promise<SourceCache | undefined> {
  const { cache, cacheDir, home } = command;
  const fewest = cacheDir === undefined ? fewestCachedInputs : 1;
  const isWanted = cache !== false && !hasBackends(command) && inputs.length >= fewest;
  if (!isWanted || !inputs.every(({ isLocal }) => isLocal)) return undefined;
  const { openCache } = await import("../cache/source-cache.js");
  return openCache({ cacheDir }, settingsOf(command), home, host);
}

/**
 * A record of the run, for runs that have a cache. What prettier does depends on files that nobody
 * here knows of, and `--check` takes nothing on trust.
 */
export async function recordFor(
  command: GenerateCommand,
  inputs: readonly Input[],
  cache: SourceCache | undefined,
  host: Host,
): Promise<RunRecord<RunEnd> | undefined> {
  const { outputs, check } = command;
  if (cache === undefined || check || outputs.some(({ prettier }) => prettier)) return undefined;
  const request = await requestOf(command, host);
  return cache.recordOf({ request, inputs, outputs: outputs.map(({ out }) => out) });
}

/** All that decides what a run says beside its inputs and settings. */
async function requestOf(command: GenerateCommand, host: Host): Promise<string> {
  const { format, quiet, color, verbose, allowInvalid, skipInvalid, configFiles } = command;
  const configuration: string[] = [];
  // Diagnostics point into them.
  for (const path of configFiles) {
    configuration.push(path, Buffer.from(await host.readFile(path)).toString("base64"));
  }
  return JSON.stringify([
    ...[resolve("."), command.inputs, configuration],
    ...[format, quiet, verbose, allowInvalid, skipInvalid, traceOfAppearance(color, host)],
  ]);
}
