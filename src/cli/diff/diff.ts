import { Diagnostics } from "../../diagnostics/diagnostics.js";
import { printableName } from "../../diagnostics/render/printable.js";
import type { Change } from "../../diff/change.js";
import { resourceName } from "../../diff/diff-resource.js";
import { diffResources } from "../../diff/diff-resources.js";
import type { JudgedChange } from "../../diff/judged-change.js";
import { breaks, judgeChanges } from "../../diff/judged-change.js";
import { printGithub } from "../../diff/print/github.js";
import { printJson } from "../../diff/print/json.js";
import { printMarkdown } from "../../diff/print/markdown.js";
import { printText } from "../../diff/print/text.js";
import type { Resource } from "../../ir/resource.js";
import { createQuietLinter } from "../../pipeline/crd-linter.js";
import { resolveKubernetes } from "../../pipeline/settings.js";
import type { ExitCode } from "../exit-code.js";
import { exitCode } from "../exit-code.js";
import { checkStandardInput } from "../find-inputs.js";
import type { Host } from "../host.js";
import { printSkipped, skippedHints, skippedText } from "../print-skipped.js";
import type { CommonOptions } from "../report.js";
import { countText, nameSome, painterFor, plural, printDiagnostics } from "../report.js";
import { UsageError } from "../usage-error.js";
import { parseAllowed } from "./allowed.js";
import { readSide } from "./read-side.js";

/** What the command line says; `kubernetesVersion` as typed, the newest if absent. */
export interface DiffFlags extends Omit<CommonOptions, "format"> {
  readonly format: CommonOptions["format"] | "markdown";
  /** Codes and effects that do not count. */
  readonly allow?: readonly string[];
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
  const allowed = parseAllowed(flags.allow ?? []);
  const minor = resolveKubernetes(flags.kubernetesVersion);
  const diagnostics = new Diagnostics();
  const linter = createQuietLinter(minor);
  const before = await readSide(old, "old", linter, flags.quiet, diagnostics, host);
  const after = await readSide(now, "new", linter, flags.quiet, diagnostics, host);
  const { changes, paired } = diffResources(before.resources, after.resources, linter.table, minor);
  if (paired === 0 && !diagnostics.hasErrors) {
    throw new UsageError(unrelated(old, now, before.resources, after.resources));
  }
  const judged = judgeChanges(changes, allowed);
  const skipped = [...before.skipped, ...after.skipped];
  const common: CommonOptions = {
    ...flags,
    format: flags.format === "markdown" ? "text" : flags.format,
  };
  printSkipped(skipped, common, host);
  printDiagnostics(diagnostics.list, common, host);
  printChanges(judged, flags, host);
  if (!flags.quiet) {
    const faults = countText(diagnostics.list);
    const inputs = `${faults === "" ? "" : `; the inputs have ${faults}`}${skippedText(skipped)}`;
    host.warn(`${summary(judged, paired)}${inputs}\n${skippedHints(skipped)}`);
  }
  const isGood = !judged.some(breaks) && !diagnostics.hasErrors;
  return isGood ? exitCode.good : exitCode.notGood;
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

function printChanges(judged: readonly JudgedChange[], flags: DiffFlags, host: Host): void {
  const shown = judged.filter((one) => isShown(one, flags));
  switch (flags.format) {
    case "json":
      for (const one of shown) host.print(`${printJson(one)}\n`);
      return;
    case "github":
      for (const one of shown) host.print(`${printGithub(one)}\n`);
      return;
    case "markdown":
      host.print(printMarkdown(shown));
      return;
    case "text":
      host.print(
        printText(shown, host.columns ?? 80, painterFor(flags.color, host.outputIsTerminal, host)),
      );
  }
}

/** Nobody reads hundreds of new descriptions unless that is wanted. */
function isShown(judged: JudgedChange, { all, quiet }: DiffFlags): boolean {
  if (quiet) return breaks(judged);
  return all || judged.change.code !== "diff/description-changed";
}

function summary(judged: readonly JudgedChange[], paired: number): string {
  const count = (isCounted: (one: JudgedChange) => boolean): number =>
    judged.filter(isCounted).length;
  const changed = new Set(judged.map(({ change }) => change.resource)).size;
  if (judged.length === 0) return `${plural(paired, "CRD")} compared: no change`;
  const isText = ({ code }: Change): boolean => code === "diff/description-changed";
  const parts = [
    [count((one) => breaks(one) && one.effect !== "unknown"), "breaking"],
    [count((one) => breaks(one) && one.effect === "unknown"), "not decided"],
    [count(({ isAllowed }) => isAllowed), "allowed"],
    [count(({ effect }) => effect === "behaviour"), "of behaviour"],
    [count(({ effect, change }) => effect === "safe" && !isText(change)), "safe"],
    [count(({ change }) => isText(change)), "of descriptions"],
  ] as const;
  const told = parts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  return `${plural(paired, "CRD")} compared, ${changed} with changes: ${told.join(", ")}`;
}
