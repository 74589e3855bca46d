import type { OwnerReference } from "../../values/kubernetes.js";

/** What of an object names it as an owner. */
export interface Owner {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly uid: string };
}

/** What of an object names its owners. */
export interface Owned {
  readonly metadata: { readonly ownerReferences?: readonly OwnerReference[] | undefined };
}

/** How an object is owned. */
export interface OwnerReferenceOptions {
  /** Whether the owner is the managing controller, of which an object has at most one. */
  readonly controller?: boolean | undefined;
  /**
   * Whether foreground deletion of the owner waits for the object. The default is `controller`, as
   * in controller-runtime (`controllerutil.SetControllerReference`).
   */
  readonly blockOwnerDeletion?: boolean | undefined;
}

/**
 * A reference to an owner that was read from the server, for `metadata.ownerReferences`. The owner
 * must live in the namespace of the object or be cluster-scoped: else the garbage collector deletes
 * the object. Throws a TypeError if the owner has no uid: it was not created yet.
 */
export function ownerReference(
  owner: Owner,
  { controller, blockOwnerDeletion = controller }: OwnerReferenceOptions = {},
): OwnerReference {
  const { apiVersion, kind } = owner;
  const { name, uid } = owner.metadata as Partial<Owner["metadata"]>; // what JavaScript passes
  if (name === undefined || uid === undefined) {
    throw new TypeError(`the owner (${kind}) has no uid: take the object that the server returned`);
  }
  const reference: OwnerReference = { apiVersion, kind, name, uid };
  if (controller !== undefined) reference.controller = controller;
  if (blockOwnerDeletion !== undefined) reference.blockOwnerDeletion = blockOwnerDeletion;
  return reference;
}

/** The reference to the managing controller of an object, if there is one. */
export function controllerOf({ metadata }: Owned): OwnerReference | undefined {
  return metadata.ownerReferences?.find(({ controller }) => controller === true);
}

/** Whether an object names an owner: by its uid, so that no other object of the name counts. */
export function isOwnedBy({ metadata }: Owned, owner: Owner): boolean {
  return metadata.ownerReferences?.some(({ uid }) => uid === owner.metadata.uid) === true;
}
