import type { LocateOption } from "../codegen/pipeline/overrides/override-report.js";
import { nowhere } from "../codegen/pipeline/overrides/override-report.js";
import type { Diagnostics } from "../crd/diagnostics/diagnostics.js";
import { findConfigs } from "./config/find.js";
import type { ParsedConfig } from "./config/schema.js";
import { logDebug } from "./facts/debug-log.js";
import { maskOptions } from "./facts/mask-secrets.js";
import { noteConfig } from "./facts/run-facts.js";
import { foreignReason, noteForeignCode } from "./foreign-code.js";
import type { Host } from "./host.js";
import { UsageError } from "./usage-error.js";

/** A configuration, and the files that it is from. */
export interface FoundConfig {
  readonly config: ParsedConfig;
  /** The file that was asked for or found, if there is one. */
  readonly path: string | undefined;
  /** That file, and those that it extends. */
  readonly files: readonly string[];
  readonly locate: LocateOption;
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
  if (found === undefined) return { config: {}, path: undefined, files: [], locate: nowhere };
  if ((await host.kindOf(found)) !== "file") throw new UsageError(`'${found}': no such file`);
  const { loadConfig } = await import("./config/load.js");
  try {
    const loaded = await loadConfig(found, diagnostics, noteCode);
    if (loaded === undefined) return undefined;
    logDebug(() => `what it says: ${maskOptions(loaded.config)}`);
    return { ...loaded, path: found };
  } catch (error) {
    throw new UsageError(`'${found}': ${foreignReason(error)}`);
  }
}

/** Notes that a file of the user's is run from now on. */
export function noteCode(path: string): void {
  noteForeignCode(`'${path}'`);
}

/** Which of two is meant is not for the command to guess. */
async function soleConfig(): Promise<string | undefined> {
  const [found, other] = await findConfigs();
  if (other === undefined) return found;
  throw new UsageError(
    `'${found ?? ""}' and '${other}' both exist: remove one, or choose one with --config`,
  );
}
