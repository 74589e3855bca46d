import type { Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import type { SourceFile } from "../../crd/source/source-file.js";
import type { CrdLinter } from "./crd-linter.js";
import type { Skipped } from "./manifests/skipped.js";
import { timed } from "./phase-times.js";
import type { JudgedCrd } from "./read-source.js";
import { readSource } from "./read-source.js";

/**
 * Judges all CRDs of the sources by `linter`, one source after the other; `visit` sees each with
 * its verdict.
 */
export async function lintSources(
  sources: AsyncIterable<SourceFile> | Iterable<SourceFile>,
  linter: CrdLinter,
  diagnostics: Diagnostics,
  visit: (judged: JudgedCrd) => void,
): Promise<{ readonly crds: number; readonly skipped: readonly Skipped[] }> {
  let crds = 0;
  const skipped: Skipped[] = [];
  for await (const source of sources) {
    const read = await timed("read and judge", () => readSource(source, linter, diagnostics));
    crds += read.crds.length;
    for (const one of read.skipped) skipped.push(one);
    for (const judged of read.crds) {
      diagnostics.addAll(judged.verdict.diagnostics);
      visit(judged);
    }
  }
  return { crds, skipped };
}
