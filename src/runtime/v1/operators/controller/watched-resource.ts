import type { Selection } from "../../client/options.js";
import type { ResourceClient, ResourceTypes } from "../../client/resource-client.js";
import type { KubernetesObject } from "../../values/kubernetes.js";
import type { ObjectKey } from "../informer/store.js";
import type { ObjectCache } from "./object-cache.js";
import type { Predicate } from "./predicates.js";

/** A predicate whose author knows the type of the objects: that of a method may be narrower. */
type AnyPredicate = {
  of(object: KubernetesObject, old: KubernetesObject | undefined): boolean;
}["of"];

/** Where the objects of another resource come from. */
export type OtherSource =
  | {
      /**
       * Followed where the controller's own objects are, unless the client names a namespace (`in`,
       * `all`).
       */
      readonly client: ResourceClient<ResourceTypes>;
      readonly informer?: undefined;
      readonly labelSelector?: Selection["labelSelector"];
      readonly fieldSelector?: Selection["fieldSelector"];
    }
  /** Started by the controller where it was not, and never stopped by it. */
  | { readonly informer: ObjectCache<object>; readonly client?: undefined };

/** A resource whose objects have the controller's as their controller. */
export type OwnedResource = OtherSource & {
  /** Which events count; the default is all, and `deleted` counts always. */
  readonly predicate?: AnyPredicate | undefined;
};

/** An object of another resource leads to these objects. */
export type WatchedResource = OwnedResource & {
  /** Asked for the object and, where it has changed, for what it was before. */
  map(object: KubernetesObject): readonly ObjectKey[];
};

/** Which objects of another resource count, and which events of them. */
export interface OtherOptions<T extends ResourceTypes> extends Selection<T["field"]> {
  /** Which events count; the default is all, and `deleted` counts always. */
  readonly predicate?: Predicate<T["read"]> | undefined;
}

/** One of `owns`, with selectors and a predicate in the types of its client. */
export function owned<T extends ResourceTypes>(
  client: ResourceClient<T>,
  options: OtherOptions<T> = {},
): OwnedResource {
  const { predicate, ...selection } = options;
  return {
    ...selection,
    client: client as object as ResourceClient<ResourceTypes>, // a client of any resource
    predicate: predicate as AnyPredicate, // its events have its types
  };
}

/** One of `watches`, with `map`, selectors and predicate in the types of its client. */
export function watched<T extends ResourceTypes>(
  client: ResourceClient<T>,
  map: (object: T["read"]) => readonly ObjectKey[],
  options: OtherOptions<T> = {},
): WatchedResource {
  return {
    ...owned(client, options),
    map: map, // its events have its types
  };
}
