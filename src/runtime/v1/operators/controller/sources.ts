import type { ResourceClient, ResourceTypes } from "../../client/resource-client.js";
import type { KubernetesObject, OwnerReference } from "../../values/kubernetes.js";
import type { ResourceDefinition } from "../../values/resource-definition.js";
import type { InformerOptions } from "../informer/informer-options.js";
import { Informer } from "../informer/informer.js";
import type { ObjectKey } from "../informer/store.js";
import { objectKeyText } from "../informer/store.js";
import type { ControllerOptions, ObjectCache } from "./controller-options.js";
import { asKubernetesObject, metaOf, ReconcileError } from "./controller-options.js";

/** Where a controller's keys come from. */
export interface KeySources<Read> {
  /** The cache of the objects that are reconciled. */
  readonly cache: ObjectCache<Read>;
  /** The keys of all of them. */
  keys(): string[];
  /** Starts everything; the function ends it again. */
  follow(): () => Promise<void>;
  /** Whether one of the caches may be older than so many milliseconds. */
  isStale(after: number): boolean;
  /** Resolves when all caches are filled, or the signal aborts. */
  synced(signal: AbortSignal): Promise<void>;
}

/** Where the keys go, and what goes wrong. */
interface KeySink {
  enqueue(key: string): void;
  report(error: ReconcileError): void;
}

/** The caches of a controller, and what their events lead to. */
export function keySourcesOf<T extends ResourceTypes>(
  client: ResourceClient<T>,
  { informer = {}, informers, owns = [], watches = [], predicate }: ControllerOptions<T>,
  sink: KeySink,
): KeySources<T["read"]> {
  const made: ObjectCache<object>[] = [];
  const make = <U extends ResourceTypes>(
    of: ResourceClient<U>,
    options: InformerOptions<U>,
  ): ObjectCache<U["read"]> => {
    const onError = (error: unknown): void => {
      const what = `the informer of ${of.definition.plural} failed`;
      sink.report(new ReconcileError(what, undefined, error));
    };
    const cache: ObjectCache<U["read"]> =
      informers?.(of, options) ?? new Informer(of, { onError, ...options });
    made.push(cache);
    return cache;
  };
  const cache = "start" in informer ? informer : make(client, informer);
  const places = "start" in informer ? {} : placesOf(informer);
  const { definition } = client;
  const mapped: [ObjectCache<object>, (object: KubernetesObject) => readonly ObjectKey[]][] = [
    ...owns.map((owned): [ObjectCache<object>, typeof ownerKeys] => [
      "start" in owned ? owned : make(owned, places),
      ownerKeys,
    ]),
    ...watches.map((watch): [ObjectCache<object>, typeof ownerKeys] => [
      watch.informer ?? make(watch.client, places),
      (object) => watch.map(object),
    ]),
  ];
  const all: ObjectCache<object>[] = [cache, ...mapped.map(([source]) => source)];
  function ownerKeys(object: KubernetesObject): readonly ObjectKey[] {
    return ownerKeysOf(object, definition);
  }
  const enqueueIf = (object: T["read"], old: T["read"] | undefined): void => {
    if (counts(object, old, predicate, sink)) sink.enqueue(objectKeyText(metaOf(object)));
  };
  return {
    cache,
    keys: () => cache.list().map((object) => objectKeyText(metaOf(object))),
    follow() {
      const offs = [
        cache.on({
          added: (object) => {
            enqueueIf(object, undefined);
          },
          updated: enqueueIf,
        }),
        ...mapped.map(([source, map]) => source.on(handlersOf(map, sink))),
      ];
      cache.start();
      for (const [source] of mapped) source.start();
      return async () => {
        for (const off of offs) off();
        await Promise.all(made.map((each) => each.stop()));
      };
    },
    isStale: (after) => all.some((each) => each.isStale?.(after) === true),
    async synced(signal) {
      await Promise.all(all.map((each) => each.synced({ signal }))).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    },
  };
}

/** The options that owned and watched resources share with the one that is reconciled. */
function placesOf<T extends ResourceTypes>({
  namespaces,
  allNamespaces,
}: InformerOptions<T>): InformerOptions<ResourceTypes> {
  return { namespaces, allNamespaces };
}

function counts<Read extends object>(
  object: Read,
  old: Read | undefined,
  predicate: ((object: Read, old: Read | undefined) => boolean) | undefined,
  sink: KeySink,
): boolean {
  if (predicate === undefined) return true;
  const now = metaOf(object);
  const before = old === undefined ? undefined : metaOf(old);
  // A resync says nothing new, but it is there to have everything looked at.
  if (before?.resourceVersion === now.resourceVersion) return true;
  if (before?.deletionTimestamp !== now.deletionTimestamp) return true;
  try {
    return predicate(object, old);
  } catch (error) {
    sink.report(new ReconcileError("predicate failed", now, error));
    return true;
  }
}

/** Both where the object leads to and where it led to before. */
function handlersOf(
  map: (object: KubernetesObject) => readonly ObjectKey[],
  sink: KeySink,
): Parameters<ObjectCache<object>["on"]>[0] {
  const enqueue = (object: object): void => {
    try {
      for (const key of map(asKubernetesObject(object))) sink.enqueue(objectKeyText(key));
    } catch (error) {
      sink.report(new ReconcileError("map failed", metaOf(object), error));
    }
  };
  return {
    added: enqueue,
    deleted: enqueue,
    updated(object, old) {
      enqueue(old);
      enqueue(object);
    },
  };
}

/** The controller of an object, where that is of this resource; the version does not matter. */
function ownerKeysOf(object: KubernetesObject, definition: ResourceDefinition): ObjectKey[] {
  const owner = controllerOf(object);
  if (owner?.kind !== definition.kind || groupOf(owner.apiVersion) !== definition.group) return [];
  const { namespace } = object.metadata;
  return [definition.scope === "Cluster" ? { name: owner.name } : { name: owner.name, namespace }];
}

function groupOf(apiVersion: string): string {
  return apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
}

/** The part of an object that names it as an owner. */
export interface Owner {
  readonly apiVersion: string;
  readonly kind: string;
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

/**
 * Tells whether an object names an owner: by its uid, so that no other object of the name counts.
 */
export function isOwnedBy({ metadata }: Owned, owner: Owner): boolean {
  return metadata.ownerReferences?.some(({ uid }) => uid === owner.metadata.uid) === true;
}
