import { goJson } from "../go/json.js";
import type { JsonObject } from "../json/json.js";
import { isObject } from "../json/json.js";
import { isFinished, metadataOf } from "../metadata/resource-metadata.js";
import { objectsOf, textOf, textsOf } from "../metadata/rules.js";
import { foregroundFinalizer, orphanFinalizer } from "./resource-deletes.js";
import type { ServedResource } from "./served-resource.js";
import type { Collection, Revision } from "./store.js";

/** An object, and where it is stored. */
interface Kept {
  readonly resource: ServedResource;
  readonly revision: Revision;
  readonly object: JsonObject;
}

/** Where an object is stored. */
interface Place {
  readonly collection: Collection;
  readonly key: string;
}

/** Deletes an object as a client would, with a policy. */
export type DeleteKept = (resource: ServedResource, key: string, policy: string) => Promise<void>;

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

/**
 * One round of the garbage collector (Kubernetes `pkg/controller/garbagecollector`): objects whose
 * owners are all gone are deleted, references to owners that are gone are removed, and the
 * finalizers of orphaning and of deletion in the foreground do their work. Whether it changed
 * anything.
 */
export async function collectGarbage(
  resources: readonly ServedResource[],
  remove: DeleteKept,
): Promise<boolean> {
  const owned = keptObjects(resources, '"ownerReferences"');
  const held = [
    ...keptObjects(resources, `"${foregroundFinalizer}"`),
    ...keptObjects(resources, `"${orphanFinalizer}"`),
  ];
  if (owned.length === 0 && held.length === 0) return false;
  const uids = new Map<string, Place>();
  for (const { collection } of resources) {
    for (const { uid, key } of collection.list("")) uids.set(uid, { collection, key });
  }
  let isChanged = false;
  for (const owner of held) isChanged = (await finishHeld(owner, owned, remove)) || isChanged;
  for (const kept of owned) isChanged = (await collectOwned(kept, uids, remove)) || isChanged;
  return isChanged;
}

function keptObjects(resources: readonly ServedResource[], word: string): readonly Kept[] {
  return resources.flatMap((resource) =>
    resource.collection
      .housekept()
      .filter(({ text }) => text.includes(word))
      .map((revision) => ({ resource, revision, object: revision.read() })),
  );
}

function uidOf(object: JsonObject): string {
  return textOf(metadataOf(object), "uid");
}

function isDeleted(object: JsonObject): boolean {
  return metadataOf(object)["deletionTimestamp"] !== undefined;
}

async function finishHeld(
  owner: Kept,
  owned: readonly Kept[],
  remove: DeleteKept,
): Promise<boolean> {
  if (!isDeleted(owner.object)) return false;
  const uid = uidOf(owner.object);
  const finalizers = textsOf(metadataOf(owner.object), "finalizers");
  const dependents = owned.filter(({ object }) => ownersOf(object).some((one) => one.uid === uid));
  if (finalizers.includes(orphanFinalizer)) {
    for (const dependent of dependents) dropOwners(dependent, (one) => one === uid);
    return dropFinalizer(owner, orphanFinalizer);
  }
  if (!finalizers.includes(foregroundFinalizer)) return false;
  const blocking = dependents.filter(({ object }) =>
    ownersOf(object).some((one) => one.uid === uid && one.isBlocking),
  );
  if (blocking.length === 0) return dropFinalizer(owner, foregroundFinalizer);
  let isChanged = false;
  for (const { resource, revision, object } of dependents) {
    if (isDeleted(object) || resource.collection.get(revision.key) !== revision) continue;
    await remove(resource, revision.key, "Foreground");
    isChanged = true;
  }
  return isChanged;
}

async function collectOwned(
  kept: Kept,
  uids: ReadonlyMap<string, Place>,
  remove: DeleteKept,
): Promise<boolean> {
  const { resource, revision, object } = kept;
  if (resource.collection.get(revision.key) !== revision || isDeleted(object)) return false;
  const isThere = (uid: string): boolean => {
    const owner = uids.get(uid);
    return owner?.collection.get(owner.key) !== undefined;
  };
  const gone = ownersOf(object).filter(({ uid }) => !isThere(uid));
  if (gone.length === 0) return false;
  if (gone.length < ownersOf(object).length) return dropOwners(kept, (uid) => !isThere(uid));
  await remove(resource, revision.key, "Background");
  return true;
}

function ownersOf(object: JsonObject): readonly { uid: string; isBlocking: boolean }[] {
  return objectsOf(metadataOf(object), "ownerReferences").map((reference) => ({
    uid: textOf(reference, "uid"),
    isBlocking: reference["blockOwnerDeletion"] === true,
  }));
}

function dropOwners(kept: Kept, isDropped: (uid: string) => boolean): boolean {
  return rewrite(kept, (metadata) => {
    const references = objectsOf(metadata, "ownerReferences");
    const remaining = references.filter((reference) => !isDropped(textOf(reference, "uid")));
    if (remaining.length === 0) delete metadata["ownerReferences"];
    else metadata["ownerReferences"] = [...remaining];
  });
}

function dropFinalizer(kept: Kept, finalizer: string): boolean {
  return rewrite(kept, (metadata) => {
    const remaining = textsOf(metadata, "finalizers").filter((one) => one !== finalizer);
    if (remaining.length === 0) delete metadata["finalizers"];
    else metadata["finalizers"] = [...remaining];
  });
}

/** Changes the metadata of an object that is still as it was. */
function rewrite({ resource, revision }: Kept, change: (metadata: JsonObject) => void): boolean {
  const { collection } = resource;
  const current = collection.get(revision.key);
  if (current === undefined) return false;
  const object = current.read();
  const { metadata } = object;
  if (!isObject(metadata)) return false;
  change(metadata);
  if (isFinished(object)) return collection.remove(current.key) !== undefined;
  collection.put(current.key, (resourceVersion) => {
    metadata["resourceVersion"] = String(resourceVersion);
    return { text: goJson(object), version: current.version };
  });
  return true;
}
