import type { Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import { readResource } from "../../crd/frontend/read-resource.js";
import type { Resource } from "../../crd/ir/resource.js";
import type { SourceFile } from "../../crd/source/source-file.js";
import type { KubernetesMinor } from "../../runtime/versions/kubernetes-version.js";
import { canBeFiled } from "./can-be-filed.js";
import { createQuietLinter } from "./crd-linter.js";
import { isRefused, readSource } from "./read-source.js";
import { claimOf, ResourceIndex } from "./resource-index.js";

/**
 * The CRDs of sources, in their order. CRDs that the API server refuses are left out, unless they
 * are asked for; what is wrong with them goes to `diagnostics`.
 */
export async function readResources(
  sources: Iterable<SourceFile>,
  kubernetes: KubernetesMinor,
  allowInvalid: boolean,
  diagnostics: Diagnostics,
): Promise<readonly Resource[]> {
  const resources: Resource[] = [];
  const linter = createQuietLinter(kubernetes);
  const index = new ResourceIndex(diagnostics);
  for (const source of sources) {
    const { crds } = await readSource(source, linter, diagnostics);
    for (const judged of crds) {
      diagnostics.addAll(judged.verdict.diagnostics);
      if (isRefused(judged) && !allowInvalid) continue;
      const resource = readResource(judged.crd, linter.table);
      if (canBeFiled(resource) && (await index.add(source, claimOf(resource)))) {
        resources.push(resource);
      }
    }
  }
  return resources;
}
