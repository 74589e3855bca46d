import type { Diagnostics } from "../diagnostics/diagnostics.js";
import type { OutputFile } from "../emit/generated-file.js";
import type { SourceFile } from "../source/source-file.js";
import type { DefinedKind, EmitSource } from "./emit-source.js";
import { OutputSet } from "./output-set.js";
import { ResourceIndex } from "./resource-index.js";
import type { Settings } from "./settings.js";

/** What one run made. */
export interface Run {
  /** Sorted by path; empty where an error forbids output. */
  readonly files: readonly OutputFile[];
  /** What the CRDs define, wanted or not. */
  readonly kinds: readonly DefinedKind[];
  readonly counts: Counts;
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
 * CRDs in, files out: what the sources give, in their order, becomes one output. The documents of no more than one source are
 * in memory. Touches neither disk nor network; nothing that a source can hold is thrown.
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
  let skipped = 0;
  for await (const source of sources) {
    const emitted = await emitSource(source);
    skipped += emitted.skipped;
    for (const kind of emitted.kinds) kinds.push(kind);
    diagnostics.addAll(emitted.diagnostics);
    for (const resource of emitted.resources) {
      if (!(await index.add(source, resource.claim))) continue;
      diagnostics.addAll(resource.diagnostics);
      for (const unit of resource.units) output.add(unit);
    }
  }
  for (const hidden of output.hiddenNames) await index.reportHidden(hidden);
  const counts = { resources: index.resources, versions: output.units, skipped };
  const files = isRefused(diagnostics, settings) ? [] : await output.finish();
  return { files, kinds, counts };
}

/** With `allowInvalid` only those errors count that leave nothing to generate from: unreadable and conflicting input. */
function isRefused(diagnostics: Diagnostics, settings: Settings): boolean {
  return diagnostics.list.some(
    ({ severity, code }) =>
      severity === "error" &&
      (!settings.allowInvalid || code.startsWith("source/") || code.startsWith("input/")),
  );
}
