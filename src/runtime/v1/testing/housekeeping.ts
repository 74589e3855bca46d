import type { ServedResource } from "./served-resource.js";

/** Deletes an object as a client would, with a policy. */
export type DeleteKept = (
  resource: ServedResource,
  key: string,
  policy: string,
) => Promise<unknown>;

/**
 * One round of the namespace controller: the objects of namespaces that are being deleted are
 * deleted, and the namespaces that are empty go (Kubernetes `pkg/controller/namespace`). Whether it
 * changed anything.
 */
export async function emptyNamespaces(
  resources: readonly ServedResource[],
  remove: DeleteKept,
): Promise<boolean> {
  const namespaces = resources.find(({ group, plural }) => group === "" && plural === "namespaces");
  if (namespaces === undefined) return false;
  let isChanged = false;
  for (const { key, text } of namespaces.collection.housekept()) {
    if (!text.includes('"deletionTimestamp"')) continue;
    let remaining = 0;
    for (const resource of resources) {
      if (!resource.namespaced) continue;
      for (const revision of resource.collection.list(`${key}/`)) {
        if (!revision.text.includes('"deletionTimestamp"')) {
          await remove(resource, revision.key, "Background");
          isChanged = true;
        }
      }
      remaining += resource.collection.list(`${key}/`).length;
    }
    if (remaining === 0) {
      namespaces.collection.remove(key);
      isChanged = true;
    }
  }
  return isChanged;
}
