import { goJson } from "../values/go/json.js";
import type { JsonObject } from "../values/json/json.js";
import { metadataOf } from "../values/metadata/resource-metadata.js";
import { textsOf } from "../values/metadata/rules.js";
import type { Failure } from "./failure.js";
import { orThrow } from "./failure.js";
import type { ServedResource } from "./served-resource.js";
import type { RemainingContent } from "./served-version.js";
import type { Collection, Revision } from "./store.js";

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
  now: number,
): Promise<boolean> {
  const namespaces = resources.find(({ group, plural }) => group === "" && plural === "namespaces");
  if (namespaces === undefined) return false;
  let isChanged = false;
  for (const { key, text } of namespaces.collection.housekept()) {
    if (!text.includes('"deletionTimestamp"')) continue;
    const remaining: RemainingContent[] = [];
    for (const resource of resources) {
      if (!resource.namespaced || resource.isView) continue;
      for (const revision of resource.collection.list(`${key}/`)) {
        if (!revision.text.includes('"deletionTimestamp"')) {
          await remove(resource, revision.key, "Background");
          isChanged = true;
        }
      }
      const left = resource.collection.list(`${key}/`);
      if (left.length === 0) continue;
      const finalizers = left.map((one) => textsOf(metadataOf(one.read()), "finalizers"));
      remaining.push({ resource: `${resource.plural}.${resource.group}`, finalizers });
    }
    isChanged = settleNamespace(namespaces, key, remaining, now) || isChanged;
  }
  return isChanged;
}

/** Stores what the controller says of a namespace; one that nothing holds goes. */
function settleNamespace(
  { collection, storage }: ServedResource,
  key: string,
  remaining: readonly RemainingContent[],
  now: number,
): boolean {
  const revision = collection.get(key);
  if (revision === undefined) return false;
  const object = revision.read();
  const settled = storage.typed?.settleNamespace?.(object, remaining, now) ?? object;
  const isHeld = storage.typed?.isHeld?.(settled) ?? remaining.length > 0;
  const text = goJson(settled);
  const isSame = text === goJson(object);
  if (!isSame) orThrow(putObject(collection, revision, settled));
  if (isHeld || remaining.length > 0) return !isSame;
  const { finalizers = [] } = metadataOf(settled);
  if (storage.typed !== undefined && Array.isArray(finalizers) && finalizers.length > 0) {
    return !isSame;
  }
  orThrow(collection.remove(key));
  return true;
}

function putObject(
  collection: Collection,
  revision: Revision,
  object: JsonObject,
): Revision | Failure {
  return collection.put(revision.key, (resourceVersion) => {
    const metadata = { ...metadataOf(object), resourceVersion: String(resourceVersion) };
    return { text: goJson({ ...object, metadata }), version: revision.version };
  });
}
