import type { ExitCode } from "../exit-code.js";
import type { Host } from "../host.js";
import type { CommonOptions } from "../report.js";
import { placesToWatch } from "./places-to-watch.js";
import { watchRuns } from "./watch-runs.js";

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
