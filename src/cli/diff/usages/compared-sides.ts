import type { Resource } from "../../../crd/ir/resource.js";
import type { SourceFile } from "../../../crd/source/source-file.js";
import type { Change } from "../../../tools/diff/change.js";
import { resourceName } from "../../../tools/diff/diff-resource.js";

/** Two sets of CRDs, and what they differ in. */
export interface ComparedSides {
  readonly changes: readonly Change[];
  readonly old: readonly Resource[];
  /** The new CRD that replaces each old one. */
  readonly pairs: ReadonlyMap<Resource, Resource>;
  /** The texts of the new CRDs. */
  readonly sources: readonly SourceFile[];
}

/**
 * The old CRDs by the names that changes have for them: those of the new ones. Programs know the
 * old names.
 */
export function oldResources({ old, pairs }: ComparedSides): ReadonlyMap<string, Resource> {
  return new Map(
    old.map((resource) => [resourceName(pairs.get(resource) ?? resource), resource] as const),
  );
}
