import type { Identified, ListPage } from "../../client/list-pages.js";
import type { ResourceClient, ResourceTypes } from "../../client/resource-client.js";
import { startDeadline, untilAborted } from "../../client/timing.js";
import { consoleLogger } from "../log/console-logger.js";
import { FailureLog } from "../log/failure-log.js";
import { deepFreeze, isInDevelopment } from "./freeze.js";
import type { InformerHandlers, InformerOptions, SyncedOptions } from "./informer-options.js";
import type { InformerState } from "./progress.js";
import { Progress, worstState } from "./progress.js";
import { Reflector, versionOf } from "./reflector.js";
import type { Sink, Source } from "./source.js";
import { keyOf, objectKeyText, SharedParts, Store } from "./store.js";
import { MissedChangesError, verifyOften, VerifyPace } from "./verify.js";

/**
 * The objects of a resource, kept as they are on the server (client-go `tools/cache`): lists and
 * watches, and goes on through closed connections, expired versions and restarts of the server.
 * Several consumers may share one; objects belong to all of them and must not be changed.
 */
export class Informer<T extends ResourceTypes, Index extends string = string> {
  readonly #client: ResourceClient<T>;
  readonly #options: InformerOptions<T, Index>;
  readonly #store: Store<T["read"]>;
  readonly #handlers = new Set<InformerHandlers<T["read"]>>();
  readonly #isFrozen: boolean;
  readonly #shared = new SharedParts();
  readonly #pace: VerifyPace;
  #running: Running | undefined;
  #failures: FailureLog | undefined;
  /** Of each place, while it runs and after it. */
  #progress: readonly Progress[] = [];
  #stopped: InformerState = { phase: "stopped", since: Date.now() };
  /** Resolves when the first whole state is there; made anew by each start. */
  #synced = new Gate();

  constructor(client: ResourceClient<T>, options: InformerOptions<T, Index> = {}) {
    this.#client = client;
    this.#options = options;
    this.#store = new Store(options.indexers ?? {}, (error) => {
      this.#report(error);
    });
    this.#isFrozen = options.freeze ?? isInDevelopment();
    this.#pace = new VerifyPace(options.verifyEvery ?? 0);
  }

  /** Begins to follow the objects; does nothing while it does so already. */
  start(): void {
    if (this.#running !== undefined) return;
    const controller = new AbortController();
    const places = this.#places();
    if (this.#synced.isOpen) this.#synced = new Gate();
    let left = places.length;
    const onWhole = (): void => {
      if (--left === 0) this.#synced.open();
    };
    if (left === 0) this.#synced.open();
    const { resync = 0 } = this.#options;
    this.#progress = places.map(() => new Progress());
    const done = places.map((place, index) =>
      this.#follow(place, onWhole, this.#progress[index] ?? new Progress(), controller.signal),
    );
    const timer =
      resync > 0
        ? setInterval(() => {
            this.#resync();
          }, resync)
        : undefined;
    this.#running = { controller, timer, done: Promise.all(done) };
  }

  /**
   * Ends all watches. The objects stay, as they were last; a later `start` reports what has changed
   * since.
   */
  async stop(): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    this.#running = undefined;
    this.#stopped = { phase: "stopped", since: Date.now() };
    clearInterval(running.timer);
    running.controller.abort(new Error("the informer was stopped"));
    await running.done;
  }

  /** True once the first whole state is there. */
  get hasSynced(): boolean {
    return this.#synced.isOpen;
  }

  /**
   * Resolves when the first whole state is there; rejects with the signal's reason, or a
   * `TimeoutError`.
   */
  async synced({ signal, timeout = 0 }: SyncedOptions = {}): Promise<void> {
    const deadline = startDeadline(signal, timeout);
    try {
      await untilAborted(deadline.signal, this.#synced.opened);
    } finally {
      deadline.end();
    }
  }

  /** What it does now; of several namespaces the one that is worst off. */
  get state(): InformerState {
    if (this.#running === undefined) return this.#stopped;
    return worstState(this.#progress.map(({ state }) => state)) ?? following;
  }

  /**
   * When the objects were last known to be those of the server, in milliseconds since 1970
   * (`Date.now`): the last event, bookmark or list. While a watch is open the server shows about
   * once a minute that it is. `undefined` before the first whole state; of several namespaces the
   * oldest.
   */
  get lastSynced(): number | undefined {
    const times = this.#progress.map(({ lastSynced }) => lastSynced ?? -1);
    if (times.length === 0) return this.#running === undefined ? undefined : Date.now();
    const oldest = Math.min(...times);
    return oldest < 0 ? undefined : oldest;
  }

  /**
   * Tells whether the objects may be older than so many milliseconds; the default is 120,000, twice
   * the time in which a server shows that a watch is alive. True before the first whole state.
   */
  isStale(after = 120_000): boolean {
    const { lastSynced } = this;
    return lastSynced === undefined || Date.now() - lastSynced > after;
  }

  /** Takes another `verifyEvery`, which counts from now on: milliseconds, 0 = none. */
  verify(every: number): void {
    this.#pace.set(every);
  }

  /** The object with this name. `namespace`: absent for cluster-scoped resources. */
  get(name: string, namespace?: string): T["read"] | undefined {
    return this.#store.get(objectKeyText({ name, namespace }));
  }

  /** The objects that are there, of one namespace or all. */
  list(namespace?: string): T["read"][] {
    const all = [...this.#store.list()];
    if (namespace === undefined) return all;
    return all.filter(({ metadata }) => metadata?.namespace === namespace);
  }

  /** The objects that an indexer gives this value. Throws a TypeError for an unknown index. */
  byIndex(index: Index, value: string): readonly T["read"][] {
    return this.#store.byIndex(index, value);
  }

  /**
   * Calls handlers from now on, first with what is there. What they throw, or reject with, goes to
   * `onError`. Gives what takes them off again.
   */
  on(handlers: InformerHandlers<T["read"]>): () => void {
    const own = { ...handlers };
    for (const object of this.#store.list()) this.#call(() => own.added?.(object, true));
    this.#handlers.add(own);
    return () => {
      this.#handlers.delete(own);
    };
  }

  #places(): readonly Place[] {
    const { allNamespaces, namespaces } = this.#options;
    if (this.#client.definition.scope === "Cluster") return [{}];
    if (allNamespaces === true) return [{ allNamespaces }];
    return namespaces === undefined
      ? [{}]
      : [...new Set(namespaces)].map((namespace) => ({ namespace }));
  }

  #follow(
    place: Place,
    onWhole: () => void,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<void> {
    const { labelSelector, fieldSelector, idleTimeout = 50_000 } = this.#options;
    const selection = { ...place, labelSelector, fieldSelector };
    const client = this.#client as object as Source<T["read"]>; // its scope is not known here
    const source: Source<T["read"]> = {
      list: (parameters) => client.list({ ...parameters, ...selection }),
      watch: (parameters) => client.watch({ ...parameters, ...selection }),
    };
    const { contact } = this.#client;
    const sink = this.#sink(place.namespace, onWhole);
    const reflector = new Reflector(source, sink, { idleTimeout, progress, contact }, signal);
    const verified = this.#verify(place, reflector, progress, signal);
    return Promise.all([reflector.run(), verified]).then(doNothing);
  }

  /** Looks for what the watch of a place missed, as often as that is asked for. */
  async #verify(
    place: Place,
    reflector: Reflector<T["read"]>,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<void> {
    const { labelSelector, fieldSelector } = this.#options;
    const client = this.#client as object as Pages<T["read"]>; // its scope is not known here
    await verifyOften<T["read"]>(
      {
        pace: this.#pace,
        progress,
        known: {
          get: (key) => this.#store.get(key),
          keys: () => this.#keysIn(place.namespace),
        },
        pages: (ended) => client.pages({ ...place, labelSelector, fieldSelector, signal: ended }),
        missed: (keys) => {
          this.#report(new MissedChangesError(this.#client.definition.plural, keys));
          reflector.readAgain();
        },
        failed: (error) => {
          this.#report(error);
        },
      },
      signal,
    );
  }

  /** Takes what a reflector sees of a namespace, or of all. */
  #sink(namespace: string | undefined, onWhole: () => void): Sink<T["read"]> {
    /** The objects that were there before a whole state, and have not come in it yet. */
    let missing: Set<string> | undefined;
    let isFirst = true;
    return {
      begin: () => {
        missing = new Set(this.#keysIn(namespace));
      },
      initial: (object) => {
        missing?.delete(keyOf(object));
        this.#change(object, isFirst);
      },
      end: () => {
        for (const key of missing ?? []) this.#remove(key);
        missing = undefined;
        if (isFirst) onWhole();
        isFirst = false;
      },
      changed: (object) => {
        this.#change(object, false);
      },
      deleted: (object) => {
        const key = keyOf(object);
        this.#remove(key, object);
      },
      failed: (error) => {
        this.#report(error);
      },
    };
  }

  *#keysIn(namespace: string | undefined): Iterable<string> {
    for (const key of this.#store.keys()) {
      if (namespace === undefined || key.startsWith(`${namespace}/`)) yield key;
    }
  }

  #change(sent: T["read"], isInInitialList: boolean): void {
    const key = keyOf(sent);
    if (isAnother(sent, this.#store.get(key))) this.#remove(key);
    const old = this.#store.get(key);
    // A watch that begins anew may tell what is known already.
    if (old !== undefined && versionOf(old) === versionOf(sent)) return;
    const object = this.#prepared(sent);
    this.#store.set(key, object);
    // Handlers that come meanwhile have been told of what is in the store.
    for (const { added, updated } of [...this.#handlers]) {
      if (old === undefined) this.#call(() => added?.(object, isInInitialList));
      else this.#call(() => updated?.(object, old));
    }
  }

  /** `last` is what the server says it was. */
  #remove(key: string, last?: T["read"]): void {
    const known = this.#store.get(key);
    if (known === undefined) return;
    const object = last === undefined ? known : this.#prepared(last);
    this.#store.delete(key);
    for (const { deleted } of [...this.#handlers]) this.#call(() => deleted?.(object));
  }

  #prepared(sent: T["read"]): T["read"] {
    const { transform } = this.#options;
    // Before anybody else has it: what a transformation gives may be frozen, or of others.
    this.#shared.putInto(sent);
    let object = sent;
    if (transform !== undefined) this.#call(() => (object = transform(sent)));
    return this.#isFrozen ? deepFreeze(object) : object;
  }

  #resync(): void {
    for (const object of this.#store.list()) {
      for (const { updated } of this.#handlers) this.#call(() => updated?.(object, object));
    }
  }

  /** Calls other people's code, whose errors must not end the informer. */
  #call(work: () => unknown): void {
    try {
      const result = work();
      if (result instanceof Promise)
        result.catch((error: unknown) => {
          this.#report(error);
        });
    } catch (error) {
      this.#report(error);
    }
  }

  #log(error: unknown): void {
    this.#failures ??= new FailureLog({ logger: consoleLogger() });
    this.#failures.report(`the informer of ${this.#client.definition.plural} failed`, error);
  }

  #report(error: unknown): void {
    const { onError } = this.#options;
    try {
      if (onError === undefined) this.#log(error);
      else onError(error);
    } catch (worse) {
      this.#log(worse);
    }
  }
}

/** Of an informer of no namespace: there is nothing that it could miss. */
const following: InformerState = { phase: "following", since: 0 };

/** Where a reflector looks; `{}`: in the client's namespace, or the cluster. */
interface Place {
  readonly namespace?: string;
  readonly allNamespaces?: true;
}

/** The part of a client that lists everything. */
interface Pages<Item> {
  pages(options: object): AsyncIterable<ListPage<Item>>;
}

interface Running {
  readonly controller: AbortController;
  readonly timer: ReturnType<typeof setInterval> | undefined;
  readonly done: Promise<unknown>;
}

/** Tells whether an object was deleted and made anew. A transformation may have dropped its uid. */
function isAnother(object: Identified, old: Identified | undefined): boolean {
  const uid = old?.metadata?.uid;
  return uid !== undefined && uid !== object.metadata?.uid;
}

/** A promise that others wait for. */
class Gate {
  isOpen = false;
  #open: (() => void) | undefined;
  readonly opened = new Promise<void>((resolve) => {
    this.#open = resolve;
  });

  open(): void {
    this.isOpen = true;
    this.#open?.();
  }
}

function doNothing(): void {
  // nothing
}
