import type { Diagnostics } from "../diagnostics/diagnostics.js";
import { isError } from "../diagnostics/diagnostics.js";
import type { OutputFile } from "../emit/generated-file.js";
import type { SourceFile } from "../source/source-file.js";
import type { DefinedKind, EmitSource } from "./emit-source.js";
import type { Skipped } from "./manifests/skipped.js";
import { OutputSet } from "./output-set.js";
import { timed } from "./phase-times.js";
import type { RefusedCrd } from "./refused-crd.js";
import { concernsInput } from "./refused-crd.js";
import { ResourceIndex } from "./resource-index.js";
import type { Settings } from "./settings.js";

/** What one run made. */
export interface Run {
  /** Sorted by path; empty where an error forbids output. */
  readonly files: readonly OutputFile[];
  /** What the CRDs define, wanted or not. */
  readonly kinds: readonly DefinedKind[];
  readonly counts: Counts;
  /** What the sources hold that is no CRD. */
  readonly skipped: readonly Skipped[];
  /** The CRDs that the API server refuses, in the order of the sources. */
  readonly refused: readonly RefusedCrd[];
}

/** How much a run has read and written. */
export interface Counts {
  readonly resources: number;
  /** Versions of resources that code was written for. */
  readonly versions: number;
  /** Documents that are no CRDs. */
  readonly skipped: number;
}

/**
 * CRDs in, files out: what the sources give, in their order, becomes one output. The documents of
 * no more than one source are in memory. Touches neither disk nor network; nothing that a source
 * can hold is thrown.
 */
export async function run(
  sources: AsyncIterable<SourceFile> | Iterable<SourceFile>,
  emitSource: EmitSource,
  settings: Settings,
  diagnostics: Diagnostics,
): Promise<Run> {
  const output = new OutputSet(settings);
  const index = new ResourceIndex(diagnostics);
  const kinds: DefinedKind[] = [];
  const skipped: Skipped[] = [];
  const refused: RefusedCrd[] = [];
  for await (const source of sources) {
    const emitted = await emitSource(source);
    for (const kind of emitted.kinds) kinds.push(kind);
    for (const one of emitted.skipped) skipped.push(one);
    for (const one of emitted.refused) refused.push(one);
    diagnostics.addAll(emitted.diagnostics);
    for (const resource of emitted.resources) {
      if (!(await index.add(source, resource.claim))) continue;
      diagnostics.addAll(resource.diagnostics);
      for (const unit of resource.units) output.add(unit);
    }
  }
  for (const hidden of output.hiddenNames) await index.reportHidden(hidden);
  const counts = {
    resources: index.resources,
    versions: output.units,
    skipped: skipped.length,
  };
  // Nothing is left of CRDs that are all refused: an empty output would replace the last good one.
  const hasOutput =
    !isForbidden(diagnostics, settings) && !(refused.length > 0 && output.units === 0);
  return {
    files: hasOutput ? await timed("index files and runtime", () => output.finish()) : [],
    kinds,
    counts,
    skipped,
    refused,
  };
}

/**
 * With `allowInvalid` only those errors count that leave nothing to generate from: unreadable and
 * conflicting input.
 */
function isForbidden(diagnostics: Diagnostics, { invalid }: Settings): boolean {
  return diagnostics.list.some(
    (diagnostic) => isError(diagnostic) && (invalid !== "allow" || concernsInput(diagnostic)),
  );
}
