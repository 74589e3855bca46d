import type { KubernetesObject, OwnerReference } from "../../values/kubernetes.js";
import type { ResourceDefinition } from "../../values/resource-definition.js";
import type { ObjectKey } from "../informer/store.js";

/** The part of an object that names it as an owner. */
export interface Owner {
  readonly apiVersion?: string | undefined;
  readonly kind?: string | undefined;
  readonly metadata: { readonly name: string; readonly uid: string };
}

/** The part of an object that names its owners. */
export interface Owned {
  readonly metadata: { readonly ownerReferences?: readonly OwnerReference[] | undefined };
}

/** How an object is owned. */
export interface OwnerReferenceOptions {
  /** True if the owner is the managing controller, of which an object has at most one. */
  readonly controller?: boolean | undefined;
  /**
   * True if foreground deletion of the owner waits for the object. The default is `controller`, as
   * in controller-runtime (`controllerutil.SetControllerReference`).
   */
  readonly blockOwnerDeletion?: boolean | undefined;
  /**
   * What kind of object the owner is, such as `client.definition`, in place of what it says itself:
   * items of lists and objects of which only the metadata was read do not say it.
   */
  readonly definition?: Pick<ResourceDefinition, "group" | "version" | "kind"> | undefined;
}

/**
 * A reference to an owner that was read from the server, for `metadata.ownerReferences`. The owner
 * must live in the namespace of the object or be cluster-scoped: else the garbage collector deletes
 * the object. Throws a TypeError if the owner has no uid (it was not created yet), or if neither it
 * nor `definition` say of what kind it is.
 */
export function ownerReference(
  owner: Owner,
  { controller, blockOwnerDeletion = controller, definition }: OwnerReferenceOptions = {},
): OwnerReference {
  const { apiVersion, kind } = definition === undefined ? owner : kindOfDefinition(definition);
  const { name, uid } = owner.metadata as Partial<Owner["metadata"]>; // what JavaScript passes
  if (apiVersion === undefined || kind === undefined || kind === "PartialObjectMetadata") {
    const call = "ownerReference(owner, { definition: client.definition })";
    throw new TypeError(`the owner ${name ?? ""} does not say of what kind it is: use ${call}`);
  }
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

/**
 * Tells whether an object names an owner: by its uid, so that no other object of the name counts.
 */
export function isOwnedBy({ metadata }: Owned, owner: Owner): boolean {
  return metadata.ownerReferences?.some(({ uid }) => uid === owner.metadata.uid) === true;
}

/** The controller of an object, where that is of this resource; the version does not matter. */
export function ownerKeysOf(object: KubernetesObject, definition: ResourceDefinition): ObjectKey[] {
  const owner = controllerOf(object);
  if (owner?.kind !== definition.kind || groupOf(owner.apiVersion) !== definition.group) return [];
  const { namespace } = object.metadata;
  return [definition.scope === "Cluster" ? { name: owner.name } : { name: owner.name, namespace }];
}

function groupOf(apiVersion: string): string {
  return apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
}

function kindOfDefinition({
  group,
  version,
  kind,
}: NonNullable<OwnerReferenceOptions["definition"]>): {
  readonly apiVersion: string;
  readonly kind: string;
} {
  return { apiVersion: group === "" ? version : `${group}/${version}`, kind };
}
