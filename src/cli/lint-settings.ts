import type { Ignore } from "../codegen/pipeline/ignores/ignore.js";
import { faultOfCode, ignoreText, toIgnoreRule } from "../codegen/pipeline/ignores/ignore.js";
import { WarningFilter } from "../codegen/pipeline/ignores/warning-filter.js";
import type { LocateOption } from "../codegen/pipeline/overrides/override-report.js";
import { resolveKubernetes, resolveMinimum } from "../codegen/pipeline/settings.js";
import type { Diagnostic, Diagnostics } from "../crd/diagnostics/diagnostics.js";
import type { PortabilityCode } from "../crd/frontend/portability/warnings.js";
import { portabilityCodes } from "../crd/frontend/portability/warnings.js";
import type { KubernetesMinor } from "../runtime/versions/kubernetes-version.js";
import type { ParsedConfig } from "./config/schema.js";
import type { Host } from "./host.js";
import { readConfig } from "./read-config.js";
import { plural } from "./report.js";
import { UsageError } from "./usage-error.js";

/** What `lint` goes by: its flags, and what the configuration says where they are silent. */
export interface LintSettings {
  readonly inputs: readonly string[];
  readonly prefer: readonly string[];
  readonly minor: KubernetesMinor;
  readonly minimum: KubernetesMinor;
  /** Portability warnings that nobody looks for. */
  readonly ignoredPortability: ReadonlySet<PortabilityCode>;
  readonly filter: WarningFilter;
  readonly maxWarnings: number;
  /** What the configuration ignores, the first entries of the filter. */
  readonly configIgnores: readonly Ignore[];
  readonly configPath: string | undefined;
  /** All files of the configuration. */
  readonly configFiles: readonly string[];
  readonly locate: LocateOption;
  /** The inputs are not those of the configuration, so that what it ignores may be about others. */
  readonly isPart: boolean;
}

interface Flags {
  readonly config?: string;
  readonly prefer?: readonly string[];
  readonly kubernetesVersion?: string;
  readonly minimumVersion?: string;
  readonly ignore?: readonly string[];
  readonly maxWarnings?: number;
}

/**
 * @returns `undefined` where the configuration has faults, which are diagnostics
 * @throws UsageError or OptionError for a flag with a wrong value
 */
export async function resolveLint(
  inputs: readonly string[],
  flags: Flags,
  diagnostics: Diagnostics,
  host: Host,
): Promise<LintSettings | undefined> {
  checkCodes(flags.ignore ?? []);
  const found = await readConfig(flags.config, diagnostics, host);
  if (found === undefined) return undefined;
  const { config, path, files, locate } = found;
  const kubernetesVersion = flags.kubernetesVersion ?? config.kubernetesVersion;
  return {
    inputs: inputs.length > 0 ? inputs : (config.inputs ?? []),
    prefer: flags.prefer ?? config.prefer ?? [],
    minor: resolveKubernetes(kubernetesVersion),
    minimum: minimumOf(flags, config),
    ...ignoresOf(flags.ignore ?? [], config),
    maxWarnings: flags.maxWarnings ?? config.lint?.maxWarnings ?? Infinity,
    configPath: path,
    configFiles: files,
    locate,
    isPart: inputs.length > 0,
  };
}

/**
 * A flag that asks for a server older than the minimum of the configuration asks about that server
 * alone.
 */
function minimumOf(flags: Flags, { kubernetesVersion, lint }: ParsedConfig): KubernetesMinor {
  const { minimumVersion, kubernetesVersion: flagged } = flags;
  if (minimumVersion !== undefined || flagged === undefined) {
    return resolveMinimum(minimumVersion ?? lint?.minimumVersion, flagged ?? kubernetesVersion);
  }
  const minimum = resolveMinimum(lint?.minimumVersion ?? flagged, undefined);
  return Math.min(minimum, resolveKubernetes(flagged)) as KubernetesMinor; // one of the two
}

function ignoresOf(
  flagged: readonly string[],
  { lint }: ParsedConfig,
): Pick<LintSettings, "ignoredPortability" | "filter" | "configIgnores"> {
  const configIgnores = lint?.ignore ?? [];
  const ignoredPortability = new Set(portabilityCodes.filter((code) => flagged.includes(code)));
  const options = { audits: true, unjudged: new Set(flagged) };
  const filter = new WarningFilter([...configIgnores, ...flagged], options);
  return { ignoredPortability, filter, configIgnores };
}

function checkCodes(codes: readonly string[]): void {
  const fault = codes.map(faultOfCode).find((found) => found !== undefined);
  if (fault !== undefined) throw new UsageError(`--ignore: ${fault}`);
}

/**
 * Tells what the configuration ignores that is not there, so that the list shrinks with the faults.
 */
export function reportUnusedIgnores(
  { filter, configIgnores, configPath, locate, isPart, ignoredPortability }: LintSettings,
  diagnostics: Diagnostics,
): void {
  if (configPath === undefined || diagnostics.hasErrors) return;
  const unjudged: ReadonlySet<string | undefined> = ignoredPortability;
  for (const index of filter.unused(isPart)) {
    const entry = configIgnores[index];
    if (entry === undefined || unjudged.has(toIgnoreRule(entry).code)) continue;
    const { place, path } = locate(["lint", "ignore", index]);
    const values = { what: ignoreText(toIgnoreRule(entry)) };
    const extra = { help: `remove the entry lint.ignore[${index}]`, path };
    diagnostics.report("lint/unused-ignore", place, values, extra);
  }
}

/** Why the warnings that are left are too many; `undefined` where they are not. */
export function tooManyWarnings(
  { maxWarnings }: LintSettings,
  list: readonly Diagnostic[],
): string | undefined {
  const count = list.filter(({ severity }) => severity === "warning").length;
  if (count <= maxWarnings) return undefined;
  return `${plural(count, "warning")}, and --max-warnings allows ${maxWarnings}: correct them, or ignore those that you mean`;
}
