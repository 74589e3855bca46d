import { timed } from "../codegen/pipeline/settings.js";
import type { Diagnostics } from "../crd/diagnostics/diagnostics.js";
import type { SourceFile } from "../crd/source/source-file.js";
import { findInputs } from "./find-inputs.js";
import type { Host } from "./host.js";
import { preferInputs } from "./prefer.js";
import { createProgress } from "./progress.js";
import { readInputs } from "./read-inputs.js";
import type { WantedCrds } from "./wanted-crds.js";

/**
 * The texts of what the command line names: all inputs are found at once, and read one by one as
 * they are asked for, while a line on the terminal says how far that is.
 *
 * @param verb what the line says is done, such as `reading CRDs`
 * @param prefer patterns of the files whose variants of a CRD count
 * @param wanted leaves out CRDs of clusters (default: none)
 * @throws UsageError for an argument that leads nowhere
 */
export async function openInputs(
  argumentsGiven: readonly string[],
  verb: string,
  quiet: boolean,
  diagnostics: Diagnostics,
  host: Host,
  prefer: readonly string[] = [],
  wanted?: WantedCrds,
): Promise<AsyncGenerator<SourceFile>> {
  const progress = createProgress(verb, quiet, host);
  const found = await timed("find inputs", async () =>
    preferInputs(await findInputs(argumentsGiven, host, wanted), prefer, quiet, host),
  ).catch((error: unknown) => {
    progress.end();
    throw error;
  });
  return readInputs(found, diagnostics, progress);
}
