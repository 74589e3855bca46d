import type { ResourceClient, ResourceTypes } from "../../client/resource-client.js";
import type { InformerOptions } from "../informer/informer-options.js";
import type { ObjectKey } from "../informer/store.js";
import type { LeaderElectionOptions } from "../leader/election-options.js";
import type { LeaderElector } from "../leader/leader-elector.js";
import type { Logger } from "../log/logger.js";
import type { ControllerMetrics } from "./controller-metrics.js";
import type { RateLimit } from "./limiter.js";
import type { ObjectCache } from "./object-cache.js";
import type { ControllerObserver } from "./observer.js";
import type { Predicate } from "./predicates.js";
import type { ReconcileError } from "./reconcile-error.js";
import type { OwnedResource, WatchedResource } from "./watched-resource.js";

/** The result of a reconcile: what it may ask for. */
export interface ReconcileResult {
  /** Milliseconds until the object is reconciled again, unless that happens earlier. */
  readonly requeueAfter?: number | undefined;
}

/** The things that a reconcile gets beside the object. */
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

/** What an observer can ask a controller for. */
export interface ObservedController {
  readonly name: string;
  metrics(): ControllerMetrics;
}

/** Gives a cache of what a client reaches; who takes it starts it, and stops it in the end. */
export type InformerSource = <T extends ResourceTypes>(
  client: ResourceClient<T>,
  options: InformerOptions<T>,
) => ObjectCache<T["read"]>;

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
   * `{ controller: true }`): changes of theirs lead to their owner. They are followed where the
   * controller's objects are; a client of another namespace is refused with a TypeError. See
   * `owned` for selectors and predicates.
   */
  readonly owns?:
    readonly (ResourceClient<ResourceTypes> | ObjectCache<object> | OwnedResource)[] | undefined;
  /** Other resources whose objects lead to those that `map` names; see `watched`. */
  readonly watches?: readonly WatchedResource[] | undefined;
  /**
   * Which objects are reconciled: options of the informer that is made, which count for owned and
   * watched clients too as far as they name namespaces; or an informer, which the controller starts
   * where it was not, and never stops.
   */
  readonly informer?: InformerOptions<T> | ObjectCache<T["read"]> | undefined;
  /** Makes the informers of clients; the default is one for each. A manager's are shared. */
  readonly informers?: InformerSource | undefined;
  /**
   * Milliseconds between lists that look for what watches missed, of all informers that are made,
   * those of owned and watched clients included; see `InformerOptions.verifyEvery`, which counts
   * first. The default is the manager's, else 0, none.
   */
  readonly verifyEvery?: number | undefined;
  /**
   * How many objects are reconciled at once, but for those that are stuck; the default is 1. While
   * the server answers 429 or 503 with `Retry-After`, fewer are.
   */
  readonly concurrency?: number | undefined;
  /**
   * Which events of the controller's own objects count. The default is `desiredStateChanged`, where
   * the finalizer that the controller adds is no change: what is written to the status leads to no
   * reconcile, whoever writes it. Resyncs and the beginning of a deletion always count. Use
   * `everyChange` for a reconcile that depends on what others write to the status; it is the
   * default for kinds of Kubernetes itself (groups without a dot, and `….k8s.io`).
   */
  readonly predicate?: Predicate<T["read"]> | undefined;
  /**
   * Only with leadership does a reconcile begin; caches are filled without it. Controllers whose
   * options name the same Lease on one transport share an elector, and lead together.
   */
  readonly leaderElection?: LeaderElectionOptions | LeaderElector | undefined;
  /**
   * Waits after failures, per object, or a limiter of one's own, and optionally a limit over all.
   * A `Retry-After` of the server is waited for in any case.
   */
  readonly rateLimit?: RateLimit | undefined;
  /** Milliseconds that running reconciles have when the controller stops; the default is 30,000. */
  readonly gracePeriod?: number | undefined;
  /**
   * Milliseconds after which a reconcile that runs counts as stuck: it is reported, and another
   * object takes its place; 300,000 by default, 0 = never.
   */
  readonly stuckAfter?: number | undefined;
  /**
   * Milliseconds without a word of the server about one of the caches after which the controller
   * does not count as ready. The default is 120,000: the server shows about once a minute that it
   * serves a watch, and a lost connection is noticed after 50 s. 0 = never.
   */
  readonly staleAfter?: number | undefined;
  /**
   * Takes one line for each sort of failure, and counts of those that come again; see `FailureLog`.
   * The default writes to the console.
   */
  readonly logger?: Logger | undefined;
  /** Told of everything that fails, in place of the logger. What it throws is dropped. */
  readonly onError?: ((error: ReconcileError) => void) | undefined;
  /** Its name in logs and metrics; the default is the kind in lower case. */
  readonly name?: string | undefined;
  /** Told of what the queue and the reconciles do, for metrics; or what makes it. */
  readonly observer?:
    ControllerObserver | ((controller: ObservedController) => ControllerObserver) | undefined;
  /** Told of every reconcile that has ended, for histograms. */
  readonly metrics?: ((sample: ReconcileSample) => void) | undefined;
};
