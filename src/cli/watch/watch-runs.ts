import { printableName } from "../../crd/diagnostics/render/printable.js";
import { nameSome } from "../../crd/diagnostics/wording.js";
import { placesOfInputs } from "../find-inputs.js";
import type { Host } from "../host.js";
import { dieBy, untilSignal } from "../process/signals.js";
import type { CommonOptions } from "../report/options.js";
import type { ExitCode } from "../usage-error.js";
import { UsageError } from "../usage-error.js";
import { watchPlaces } from "./watch-places.js";

/** The work that is done at the beginning, and again whenever inputs change. */
export interface WatchedRun {
  readonly places: readonly string[];
  /** Folders that the run itself writes to; default: none. */
  readonly ignored?: readonly string[];
  readonly quiet: boolean;
  /** Prints what it finds. A `UsageError` that it throws is printed too. */
  readonly run: (changed: readonly string[]) => Promise<unknown>;
}

const namedAtMost = 5;

/** Runs until a signal ends it; what a broken file makes fail is done again when it is mended. */
export async function watchRuns(
  { places, ignored = [], quiet, run }: WatchedRun,
  host: Host,
): Promise<ExitCode> {
  const react = async (changed: readonly string[]): Promise<void> => {
    if (!quiet && changed.length > 0) {
      host.warn(`\nchanged: ${nameSome(changed.map(printableName), namedAtMost)}\n`);
    }
    try {
      await run(changed);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      host.warn(`error: ${error.message}\n`);
    }
    if (!quiet && changed.length === 0) {
      host.warn(`watching ${nameSome(places.map(printableName), namedAtMost)}; Ctrl-C ends it\n`);
    }
  };
  const watcher = await watchPlaces(places, { react, isDue: true, ignored }, host);
  const ended = untilSignal();
  const signal = await Promise.race([ended, watcher.failed]);
  await watcher.close();
  dieBy(signal);
}

/**
 * Judges again whenever inputs change, until a signal ends it.
 *
 * @param others further files to watch
 * @throws UsageError where there is nothing to watch
 */
export async function watchInputs(
  inputs: readonly string[],
  others: readonly string[],
  { quiet }: CommonOptions,
  host: Host,
  run: () => Promise<ExitCode>,
): Promise<ExitCode> {
  const places = [...(await placesToWatch(inputs, host)), ...others];
  return watchRuns({ places, quiet, run }, host);
}

/**
 * Where inputs change on this machine. Standard input, URLs and clusters are read once.
 *
 * @throws UsageError where there is nothing to watch, or standard input would have to be read again
 */
export async function placesToWatch(
  inputs: readonly string[],
  host: Host,
): Promise<readonly string[]> {
  if (inputs.includes("-")) {
    throw new UsageError("--watch: standard input (-) can be read only once; name files");
  }
  const places = await placesOfInputs(inputs, host);
  if (places.length > 0) return places;
  throw new UsageError("--watch needs inputs in files: name a file, a folder or a pattern");
}
