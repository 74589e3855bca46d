import { resolve } from "node:path";
import type { RunRecord } from "../cache/run-record.js";
import type { SourceCache } from "../cache/source-cache.js";
import type { Host } from "../host.js";
import type { Input } from "../input.js";
import { appearance } from "../report.js";
import type { GenerateCommand } from "./generate-command.js";
import { hasBackends, settingsOf } from "./generate-command.js";

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
  const { openCache } = await import("../cache/open-cache.js");
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
): Promise<RunRecord | undefined> {
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
    ...[format, quiet, verbose, allowInvalid, skipInvalid, appearance(color, host)],
  ]);
}
