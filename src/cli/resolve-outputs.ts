import type { LocateOption } from "../codegen/pipeline/overrides/override-report.js";
import type { GenerateOptions, PlacedOverride, Settings } from "../codegen/pipeline/settings.js";
import { placedOverrides, resolveSettings } from "../codegen/pipeline/settings.js";
import type { BackendEntry } from "../codegen/pipeline/third-party.js";
import type { Diagnostics } from "../crd/diagnostics/diagnostics.js";
import type { Path } from "../crd/source/document.js";
import type { ConfigBackend } from "./config/config.js";
import type { ParsedConfig } from "./config/schema.js";
import { withoutUndefined } from "./config/without-undefined.js";
import { noteCode } from "./read-config.js";
import { UsageError } from "./usage-error.js";

/** One output of a run, with all that is its own. */
export interface Output {
  readonly out: string;
  readonly settings: Settings;
  readonly backends: readonly BackendEntry[];
  /** The files that the back ends are from. */
  readonly backendFiles: readonly string[];
  /** Lay every file out as the user's own prettier configuration says. */
  readonly prettier: boolean;
  /** Whether somebody chose how imports end. */
  readonly choosesExtension: boolean;
}

/** What the command line may say of outputs: it holds for all of them. */
export interface OutputFlags extends GenerateOptions {
  readonly out?: string;
  readonly prettier?: boolean;
}

/**
 * The outputs that a configuration and the command line ask for. What the command line says wins
 * over each output, and what an output says over the whole configuration; only overrides are put
 * together. Back ends that cannot be loaded are diagnostics.
 *
 * @throws UsageError where no folder is named, or one beside those of the configuration
 * @throws OptionError for a flag with a wrong value
 */
export async function resolveOutputs(
  config: ParsedConfig,
  flags: OutputFlags,
  locate: LocateOption,
  diagnostics: Diagnostics,
): Promise<readonly Output[]> {
  const { outputs } = config;
  if (outputs !== undefined && flags.out !== undefined) {
    const folders = outputs.map(({ out }) => out).join(", ");
    throw new UsageError(
      `--out: the configuration has outputs of its own (${folders}); leave out --out, or choose another configuration with --config`,
    );
  }
  const shared = placedOverrides(config.overrides ?? []);
  const ofAll: BackendChoice = { backends: config.backends ?? [], at: ["backends"] };
  const resolved: Output[] = [];
  for (const [index, output] of (outputs ?? [undefined]).entries()) {
    const options = {
      ...withoutUndefined(config),
      ...(output && withoutUndefined(output)),
      ...withoutUndefined(flags),
    };
    const at: Path = ["outputs", index];
    const { out, prettier = false, importExtension } = options;
    if (out === undefined || out === "") throw new UsageError("name the output folder with --out");
    const own = placedOverrides(output?.overrides ?? []).map((placed): PlacedOverride => ({
      ...placed,
      at: [...at, ...placed.at],
    }));
    const chosen = output?.backends && { backends: output.backends, at: [...at, "backends"] };
    resolved.push({
      out,
      settings: resolveSettings(options, config.lint?.ignore, [...shared, ...own]),
      ...(await load(chosen ?? ofAll, locate, diagnostics)),
      prettier,
      choosesExtension: importExtension !== undefined,
    });
  }
  return resolved;
}

interface BackendChoice {
  readonly backends: readonly ConfigBackend[];
  readonly at: Path;
}

/** What loads modules is loaded only where a configuration names some. */
async function load(
  choice: BackendChoice,
  locate: LocateOption,
  diagnostics: Diagnostics,
): Promise<Pick<Output, "backends" | "backendFiles">> {
  if (choice.backends.length === 0) return { backends: [], backendFiles: [] };
  const { loadBackends } = await import("./config/load-backends.js");
  const backendFiles: string[] = [];
  const backends = await loadBackends(choice, locate, diagnostics, (path) => {
    noteCode(path);
    backendFiles.push(path);
  });
  return { backends, backendFiles };
}
