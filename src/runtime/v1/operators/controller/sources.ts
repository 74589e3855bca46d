import type { ResourceClient, ResourceTypes } from "../../client/resource-client.js";
import type { KubernetesObject } from "../../values/kubernetes.js";
import type { InformerOptions } from "../informer/informer-options.js";
import { Informer } from "../informer/informer.js";
import type { ObjectKey } from "../informer/store.js";
import { objectKeyText } from "../informer/store.js";
import type { ControllerOptions, InformerSource } from "./controller-options.js";
import type { CacheHandlers, ObjectCache } from "./object-cache.js";
import { asKubernetesObject, metaOf } from "./object-cache.js";
import { ownerKeysOf } from "./owners.js";
import type { Predicate } from "./predicates.js";
import { defaultPredicate, everyChange } from "./predicates.js";
import { lowPriority, normalPriority } from "./priorities.js";
import { ReconcileError } from "./reconcile-error.js";
import type { Places } from "./scope.js";
import { scopeOfController, scopeOfOwned, scopeOfWatched } from "./scope.js";
import type { OtherSource, OwnedResource } from "./watched-resource.js";

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
  enqueue(key: string, priority: number): void;
  report(error: ReconcileError): void;
}

/** A cache, and what its events lead to. */
interface Followed {
  readonly cache: ObjectCache<object>;
  readonly handlers: CacheHandlers<object>;
}

/** The caches of a controller, and what their events lead to. Throws as `scopeOfOwned` does. */
export function keySourcesOf<T extends ResourceTypes>(
  client: ResourceClient<T>,
  options: ControllerOptions<T>,
  sink: KeySink,
): KeySources<T["read"]> {
  const { informer = {}, predicate, finalizer } = options;
  const maker = new CacheMaker(sink, options);
  const cache = "start" in informer ? informer : maker.make(client, informer);
  const own = handlersOf(
    ({ metadata }) => [metadata],
    predicate ?? defaultPredicate(client.definition, finalizer),
    sink,
  );
  const { added, updated } = own;
  // An object that is gone is not reconciled.
  const all: Followed[] = [{ cache, handlers: { added, updated } }];
  all.push(...othersOf(client, options, maker, sink));
  return {
    cache,
    keys: () => cache.list().map((object) => objectKeyText(metaOf(object))),
    follow() {
      const offs = all.map((each) => each.cache.on(each.handlers));
      for (const each of all) each.cache.start();
      return async () => {
        for (const off of offs) off();
        await maker.stop();
      };
    },
    isStale: (after) => all.some(({ cache: each }) => each.isStale?.(after) === true),
    async synced(signal) {
      const filled = Promise.all(all.map((each) => each.cache.synced({ signal })));
      await filled.catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    },
  };
}

function othersOf<T extends ResourceTypes>(
  client: ResourceClient<T>,
  { informer = {}, owns = [], watches = [] }: ControllerOptions<T>,
  maker: CacheMaker,
  sink: KeySink,
): Followed[] {
  const owner = client as object as ResourceClient<ResourceTypes>; // a client of any resource
  const scope = scopeOfController(owner, "start" in informer ? undefined : informer);
  const ownerKeys = (object: KubernetesObject): readonly ObjectKey[] =>
    ownerKeysOf(object, client.definition);
  return [
    ...owns.map((each) => {
      const source = ownedResourceOf(each);
      const cache = maker.cacheOf(source, (of) => scopeOfOwned(owner, scope, of));
      return { cache, handlers: handlersOf(ownerKeys, predicateOf(source), sink) };
    }),
    ...watches.map((each) => {
      const cache = maker.cacheOf(each, (of) => scopeOfWatched(scope, of));
      return { cache, handlers: handlersOf((object) => each.map(object), predicateOf(each), sink) };
    }),
  ];
}

/** What counts for all informers of a controller. */
interface MakerOptions {
  readonly informers?: InformerSource | undefined;
  readonly verifyEvery?: number | undefined;
}

/** The informers that a controller makes, and stops again. */
class CacheMaker {
  readonly #made: ObjectCache<object>[] = [];
  readonly #sink: KeySink;
  readonly #options: MakerOptions;

  constructor(sink: KeySink, options: MakerOptions) {
    this.#sink = sink;
    this.#options = options;
  }

  make<T extends ResourceTypes>(
    client: ResourceClient<T>,
    given: InformerOptions<T>,
  ): ObjectCache<T["read"]> {
    const { informers, verifyEvery } = this.#options;
    const options = { ...given, verifyEvery: given.verifyEvery ?? verifyEvery };
    const onError = (error: unknown): void => {
      const what = `the informer of ${client.definition.plural} failed`;
      this.#sink.report(new ReconcileError(what, undefined, error));
    };
    const cache: ObjectCache<T["read"]> =
      informers?.(client, options) ?? new Informer(client, { onError, ...options });
    this.#made.push(cache);
    return cache;
  }

  cacheOf(
    source: OtherSource,
    scopeOf: (client: ResourceClient<ResourceTypes>) => Places,
  ): ObjectCache<object> {
    if (source.client === undefined) return source.informer;
    const { client, labelSelector, fieldSelector } = source;
    return this.make(client, { ...scopeOf(client), labelSelector, fieldSelector });
  }

  async stop(): Promise<void> {
    await Promise.all(this.#made.map((each) => each.stop()));
  }
}

function ownedResourceOf(
  owned: ResourceClient<ResourceTypes> | ObjectCache<object> | OwnedResource,
): OwnedResource {
  if ("definition" in owned) return { client: owned };
  return "start" in owned ? { informer: owned } : owned;
}

/** The default is all events: a status that others write is what owners look at. */
function predicateOf(source: OwnedResource): Predicate<object> {
  if (source.predicate === undefined) return everyChange;
  return (object, old) =>
    source.predicate?.(asKubernetesObject(object), old && asKubernetesObject(old)) !== false;
}

/** Both where the object leads to and where it led to before. */
function handlersOf(
  map: (object: KubernetesObject) => readonly ObjectKey[],
  predicate: Predicate<object>,
  sink: KeySink,
): Required<CacheHandlers<object>> {
  const enqueue = (object: object, priority: number): void => {
    try {
      const keys = map(asKubernetesObject(object));
      for (const key of keys) sink.enqueue(objectKeyText(key), priority);
    } catch (error) {
      sink.report(new ReconcileError("map failed", metaOf(object), error));
    }
  };
  return {
    added(object, isInInitialList) {
      if (!counts(object, undefined, predicate, sink)) return;
      enqueue(object, isInInitialList ? lowPriority : normalPriority);
    },
    deleted(object) {
      enqueue(object, normalPriority);
    },
    updated(object, old) {
      if (!counts(object, old, predicate, sink)) return;
      const priority = isResync(object, old) ? lowPriority : normalPriority;
      enqueue(old, priority);
      enqueue(object, priority);
    },
  };
}

/** A resync says nothing new, but it is there to have everything looked at. */
function isResync(object: object, old: object): boolean {
  return metaOf(object).resourceVersion === metaOf(old).resourceVersion;
}

function counts(
  object: object,
  old: object | undefined,
  predicate: Predicate<object>,
  sink: KeySink,
): boolean {
  if (old !== undefined) {
    if (isResync(object, old)) return true;
    if (metaOf(old).deletionTimestamp !== metaOf(object).deletionTimestamp) return true;
  }
  try {
    return predicate(object, old);
  } catch (error) {
    sink.report(new ReconcileError("predicate failed", metaOf(object), error));
    return true;
  }
}
