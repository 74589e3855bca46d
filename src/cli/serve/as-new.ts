import { objectAt, objectsAt, textAt, withoutKeys } from "../../crd/frontend/raw-fields.js";
import type { JsonObject } from "../../runtime/v1/json/json.js";

/** What servers alone set of an object's metadata (apimachinery `meta/v1/types.go`, ObjectMeta). */
const setByServers = [
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "managedFields",
  "selfLink",
];

/**
 * An object that a server has stored, as it can be created; others are left as they are. Owners get
 * new uids here, too: references to those in `uids` follow them. Other references are left out,
 * since what belongs to an owner that is not there is garbage.
 */
export function asNew(value: JsonObject, uids: ReadonlyMap<string, string>): JsonObject {
  const metadata = objectAt(value, "metadata") ?? {};
  const isStored = textAt(metadata, "uid") !== "" || textAt(metadata, "resourceVersion") !== "";
  if (!isStored) return value;
  const own = withoutKeys(metadata, ...setByServers);
  if (!Object.hasOwn(own, "ownerReferences")) return { ...value, metadata: own };
  const ownerReferences = objectsAt(own, "ownerReferences").flatMap((reference) => {
    const uid = uids.get(textAt(reference, "uid"));
    return uid === undefined ? [] : [{ ...reference, uid }];
  });
  return { ...value, metadata: { ...own, ownerReferences } };
}

/** The uid that a server has given to an object; `""` for none. */
export function uidOf(value: JsonObject): string {
  return textAt(objectAt(value, "metadata") ?? {}, "uid");
}

/** Objects in an order in which each comes behind its owners, as far as these are among them. */
export function ownersFirst<T extends { readonly value: JsonObject }>(
  objects: readonly T[],
): readonly T[] {
  const waiting = new Map(objects.map((object) => [uidOf(object.value), object]));
  const ordered = new Set<T>();
  const visit = (object: T): void => {
    if (ordered.has(object)) return;
    const uid = uidOf(object.value);
    // Taken out first, lest owners in a circle go on for ever.
    if (waiting.get(uid) === object) waiting.delete(uid);
    const references = objectsAt(objectAt(object.value, "metadata") ?? {}, "ownerReferences");
    for (const reference of references) {
      const owner = waiting.get(textAt(reference, "uid"));
      if (owner !== undefined) visit(owner);
    }
    ordered.add(object);
  };
  for (const object of objects) visit(object);
  return [...ordered];
}
