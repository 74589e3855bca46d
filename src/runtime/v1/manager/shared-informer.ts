import type { ResourceTypes } from "../client/resource-client.js";
import type { ObjectCache } from "../operators/controller/object-cache.js";
import type {
  InformerHandlers,
  InformerOptions,
  SyncedOptions,
} from "../operators/informer/informer-options.js";
import type { InformerState } from "../operators/informer/progress.js";
import { keyOf, Store } from "../operators/informer/store.js";
import type { SharedWatch } from "./shared-watch.js";

/**
 * An informer whose list and watch may serve others too: whoever asks a manager for the same
 * objects. Everything else is its own: indexes, handlers, resyncs, errors, start and stop. The
 * objects belong to all, and must not be changed.
 */
export class SharedInformer<
  T extends ResourceTypes,
  Index extends string = string,
> implements ObjectCache<T["read"]> {
  /** Milliseconds between lists that look for what the watch missed; 0: it asks for none. */
  readonly verifyEvery: number;
  readonly #watch: SharedWatch<T>;
  readonly #options: InformerOptions<T, Index>;
  readonly #reportElsewhere: (error: unknown) => void;
  /** Called handlers, and what takes them off; off while this informer is stopped. */
  readonly #handlers = new Map<InformerHandlers<T["read"]>, (() => void) | undefined>();
  #indexed: Store<T["read"]>;
  #stopIndexing: (() => void) | undefined;
  #isRunning = false;
  #resync: ReturnType<typeof setInterval> | undefined;

  /** Made by `Manager.informer`; `report` takes errors of handlers where there is no `onError`. */
  constructor(
    watch: SharedWatch<T>,
    options: InformerOptions<T, Index>,
    report: (error: unknown) => void,
  ) {
    this.#watch = watch;
    this.#options = options;
    this.verifyEvery = options.verifyEvery ?? 0;
    this.#reportElsewhere = report;
    this.#indexed = this.#emptyIndex();
  }

  /** Begins to call handlers; does nothing where it does so already. `Manager.run` calls it. */
  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    const { informer } = this.#watch;
    this.#indexed = this.#emptyIndex();
    // Before other handlers, which may look something up.
    if (this.#options.indexers !== undefined) this.#stopIndexing = this.#keepIndexes(this.#indexed);
    for (const handlers of this.#handlers.keys()) {
      this.#handlers.set(handlers, informer.on(handlers));
    }
    const { resync = 0 } = this.#options;
    if (resync > 0) this.#resync = setInterval(this.#callAll, resync);
    this.#watch.use(this);
  }

  /** Calls no handlers any more; the watch ends with the last who uses it. */
  async stop(): Promise<void> {
    if (!this.#isRunning) return;
    this.#isRunning = false;
    clearInterval(this.#resync);
    this.#stopIndexing?.();
    for (const [handlers, off] of this.#handlers) {
      off?.();
      this.#handlers.set(handlers, undefined);
    }
    await this.#watch.leave(this);
  }

  /** True once the first whole state is there. */
  get hasSynced(): boolean {
    return this.#isRunning && this.#watch.informer.hasSynced;
  }

  /**
   * Resolves when the first whole state is there; rejects with the signal's reason, or a
   * `TimeoutError`.
   */
  synced(options?: SyncedOptions): Promise<void> {
    return this.#watch.informer.synced(options);
  }

  /** What the list and watch do now; see `Informer.state`. */
  get state(): InformerState {
    return this.#watch.informer.state;
  }

  /** When the objects were last known to be those of the server; see `Informer.lastSynced`. */
  get lastSynced(): number | undefined {
    return this.#watch.informer.lastSynced;
  }

  /** Tells whether the objects may be older than so many milliseconds; 120,000 by default. */
  isStale(after?: number): boolean {
    return this.#watch.informer.isStale(after);
  }

  /** The object with this name. `namespace`: absent for cluster-scoped resources. */
  get(name: string, namespace?: string): T["read"] | undefined {
    return this.#watch.informer.get(name, namespace);
  }

  /** The objects that are there, of one namespace or all. */
  list(namespace?: string): T["read"][] {
    return this.#watch.informer.list(namespace);
  }

  /** The objects that an indexer gives this value. Throws a TypeError for an unknown index. */
  byIndex(index: Index, value: string): readonly T["read"][] {
    return this.#indexed.byIndex(index, value);
  }

  /**
   * Calls handlers from the start on, first with what is there. What they throw, or reject with,
   * goes to `onError`. Gives what takes them off again.
   */
  on(handlers: InformerHandlers<T["read"]>): () => void {
    const own = this.#guarded(handlers);
    const attach = (): (() => void) => this.#watch.informer.on(own);
    this.#handlers.set(own, this.#isRunning ? attach() : undefined);
    return () => {
      this.#handlers.get(own)?.();
      this.#handlers.delete(own);
    };
  }

  /** The watch has failed, and goes on by itself; the manager's log has a line of it. */
  failed(error: unknown): void {
    try {
      this.#options.onError?.(error);
    } catch {
      // The log has what went wrong.
    }
  }

  #emptyIndex(): Store<T["read"]> {
    return new Store<T["read"]>(this.#options.indexers ?? {}, this.#report);
  }

  #keepIndexes(store: Store<T["read"]>): () => void {
    const set = (object: T["read"]): void => {
      store.set(keyOf(object), object);
    };
    return this.#watch.informer.on({
      added: set,
      updated: set,
      deleted(object) {
        store.delete(keyOf(object));
      },
    });
  }

  /** One user's errors are not told to the others. */
  #guarded({ added, updated, deleted }: InformerHandlers<T["read"]>): InformerHandlers<T["read"]> {
    return {
      added: (object, isInInitialList) => {
        this.#call(() => added?.(object, isInInitialList));
      },
      updated: (object, old) => {
        this.#call(() => updated?.(object, old));
      },
      deleted: (object) => {
        this.#call(() => deleted?.(object));
      },
    };
  }

  #call(work: () => unknown): void {
    try {
      const result = work();
      if (result instanceof Promise) result.catch(this.#report);
    } catch (error) {
      this.#report(error);
    }
  }

  readonly #report = (error: unknown): void => {
    if (this.#options.onError === undefined) this.#reportElsewhere(error);
    else this.failed(error);
  };

  readonly #callAll = (): void => {
    for (const object of this.list()) {
      for (const { updated } of this.#handlers.keys()) updated?.(object, object);
    }
  };
}
