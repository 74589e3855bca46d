import type { Resource } from "../../crd/ir/resource.js";
import { lowerCase } from "../../runtime/v1/values/go/quote.js";

/**
 * Tells whether the names of a resource can be those of folders and of code: also CRDs that the API
 * server refuses are asked. Folders must not differ in case alone, nor be taken for the runtime's.
 */
export function canBeFiled({ group, names, versions }: Resource): boolean {
  const folders = [group, names.plural, ...versions.map(({ name }) => name)];
  return folders.every(isFolderName) && isFolderName(lowerCase(names.kind)) && group !== "runtime";
}

function isFolderName(name: string): boolean {
  return /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/.test(name) && !name.includes("..");
}
