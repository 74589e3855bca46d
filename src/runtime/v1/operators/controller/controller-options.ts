import type { ResourceClient, ResourceTypes } from "../../client/resource-client.js";
import type { KubernetesObject } from "../../values/kubernetes.js";
import type { InformerOptions } from "../informer/informer.js";
import type { ObjectKey } from "../informer/object-key.js";
import type { LeaderElectionOptions, LeaderElector } from "./leader-elector.js";
import type { ObjectCache } from "./object-cache.js";
import { metaOf } from "./read-object.js";
import type { ReconcileError } from "./reconcile-error.js";
import type { BackoffOptions } from "./work-queue.js";

/** What a reconcile may ask for. */
export interface ReconcileResult {
  /** Milliseconds until the object is reconciled again, unless that happens earlier. */
  readonly requeueAfter?: number | undefined;
}

/** What a reconcile gets beside the object. */
export interface ReconcileContext {
  readonly key: ObjectKey;
  /**
   * Aborts when leadership is lost, and when the controller stops and its grace period is over:
   * nothing may be written after that. Pass it on to every call.
   */
  readonly signal: AbortSignal;
  /** How often in a row the object has failed before. */
  readonly failures: number;
}

/**
 * Makes the world look as an object says. Whatever it throws leads to another try, but for a
 * `TerminalError`.
 */
export type Reconcile<Read> = (
  object: Read,
  context: ReconcileContext,
) => Promise<ReconcileResult | void> | ReconcileResult | void;

/** An object of another resource leads to these objects. */
export type WatchedResource = {
  /** Asked for the object and, where it has changed, for what it was before. */
  map(object: KubernetesObject): readonly ObjectKey[];
} & (
  | { readonly client: ResourceClient<ResourceTypes>; readonly informer?: undefined }
  /** Started by the controller where it was not, and never stopped by it. */
  | { readonly informer: ObjectCache<object>; readonly client?: undefined }
);

/** One reconcile, once it has ended. */
export interface ReconcileSample {
  readonly key: ObjectKey;
  readonly outcome: "succeeded" | "requeued" | "failed";
  /** How long it took. */
  readonly milliseconds: number;
}

/** Both or none: a finalizer that nobody removes would keep objects from being deleted. */
export type CleanupOptions<Read> =
  | {
      /**
       * A name such as `gadgets.example.com/cleanup`. It is added before the first reconcile of an
       * object, and removed once `cleanup` has succeeded.
       */
      readonly finalizer: string;
      /** Called in place of `reconcile` when an object with the finalizer is being deleted. */
      readonly cleanup: Reconcile<Read>;
    }
  | { readonly finalizer?: undefined; readonly cleanup?: undefined };

/** A limit over all objects. */
export interface RateLimitOfReconciles {
  /** How many reconciles may begin per second in the long run. */
  readonly perSecond: number;
  /** How many may begin at once after a quiet time. The default is `perSecond`, at least 1. */
  readonly burst?: number | undefined;
}

/** How a controller works. */
export type ControllerOptions<T extends ResourceTypes> = CleanupOptions<T["read"]> & {
  /**
   * Called with the cached object: at the start, after changes of it and of what it owns, and as
   * results ask. It runs for one object at most once at a time. An object that is gone is not
   * reconciled.
   */
  readonly reconcile: Reconcile<T["read"]>;
  /**
   * Resources whose objects have this one's as their controller (`ownerReference` with
   * `{ controller: true }`): changes of theirs lead to their owner.
   */
  readonly owns?: readonly (ResourceClient<ResourceTypes> | ObjectCache<object>)[] | undefined;
  readonly watches?: readonly WatchedResource[] | undefined;
  /**
   * Which objects are reconciled: options of the informer that is made, which count for owned and
   * watched clients too as far as they name namespaces; or an informer, which the controller starts
   * where it was not, and never stops.
   */
  readonly informer?: InformerOptions<T> | ObjectCache<T["read"]> | undefined;
  /** How many objects are reconciled at once, but for those that are stuck; the default is 1. */
  readonly concurrency?: number | undefined;
  /**
   * Which events count; `old` is absent for objects that are new here. The beginning of a deletion
   * always counts. The default is all events; see `generationChanged`.
   */
  readonly predicate?: ((object: T["read"], old: T["read"] | undefined) => boolean) | undefined;
  /** Only with leadership does a reconcile begin; caches are filled without it. */
  readonly leaderElection?: LeaderElectionOptions | LeaderElector | undefined;
  /** Waits after failures, per object, and optionally a limit over all. */
  readonly rateLimit?: (BackoffOptions & Partial<RateLimitOfReconciles>) | undefined;
  /** Milliseconds that running reconciles have when the controller stops; the default is 30,000. */
  readonly gracePeriod?: number | undefined;
  /**
   * Milliseconds after which a reconcile that runs counts as stuck: it is reported, and another
   * object takes its place; 300,000 by default, 0 = never.
   */
  readonly stuckAfter?: number | undefined;
  /** Told of everything that fails; the default is `console.error`. What it throws is dropped. */
  readonly onError?: ((error: ReconcileError) => void) | undefined;
  /** Told of every reconcile that has ended, for histograms. */
  readonly metrics?: ((sample: ReconcileSample) => void) | undefined;
};

/**
 * A predicate: the object is new, its generation has changed (which status and metadata leave
 * alone), or its deletion has begun.
 */
export function generationChanged(object: object, old: object | undefined): boolean {
  if (old === undefined) return true;
  const now = metaOf(object);
  const before = metaOf(old);
  return now.generation !== before.generation || now.deletionTimestamp !== before.deletionTimestamp;
}
