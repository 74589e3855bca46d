import type { ResourceClient, ResourceTypes } from "../../client/resource-client.js";
import type { KubernetesObject } from "../../values/kubernetes.js";
import type { InformerOptions } from "../informer/informer-options.js";
import type { ObjectKey } from "../informer/store.js";
import { objectKeyText } from "../informer/store.js";
import type { LeaderElectionOptions } from "../leader/election-options.js";
import type { LeaderElector } from "../leader/leader-elector.js";
import { textOfThrown } from "../log/failure-log.js";
import type { Logger } from "../log/logger.js";
import type { BackoffOptions } from "./work-queue.js";

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
  /** Makes the informers of clients; the default is one for each. A manager's are shared. */
  readonly informers?: InformerSource | undefined;
  /** How many objects are reconciled at once, but for those that are stuck; the default is 1. */
  readonly concurrency?: number | undefined;
  /**
   * Which events count; `old` is absent for objects that are new here. The beginning of a deletion
   * always counts. The default is all events; see `generationChanged`.
   */
  readonly predicate?: ((object: T["read"], old: T["read"] | undefined) => boolean) | undefined;
  /**
   * Only with leadership does a reconcile begin; caches are filled without it. Controllers whose
   * options name the same Lease on one transport share an elector, and lead together.
   */
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

/** The functions that a cache tells of its objects. */
export interface CacheHandlers<Read> {
  readonly added?: ((object: Read, isInInitialList: boolean) => void) | undefined;
  readonly updated?: ((object: Read, old: Read) => void) | undefined;
  readonly deleted?: ((lastKnown: Read) => void) | undefined;
}

/** The part of an informer that a controller needs. */
export interface ObjectCache<Read> {
  /** Does nothing where it was started before. */
  start(): void;
  stop(): Promise<void>;
  synced(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
  /**
   * Whether the objects may be older than so many milliseconds; a cache without it never counts as
   * old.
   */
  isStale?(after: number): boolean;
  get(name: string, namespace?: string): Read | undefined;
  list(namespace?: string): readonly Read[];
  /** Handlers get `added` for what is in the cache already; the function takes them off again. */
  on(handlers: CacheHandlers<Read>): () => void;
}

/** An object that was read from the server, in the types that all kinds share. */
export function asKubernetesObject(object: object): KubernetesObject {
  return object as KubernetesObject; // every object that was read is one
}

/** Its metadata. */
export function metaOf(object: object): KubernetesObject["metadata"] {
  return asKubernetesObject(object).metadata;
}

/** Something went wrong with one object, or with the mapping of an event to keys. */
export class ReconcileError extends Error {
  /** What failed, without the object and the cause. */
  readonly what: string;
  /** Absent where no object is known. */
  declare readonly key?: ObjectKey;
  /** Milliseconds until the next try; absent where none is planned. */
  declare readonly retryAfter?: number;

  /** `cause` is what was thrown. */
  constructor(what: string, key: ObjectKey | undefined, cause: unknown, retryAfter?: number) {
    const about = key === undefined ? what : `${objectKeyText(key)}: ${what}`;
    const text = cause === undefined ? about : `${about}: ${textOfThrown(cause)}`;
    super(
      retryAfter === undefined ? text : `${text} (next try in ${retryAfter} ms)`,
      cause === undefined ? undefined : { cause },
    );
    this.name = "ReconcileError";
    this.what = what;
    if (key !== undefined) this.key = key;
    if (retryAfter !== undefined) this.retryAfter = retryAfter;
  }
}

/**
 * To be thrown by a `reconcile` or `cleanup` that only a change of the object can mend, such as one
 * of its specification: it is reported, but there is no next try before the object is to be
 * reconciled again for another reason (controller-runtime `pkg/reconcile`, TerminalError).
 */
export class TerminalError extends Error {
  /** `cause` is what led to it. */
  constructor(message: string, { cause }: { readonly cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "TerminalError";
  }
}

/** Tells whether an error is a TerminalError, of this copy of the runtime or of another one. */
export function isTerminalError(error: unknown): error is TerminalError {
  return error instanceof Error && error.name === "TerminalError";
}
