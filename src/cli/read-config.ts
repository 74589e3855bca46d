import type { LocateOption } from "../codegen/pipeline/overrides/override-report.js";
import { nowhere } from "../codegen/pipeline/overrides/override-report.js";
import type { GenerateOptions, PlacedOverride, Settings } from "../codegen/pipeline/settings.js";
import {
  placedOverrides,
  resolveKubernetes,
  resolveSettings,
} from "../codegen/pipeline/settings.js";
import type { BackendEntry } from "../codegen/pipeline/third-party.js";
import type { Diagnostics } from "../crd/diagnostics/diagnostics.js";
import type { Path } from "../crd/source/source-file.js";
import type { KubernetesMinor } from "../runtime/v1/values/kubernetes-version.js";
import type { ConfigBackend } from "./config/config.js";
import { withoutUndefined } from "./config/config.js";
import { findConfigs } from "./config/find.js";
import type { ParsedConfig } from "./config/schema.js";
import { logDebug, maskOptions, noteConfig } from "./facts/run-facts.js";
import { foreignReason, noteForeignCode } from "./foreign-code.js";
import type { Host } from "./host.js";
import { UsageError } from "./usage-error.js";

/** A configuration, and the files that it is from. */
interface FoundConfig {
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
 * @param path false where none may be read
 * @returns `undefined` where the configuration has faults, which are diagnostics
 * @throws UsageError where there is no such file, or more than one to choose from
 */
export async function readConfig(
  path: string | false | undefined,
  diagnostics: Diagnostics,
  host: Host,
): Promise<FoundConfig | undefined> {
  const found = path === false ? undefined : (path ?? (await soleConfig()));
  noteConfig(found);
  if (found === undefined) return { config: {}, path: undefined, files: [], locate: nowhere };
  if ((await host.kindOf(found)) !== "file") throw new UsageError(`'${found}': no such file`);
  const { loadConfig } = await import("./config/load.js");
  try {
    const loaded = await loadConfig(found, diagnostics, noteCode, ({ cause, stack }) => {
      logDebug(() => (cause instanceof Error ? (cause.stack ?? "") : (stack ?? "")));
    });
    if (loaded === undefined) return undefined;
    logDebug(() => `what it says: ${maskOptions(loaded.config)}`);
    return { ...loaded, path: found };
  } catch (error) {
    throw new UsageError(`'${found}': ${foreignReason(error)}`);
  }
}

/** Where CRDs are, and how they are read: what the command line says of it. */
export interface CrdFlags {
  readonly crd?: readonly string[];
  /** Patterns of the files whose variants of a CRD count. */
  readonly prefer?: readonly string[];
  /** The configuration, in place of the one of the working folder; false for none at all. */
  readonly config?: string | false;
  readonly kubernetesVersion?: string;
}

/** The same, with what the configuration says where the command line is silent. */
export interface CrdSettings {
  readonly crds: readonly string[];
  /** The command line names no CRDs, and the configuration does. */
  readonly areConfigured: boolean;
  readonly prefer: readonly string[];
  readonly minor: KubernetesMinor;
  /** All files of the configuration. */
  readonly configFiles: readonly string[];
}

/**
 * Reads where CRDs are, and how they are read. Flags win over the configuration.
 *
 * @returns `undefined` where the configuration has faults, which are diagnostics
 * @throws UsageError or OptionError as `readConfig`, and for a version that is none
 */
export async function readCrdSettings(
  flags: CrdFlags,
  diagnostics: Diagnostics,
  host: Host,
): Promise<CrdSettings | undefined> {
  const found = await readConfig(flags.config, diagnostics, host);
  if (found === undefined) return undefined;
  const { config, files } = found;
  return {
    crds: flags.crd ?? config.inputs ?? [],
    areConfigured: flags.crd === undefined && (config.inputs ?? []).length > 0,
    prefer: flags.prefer ?? config.prefer ?? [],
    minor: resolveKubernetes(flags.kubernetesVersion ?? config.kubernetesVersion),
    configFiles: files,
  };
}

/** Notes that a file of the user's is run from now on. */
function noteCode(path: string): void {
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

/** One output of a run, with all that is its own. */
export interface Output {
  readonly out: string;
  readonly settings: Settings;
  readonly backends: readonly BackendEntry[];
  /** The files that the back ends are from. */
  readonly backendFiles: readonly string[];
  /** Lay every file out as the user's own prettier configuration says. */
  readonly prettier: boolean;
  /** True if somebody chose how imports end. */
  readonly choosesExtension: boolean;
}

/** The flags of the command line for outputs: they hold for all of them. */
interface OutputFlags extends GenerateOptions {
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

/**
 * Loads the back ends. The code that loads modules is itself loaded only where a configuration
 * names some.
 */
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
