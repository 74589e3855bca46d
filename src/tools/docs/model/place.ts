import { canBeFiled } from "../../../codegen/pipeline/can-be-filed.js";
import type { Resource } from "../../../crd/ir/resource.js";

/** Groups that would be folders with the names of files at the root of a site. */
const takenNames: ReadonlySet<string> = new Set(["index.html", "editor.html", "readme.md"]);

/** No file system takes longer names, once something stands behind them. */
const longest = 253;
const longestPart = 200;

/**
 * Whether the pages of a CRD can lie in the folder `GROUP/PLURAL`: its names are those of folders,
 * and the group is none of the site's own folders, which have no dot.
 */
export function hasFolder(resource: Resource): boolean {
  const { group, names, versions } = resource;
  const parts = versions.map(({ name }) => name);
  return (
    canBeFiled(resource) &&
    group.includes(".") &&
    group.length <= longest &&
    !takenNames.has(group) &&
    [names.plural, ...parts].every((part) => part.length <= longestPart) &&
    parts.length > 0 &&
    new Set(parts).size === parts.length
  );
}
