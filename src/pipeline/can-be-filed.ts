import type { Resource } from "../ir/resource.js";

/** Whether the names of a resource can be those of folders and of code: also CRDs that the API server refuses are asked. */
export function canBeFiled({ group, names, versions }: Resource): boolean {
  const label = /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/i;
  return [group, names.plural, names.kind, ...versions.map(({ name }) => name)].every(
    (name) => label.test(name) && !name.includes(".."),
  );
}
