import type { CrdLinter } from "../../codegen/pipeline/crd-linter.js";
import { createQuietLinter } from "../../codegen/pipeline/crd-linter.js";
import type { Skipped } from "../../codegen/pipeline/manifests/skipped.js";
import { matcher } from "../../codegen/pipeline/pattern.js";
import { readSource } from "../../codegen/pipeline/read-source.js";
import { claimOf, ResourceIndex } from "../../codegen/pipeline/resource-index.js";
import { resolveKubernetes, timed } from "../../codegen/pipeline/settings.js";
import { Diagnostics, isError } from "../../crd/diagnostics/diagnostics.js";
import { printableName } from "../../crd/diagnostics/render/printable.js";
import { nameSome } from "../../crd/diagnostics/wording.js";
import { readResource } from "../../crd/frontend/read-resource.js";
import type { Resource } from "../../crd/ir/resource.js";
import type { SchemaTable } from "../../crd/ir/schema-table.js";
import type { SourceFile } from "../../crd/source/source-file.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import type { Allowed, Change, FailingEffect, JudgedChange } from "../../tools/diff/change.js";
import {
  allowedCode,
  breaks,
  failingEffects,
  faultOfAllowed,
  judgeChanges,
} from "../../tools/diff/change.js";
import { resourceName } from "../../tools/diff/diff-resource.js";
import type { ResourcesDiff } from "../../tools/diff/diff-resources.js";
import { diffSteps } from "../../tools/diff/diff-resources.js";
import type { DeclaredRenames } from "../../tools/diff/schema/renames.js";
import type { DiffConfig } from "../config/config.js";
import type { ParsedConfig } from "../config/schema.js";
import { checkInputs, checkStandardInput } from "../find-inputs.js";
import type { Host } from "../host.js";
import { openInputs } from "../open-inputs.js";
import { breathe, endingAtOnce } from "../process/signals.js";
import { readConfig } from "../read-config.js";
import type { CommonOptions } from "../report/options.js";
import { countText } from "../report/print-diagnostics.js";
import { checkStatistics } from "../report/print-judged.js";
import { printSkipped, skippedHints, skippedInstead, skippedText } from "../report/skipped.js";
import { printNothing, printSummary } from "../report/summary.js";
import { withProgress } from "../terminal/progress.js";
import type { ExitCode } from "../usage-error.js";
import { exitCode, UsageError } from "../usage-error.js";
import type { Compared } from "./diff-findings.js";
import { summaryOfDiff, usageSummary } from "./diff-summary.js";
import type { DiffPrinting } from "./print-changes.js";
import { printCompared } from "./print-changes.js";
import type { ComparedSides } from "./usages/compared-sides.js";
import { outputNames } from "./usages/regenerate.js";
import type { UsageReport } from "./usages/usage-report.js";

/** The flags of the command line; `kubernetesVersion` as typed, the newest if absent. */
export interface DiffFlags extends DiffPrinting {
  /** Codes and effects that do not count. */
  readonly ignore?: readonly string[];
  /** Changes with this effect, or a graver one, count. */
  readonly failOn?: FailingEffect;
  /** Patterns of the files whose variants of a CRD count. */
  readonly prefer?: readonly string[];
  /** Files of a program whose lines are told that have to do with a change. */
  readonly usages?: readonly string[];
  /** The configuration that says what the types of this program are called. */
  readonly config?: string;
  /** Rename fields in these files. */
  readonly fix: boolean;
  /** List what is safe, too. */
  readonly all: boolean;
  readonly kubernetesVersion?: string;
}

/**
 * `crdgen diff OLD NEW`: what has changed between two sets of CRDs, and whom it breaks. Ends with 1
 * if a change breaks somebody, or may, and nobody allowed it.
 *
 * @throws UsageError for inputs that lead nowhere, and for sides that have no CRD in common
 */
export async function diffCommand(
  old: string,
  now: string,
  flags: DiffFlags,
  host: Host,
): Promise<ExitCode> {
  checkStandardInput([old], [now]);
  await checkInputs([old, now], host);
  parseAllowed(flags.ignore ?? []);
  checkStatistics(flags);
  const minor = resolveKubernetes(flags.kubernetesVersion);
  checkUsageFlags(flags);
  const diagnostics = new Diagnostics();
  const config = (await readConfig(flags.config, diagnostics, host))?.config;
  if (config === undefined) {
    const nothing = { resources: [], shown: [], diagnostics: diagnostics.list, report: undefined };
    await printCompared({ ...nothing, endedEarly: true }, flags, host);
    printNothing("nothing was compared", diagnostics.list, flags, host);
    return exitCode.usage;
  }
  const linter = createQuietLinter(minor);
  const prefer = flags.prefer ?? config.prefer ?? [];
  const before = await readSide(old, prefer, "old", linter, flags.quiet, diagnostics, host);
  const after = await readSide(now, prefer, "new", linter, flags.quiet, diagnostics, host);
  const { changes, pairs } = await timed("compare", () =>
    compare([before, after], { table: linter.table, minor, config }, flags, host),
  );
  if (pairs.size === 0 && !diagnostics.hasErrors) {
    throw new UsageError(unrelated(old, now, before.resources, after.resources));
  }
  const judged = judge(changes, config, flags);
  const skipped = [...before.skipped, ...after.skipped];
  printSkipped(skipped, passable(flags), host);
  const sides = { changes, pairs, old: before.resources, sources: after.sources };
  const report = await withProgress("looking for usages", flags.quiet, host, () =>
    examine(sides, config, flags, host),
  );
  const resources = [...after.resources, ...before.resources.filter((one) => !pairs.has(one))];
  const shown = judged.filter((one) => isShown(one, flags));
  const compared = { resources, shown, diagnostics: diagnostics.list, report };
  await printCompared(compared, flags, host);
  const failOn = flags.failOn ?? config.diff?.failOn;
  return conclude(compared, { judged, failOn, skipped }, flags, host);
}

interface ComparingTools {
  readonly table: SchemaTable;
  readonly minor: KubernetesMinor;
  readonly config: ParsedConfig;
}

/** Compares CRD by CRD, and says how far it is. */
async function compare(
  [before, after]: readonly [Side, Side],
  { table, minor, config }: ComparingTools,
  { quiet }: DiffFlags,
  host: Host,
): Promise<ResourcesDiff> {
  const renames = declaredRenames(config.diff?.renames);
  const steps = diffSteps(before.resources, after.resources, table, minor, renames);
  return withProgress("comparing", quiet, host, async (progress) => {
    progress.expect(before.resources.length);
    for (let done = 1; ; done++) {
      const step = steps.next();
      if (step.done === true) return step.value;
      progress.step(done, step.value);
      await breathe();
    }
  });
}

function judge(
  changes: readonly Change[],
  { diff: { ignore = [], allow = [], failOn } = {} }: ParsedConfig,
  flags: DiffFlags,
): readonly JudgedChange[] {
  const allowed = parseAllowed([...ignore, ...allow, ...(flags.ignore ?? [])]);
  return judgeChanges(changes, allowed, flags.failOn ?? failOn);
}

interface Verdict {
  readonly judged: readonly JudgedChange[];
  readonly failOn: FailingEffect | undefined;
  readonly skipped: readonly Skipped[];
}

/** Says on standard error what became of all. */
function conclude(
  { resources, diagnostics: list, report }: Compared,
  { judged, failOn, skipped }: Verdict,
  flags: DiffFlags,
  host: Host,
): ExitCode {
  if (report !== undefined && !flags.quiet) {
    host.warn(`${usageSummary(report)}\n`);
  }
  const errors = list.filter(isError).length;
  const faults = countText(list);
  const inputs = `${faults === "" ? "" : `; the inputs have ${faults}`}${skippedText(skipped)}`;
  const end = { judged, crds: resources.length, errors, failOn, report, inputs };
  const summary = summaryOfDiff(end);
  printSummary(summary, flags, host);
  if (!flags.quiet) host.warn(skippedHints(skipped));
  return summary.isGood ? exitCode.good : exitCode.notGood;
}

/** What was skipped is named as text where the changes are Markdown. */
function passable(flags: DiffFlags): CommonOptions {
  return { ...flags, format: flags.format === "markdown" ? "text" : flags.format };
}

function checkUsageFlags({ usages, fix }: DiffFlags): void {
  if (fix && usages === undefined) {
    throw new UsageError("--fix needs --usages, which names the files to change");
  }
}

/** Two sides that were not meant for each other. */
function unrelated(
  old: string,
  now: string,
  before: readonly Resource[],
  after: readonly Resource[],
): string {
  const names = (resources: readonly Resource[]): string =>
    nameSome(
      resources.map((resource) => printableName(resourceName(resource))),
      3,
    );
  return `no CRD is on both sides: ${old} has ${names(before)}, ${now} has ${names(after)}; name the same CRDs, before and after`;
}

/** Finds what the changes mean to the program that `--usages` names. */
async function examine(
  compared: ComparedSides,
  config: ParsedConfig,
  { usages, fix, kubernetesVersion }: DiffFlags,
  host: Host,
): Promise<UsageReport | undefined> {
  if (usages === undefined) return undefined;
  // Loaded only here: the compiler of TypeScript is larger than all the rest.
  const { examineProgram } = await import("./usages/examine.js");
  const names = outputNames(config);
  const options = { fix, kubernetesVersion, names };
  return endingAtOnce(() => examineProgram(usages, compared, options, host));
}

/** Nobody reads hundreds of new descriptions unless that is wanted. */
function isShown(judged: JudgedChange, { all, quiet }: DiffFlags): boolean {
  if (quiet) return judged.fails || breaks(judged);
  return all || judged.change.code !== "diff/description-changed";
}

/** Reads the renamed fields that the configuration declares; the first entry that fits counts. */
function declaredRenames(renames: DiffConfig["renames"] = []): DeclaredRenames {
  const entries = renames.map(({ crd = "*", from, to }) => ({ isOf: matcher(crd), from, to }));
  return (resource, path) => entries.find((one) => one.from === path && one.isOf(resource))?.to;
}

/**
 * Reads the values of `--ignore`: codes, with or without `diff/`, and effects.
 *
 * @throws UsageError for what is neither, with the nearest that is
 */
function parseAllowed(given: readonly string[]): Allowed {
  const fault = given.map(faultOfAllowed).find((found) => found !== undefined);
  if (fault !== undefined) throw new UsageError(`--ignore: ${fault}`);
  return {
    codes: new Set(given.flatMap((text) => allowedCode(text) ?? [])),
    effects: new Set(failingEffects.filter((effect) => given.includes(effect))),
  };
}

/** The CRDs of one side of a comparison. */
export interface Side {
  readonly resources: readonly Resource[];
  readonly skipped: readonly Skipped[];
  /** The sources that were read. */
  readonly sources: readonly SourceFile[];
}

/**
 * Reads one side. CRDs that the API server refuses are compared as far as they can be read. What is
 * wrong with those of the old side is only a warning: it is told for those who wonder, and cannot
 * be corrected any more.
 *
 * @throws UsageError where there is no CRD
 */
export async function readSide(
  input: string,
  prefer: readonly string[],
  which: "old" | "new",
  linter: CrdLinter,
  quiet: boolean,
  diagnostics: Diagnostics,
  host: Host,
): Promise<Side> {
  const found = new Diagnostics();
  const verb = `reading the ${which} CRDs`;
  const opened = await openInputs([input], verb, quiet, found, host, prefer);
  const resources: Resource[] = [];
  const skipped: Skipped[] = [];
  const sources: SourceFile[] = [];
  const index = new ResourceIndex(found);
  for await (const source of opened) {
    sources.push(source);
    const read = await readSource(source, linter, found);
    for (const one of read.skipped) skipped.push(one);
    for (const judged of read.crds) {
      found.addAll(judged.verdict.diagnostics);
      const resource = readResource(judged.crd, linter.table);
      if (await index.add(source, claimOf(resource))) resources.push(resource);
    }
  }
  diagnostics.addAll(which === "new" ? found.list : found.list.map(asWarning));
  if (resources.length === 0 && !diagnostics.hasErrors) {
    throw new UsageError(`no CustomResourceDefinition in ${input}${skippedInstead(skipped)}`);
  }
  return { resources, skipped, sources };
}

function asWarning(diagnostic: Diagnostics["list"][number]): Diagnostics["list"][number] {
  return diagnostic.severity === "error" ? { ...diagnostic, severity: "warning" } : diagnostic;
}
