import { CrdLinter } from "../codegen/pipeline/crd-linter.js";
import type { Ignore } from "../codegen/pipeline/ignores/ignore.js";
import { faultOfCode, ignoreText, toIgnoreRule } from "../codegen/pipeline/ignores/ignore.js";
import { WarningFilter } from "../codegen/pipeline/ignores/warning-filter.js";
import { lintSources, readStoredCrds } from "../codegen/pipeline/lint-sources.js";
import type { Skipped } from "../codegen/pipeline/manifests/skipped.js";
import type { LocateOption } from "../codegen/pipeline/overrides/override-report.js";
import type { JudgedCrd } from "../codegen/pipeline/read-source.js";
import { isRefused } from "../codegen/pipeline/read-source.js";
import { resolveKubernetes, resolveMinimum } from "../codegen/pipeline/settings.js";
import type { Diagnostic } from "../crd/diagnostics/diagnostics.js";
import { beginningOf, Diagnostics } from "../crd/diagnostics/diagnostics.js";
import { plural } from "../crd/diagnostics/wording.js";
import type { CrdDocument } from "../crd/frontend/find-crds.js";
import { crdName } from "../crd/frontend/find-crds.js";
import type { PortabilityCode } from "../crd/frontend/portability/warnings.js";
import { portabilityCodes } from "../crd/frontend/portability/warnings.js";
import type { KubernetesMinor } from "../runtime/v1/values/kubernetes-version.js";
import { newerServerAdvice } from "./advice.js";
import type { ParsedConfig } from "./config/schema.js";
import { logDebug } from "./facts/run-facts.js";
import { checkInputs, checkStandardInput } from "./find-inputs.js";
import type { Host } from "./host.js";
import { openInputs } from "./open-inputs.js";
import { readConfig } from "./read-config.js";
import type { JudgedSubject } from "./report/content.js";
import type { CommonOptions } from "./report/options.js";
import { checkStatistics, printJudged } from "./report/print-judged.js";
import { printSkipped, skippedHints, skippedInstead, skippedText } from "./report/skipped.js";
import type { Summary } from "./report/summary.js";
import {
  faultText,
  printFaulty,
  printNothing,
  printSummary,
  verdictText,
} from "./report/summary.js";
import type { ExitCode } from "./usage-error.js";
import { exitCode, UsageError } from "./usage-error.js";
import type { WatchedInputs } from "./watch/watch-runs.js";

/** The flags of the command line; `kubernetesVersion` as typed, the newest if absent. */
interface LintFlags extends CommonOptions {
  readonly kubernetesVersion?: string;
  /** The oldest server that the CRDs have to work on. */
  readonly minimumVersion?: string;
  /** Codes of warnings to leave out. */
  readonly ignore?: readonly string[];
  /** How many warnings may be left. */
  readonly maxWarnings?: number;
  /** The configuration, in place of the one of the working folder. */
  readonly config?: string;
  /** Patterns of the files whose variants of a CRD count. */
  readonly prefer?: readonly string[];
  /** Where the CRDs are that are replaced. */
  readonly old?: readonly string[];
  /** Go on until a signal or a key ends it, and judge again when inputs change. */
  readonly watch: boolean;
  /** False keeps what stands on the terminal when a watch begins a run. */
  readonly clear?: boolean;
}

/**
 * `crdgen lint`: what the API server would say of the creation, or the update, of each CRD, and
 * what may surprise elsewhere.
 */
export async function lintCommand(
  inputsGiven: readonly string[],
  flags: LintFlags,
  host: Host,
): Promise<ExitCode> {
  if (!flags.watch) return lintOnce(inputsGiven, flags, host);
  const { watchInputs } = await import("./watch/watch-runs.js");
  const find = async (): Promise<WatchedInputs | undefined> => {
    const settings = await resolveLint(inputsGiven, flags, new Diagnostics(), host);
    if (settings !== undefined) {
      const inputs = [...settings.inputs, ...(flags.old ?? [])];
      return { inputs, planFiles: settings.configFiles };
    }
    await lintOnce(inputsGiven, flags, host); // says why
    return undefined;
  };
  return watchInputs(find, { ...flags, reportsToOutput: true }, host, (diagnostics) =>
    lintOnce(inputsGiven, flags, host, diagnostics),
  );
}

async function lintOnce(
  inputsGiven: readonly string[],
  flags: LintFlags,
  host: Host,
  diagnostics = new Diagnostics(),
): Promise<ExitCode> {
  const settings = await resolveLint(inputsGiven, flags, diagnostics, host);
  if (settings === undefined) {
    const { list } = diagnostics;
    await printJudged({ command: "lint", subjects: [], list, endedEarly: true }, flags, host);
    printNothing(nothingChecked, list, flags, host);
    return exitCode.usage;
  }
  const { inputs, minor } = settings;
  logDebug(() => `Kubernetes 1.${minor}, and not before 1.${settings.minimum}`);
  checkUsage(inputs, flags);
  await checkInputs([...inputs, ...(flags.old ?? [])], host);
  const stored = await readOld(flags, diagnostics, host);
  const linter = new CrdLinter({ ...settings, stored, adviseNewer: newerServerAdvice });
  const sources = await openInputs(
    inputs,
    "judging",
    flags.quiet,
    diagnostics,
    host,
    settings.prefer,
  );
  const judged: JudgedCrd[] = [];
  const { crds, skipped } = await lintSources(sources, linter, diagnostics, (one) => {
    judged.push(one);
  });
  printSkipped(skipped, flags, host);
  if (crds === 0 && !diagnostics.hasErrors) {
    const others = skippedInstead(skipped);
    throw new UsageError(`no CustomResourceDefinition in ${inputs.join(", ")}${others}`);
  }
  reportUnusedIgnores(settings, diagnostics);
  const subjects = judged.map(subjectOf);
  await printJudged({ command: "lint", subjects, list: diagnostics.list }, flags, host);
  const tooMany = tooManyWarnings(settings, diagnostics.list);
  const isGood = !diagnostics.hasErrors && tooMany === undefined;
  printSummary(summaryOf(judged, { flags, minor, diagnostics, skipped, isGood }), flags, host);
  if (!flags.quiet) host.warn(skippedHints(skipped));
  printFaulty(subjects, diagnostics.list, flags, host);
  if (tooMany !== undefined) host.warn(`${tooMany}\n`);
  return isGood ? exitCode.good : exitCode.notGood;
}

function checkUsage(inputs: readonly string[], flags: LintFlags): void {
  checkStatistics(flags);
  if (inputs.length === 0) throw new UsageError("name at least one input, or - for standard input");
  checkStandardInput(inputs, flags.old ?? []);
}

/** The CRDs of `--old`, by their names. */
async function readOld(
  { old = [], quiet }: LintFlags,
  diagnostics: Diagnostics,
  host: Host,
): Promise<ReadonlyMap<string, CrdDocument>> {
  const sources = await openInputs(old, "reading stored CRDs", quiet, diagnostics, host);
  return readStoredCrds(sources, diagnostics);
}

function subjectOf({ crd, verdict }: JudgedCrd): JudgedSubject {
  const name = crdName(crd);
  return {
    name: name === "" ? "CRD without a name" : name,
    ...beginningOf(crd.document, crd.path),
    list: verdict.diagnostics,
  };
}

const nothingChecked = "nothing was checked";

interface Findings {
  readonly flags: LintFlags;
  readonly minor: number;
  readonly diagnostics: Diagnostics;
  readonly skipped: readonly Skipped[];
  readonly isGood: boolean;
}

function summaryOf(
  judged: readonly JudgedCrd[],
  { flags, minor, diagnostics, skipped, isGood }: Findings,
): Summary {
  const others = faultText(diagnostics.list) + skippedText(skipped);
  if (judged.length === 0) return { isGood, verdict: nothingChecked, more: others };
  const refused = judged.filter(isRefused).length;
  const updates = judged.filter(({ verdict }) => verdict.isUpdate).length;
  const warned = judged.filter((one) => !isRefused(one) && one.verdict.diagnostics.some(isWarning));
  const note = flags.old === undefined ? "" : ` (${plural(updates, "update")})`;
  const { hasErrors } = diagnostics;
  const tally = { noun: "CRD", note, judged: judged.length, refused, hasErrors };
  const verdict = verdictText(tally, minor);
  const few = judged.length < 2 || warned.length === 0 ? "" : `, ${warned.length} with warnings`;
  return { isGood, verdict, more: few + others };
}

function isWarning({ severity }: Diagnostic): boolean {
  return severity === "warning";
}

/** The settings of `lint`: its flags, and what the configuration says where they are silent. */
interface LintSettings {
  readonly inputs: readonly string[];
  readonly prefer: readonly string[];
  readonly minor: KubernetesMinor;
  readonly minimum: KubernetesMinor;
  /** Portability warnings that nobody looks for. */
  readonly ignoredPortability: ReadonlySet<PortabilityCode>;
  readonly filter: WarningFilter;
  readonly maxWarnings: number;
  /** The ignores of the configuration, which are the first entries of the filter. */
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
async function resolveLint(
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
function reportUnusedIgnores(
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
function tooManyWarnings(
  { maxWarnings }: LintSettings,
  list: readonly Diagnostic[],
): string | undefined {
  const count = list.filter(({ severity }) => severity === "warning").length;
  if (count <= maxWarnings) return undefined;
  return `${plural(count, "warning")}, and --max-warnings allows ${maxWarnings}: correct them, or ignore those that you mean`;
}
