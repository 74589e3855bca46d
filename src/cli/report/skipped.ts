import { posix } from "node:path";
import type { Skipped, SkippedKind } from "../../codegen/pipeline/manifests/skipped.js";
import {
  patchesOfCrds,
  skippedAdvice,
  skippedCounts,
  skippedDocuments,
  skippedName,
} from "../../codegen/pipeline/manifests/skipped.js";
import { printable, printableName } from "../../crd/diagnostics/render/printable.js";
import { githubCommand, githubFile } from "../../crd/diagnostics/render/render.js";
import { plural } from "../../crd/diagnostics/wording.js";
import { objectAdvice } from "../advice.js";
import type { Host } from "../host.js";
import type { CommonOptions } from "./options.js";

/**
 * With `--verbose`, names the documents that were passed over, one a line: text on standard error;
 * data, on standard output beside the diagnostics, with the severity `note`. With `--quiet`
 * nothing.
 */
export function printSkipped(list: readonly Skipped[], options: CommonOptions, host: Host): void {
  if (options.quiet || !options.verbose) return;
  for (const skipped of skippedDocuments(list)) {
    if (options.format === "json") host.print(`${printable(JSON.stringify(dataOf(skipped)))}\n`);
    else if (options.format === "github") host.print(`${githubNote(skipped)}\n`);
    else
      host.warn(`skipped: ${printableName(skipped.source)}:${skipped.line}: ${textOf(skipped)}\n`);
  }
}

/**
 * `; skipped 7 documents: 4 kustomize patches, 3 Helm charts`, to stand behind a summary; empty for
 * none.
 */
export function skippedText(list: readonly Skipped[]): string {
  const count = skippedDocuments(list).length;
  return count === 0 ? "" : `; skipped ${plural(count, "document")}: ${skippedCounts(list)}`;
}

/**
 * Returns the hints that the summary adds, a line each: of what may hold CRDs or objects and cannot
 * be read as it is.
 */
export function skippedHints(list: readonly Skipped[]): string {
  return hintsOf(list)
    .map((hint) => `${hint}\n`)
    .join("");
}

/**
 * ` (2 kustomizations); …`, to stand behind a message that nothing was found that is wanted; empty
 * for none.
 */
export function skippedInstead(list: readonly Skipped[]): string {
  if (skippedDocuments(list).length === 0) return "";
  return [` (${skippedCounts(list)})`, ...hintsOf(list)].join("; ");
}

function hintsOf(list: readonly Skipped[]): readonly string[] {
  const kinds = hinted.filter((kind) => list.some((skipped) => skipped.kind === kind));
  return [
    ...kinds.map((kind) => `${skippedName(kind)}: ${adviceOn(kind) ?? ""}`),
    ...patchHints(list),
  ];
}

const namedAtMost = 3;

/** Of each kustomization whose patches of CRDs are missing. */
function patchHints(list: readonly Skipped[]): readonly string[] {
  const patching = list.filter(({ kind }) => kind === patchesOfCrds).map(({ source }) => source);
  const paths = [...new Set(patching)];
  const hints = paths.slice(0, namedAtMost).map((path) => {
    const build = objectAdvice.takeOutput(`kubectl kustomize ${posix.dirname(path)}`);
    return `${printableName(path)} patches CRDs, and the patches are not applied: build it first, as with ${build}`;
  });
  const more = paths.length - namedAtMost;
  return more > 0 ? [...hints, `so do ${plural(more, "other kustomization")}`] : hints;
}

type SkippedOne = ReturnType<typeof skippedDocuments>[number];

const hinted: readonly SkippedKind[] = ["helm-template", "crossplane-xrd"];

function textOf({ kind }: SkippedOne): string {
  const advice = adviceOn(kind);
  return advice === undefined ? skippedName(kind) : `${skippedName(kind)} (${advice})`;
}

const skippedCode = "input/skipped";

/** Has the fields of a diagnostic, as far as there is something to say. */
function dataOf({ kind, source, line }: SkippedOne): object {
  const help = adviceOn(kind);
  const start = { line, column: 1 };
  const message = `skipped: ${skippedName(kind)}`;
  return {
    code: skippedCode,
    severity: "note",
    message,
    source,
    start,
    end: start,
    related: [],
    help,
  };
}

function githubNote(skipped: SkippedOne): string {
  const place = `${githubFile(skipped.source)}line=${skipped.line},`;
  return githubCommand("notice", place, skippedCode, `skipped: ${textOf(skipped)}`);
}

function adviceOn(kind: SkippedKind): string | undefined {
  return skippedAdvice(kind, objectAdvice.takeOutput);
}
