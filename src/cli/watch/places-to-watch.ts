import { placesOfInputs } from "../find-inputs.js";
import type { Host } from "../host.js";
import { UsageError } from "../usage-error.js";

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
