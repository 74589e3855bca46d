import { nameSome } from "../../crd/diagnostics/name-some.js";
import { printableName } from "../../crd/diagnostics/render/printable.js";
import type { ExitCode } from "../exit-code.js";
import { exitCode } from "../exit-code.js";
import type { Host } from "../host.js";

import { UsageError } from "../usage-error.js";
import { untilSignal } from "./until-signal.js";
import { watchPlaces } from "./watch-places.js";

/** What is done at the beginning, and again whenever inputs change. */
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
  await Promise.race([ended, watcher.failed]);
  await watcher.close();
  return exitCode.good;
}
