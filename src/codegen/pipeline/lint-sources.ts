import type { Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import type { CrdDocument } from "../../crd/frontend/find-crds.js";
import { crdName, findCrds } from "../../crd/frontend/find-crds.js";
import type { SourceFile } from "../../crd/source/source-file.js";
import type { CrdLinter } from "./crd-linter.js";
import { readManifests } from "./manifests/read-manifests.js";
import type { Skipped } from "./manifests/skipped.js";
import type { JudgedCrd } from "./read-source.js";
import { readSource } from "./read-source.js";
import { timed } from "./settings.js";

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

/**
 * The CRDs of the sources by their names, for those that replace them; of two with the same name
 * the later.
 */
export async function readStoredCrds(
  sources: AsyncIterable<SourceFile> | Iterable<SourceFile>,
  diagnostics: Diagnostics,
): Promise<ReadonlyMap<string, CrdDocument>> {
  const stored = new Map<string, CrdDocument>();
  for await (const source of sources) {
    const { documents } = await readManifests(source, "crds", diagnostics, "shared");
    for (const crd of findCrds(documents, diagnostics).crds) {
      const name = crdName(crd);
      // No server has stored one without a name, nor could it be replaced.
      if (name !== "") stored.set(name, crd);
    }
  }
  return stored;
}
