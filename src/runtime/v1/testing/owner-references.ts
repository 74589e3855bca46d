import { metadataOf } from "../values/metadata/resource-metadata.js";
import { objectsOf, textOf } from "../values/metadata/rules.js";
import type { Revision } from "./store.js";

/** One of `metadata.ownerReferences`, as far as a garbage collector looks at it. */
export interface OwnerLink {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  /** `blockOwnerDeletion` */
  readonly isBlocking: boolean;
}

/** The owners of an object; none of one that is not there. */
export function referencesOf(revision: Revision | undefined): readonly OwnerLink[] {
  if (revision?.text.includes('"ownerReferences"') !== true) return [];
  return objectsOf(metadataOf(revision.read()), "ownerReferences").map((reference) => ({
    apiVersion: textOf(reference, "apiVersion"),
    kind: textOf(reference, "kind"),
    name: textOf(reference, "name"),
    uid: textOf(reference, "uid"),
    isBlocking: reference["blockOwnerDeletion"] === true,
  }));
}
