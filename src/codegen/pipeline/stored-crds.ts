import type { Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import type { CrdDocument } from "../../crd/frontend/find-crds.js";
import { crdName, findCrds } from "../../crd/frontend/find-crds.js";
import type { SourceFile } from "../../crd/source/source-file.js";
import { readManifests } from "./manifests/read-manifests.js";

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
