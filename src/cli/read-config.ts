import { findConfigs, isCode } from "../config/find.js";
import type { ParsedConfig } from "../config/schema.js";
import type { Diagnostics } from "../diagnostics/diagnostics.js";
import { logDebug } from "./debug-log.js";
import { foreignReason, noteForeignCode } from "./foreign-code.js";
import type { Host } from "./host.js";
import { maskOptions } from "./mask-secrets.js";
import { noteConfig } from "./run-facts.js";
import { UsageError } from "./usage-error.js";

/** A configuration, and the file that it is from, if there is one. */
export interface FoundConfig {
  readonly config: ParsedConfig;
  readonly path: string | undefined;
}

/**
 * The configuration at `path`, or else the one of the working folder, or else an empty one. zod is
 * loaded only where there is one.
 *
 * @returns `undefined` where the configuration has faults, which are diagnostics
 * @throws UsageError where there is no such file, or more than one to choose from
 */
export async function readConfig(
  path: string | undefined,
  diagnostics: Diagnostics,
  host: Host,
): Promise<FoundConfig | undefined> {
  const found = path ?? (await soleConfig());
  noteConfig(found);
  if (found === undefined) return { config: {}, path: undefined };
  if ((await host.kindOf(found)) !== "file") throw new UsageError(`'${found}': no such file`);
  if (isCode(found)) noteForeignCode(`'${found}'`);
  const { loadConfig } = await import("../config/load.js");
  try {
    const config = await loadConfig(found, diagnostics);
    if (config === undefined) return undefined;
    logDebug(() => `what it says: ${maskOptions(config)}`);
    return { config, path: found };
  } catch (error) {
    throw new UsageError(`'${found}': ${foreignReason(error)}`);
  }
}

/** Which of two is meant is not for the command to guess. */
async function soleConfig(): Promise<string | undefined> {
  const [found, other] = await findConfigs();
  if (other === undefined) return found;
  throw new UsageError(
    `'${found ?? ""}' and '${other}' both exist: remove one, or choose one with --config`,
  );
}
