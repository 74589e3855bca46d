import type { Identified } from "../../client/list-pages.js";
import type { Selection } from "../../client/options.js";
import type { ResourceClient, ResourceTypes } from "../../client/resource-client.js";
import { startDeadline, untilAborted } from "../../client/timing.js";
import { consoleLogger } from "../log/console-logger.js";
import { FailureLog } from "../log/failure-log.js";
import type { ReflectorOptions, Sink, Source } from "./reflector.js";
import { reflect, versionOf } from "./reflector.js";
import type { Indexers } from "./store.js";
import { keyOf, objectKeyText, SharedParts, Store } from "./store.js";

/** The objects that an informer follows, and how it follows them. */
export interface InformerOptions<
  T extends ResourceTypes,
  Index extends string = string,
> extends Selection<T["field"]> {
  /** Absent = the client's; for namespaced resources alone. */
  readonly namespaces?: readonly string[] | undefined;
  /** All namespaces, whatever `namespaces` says. */
  readonly allNamespaces?: boolean | undefined;
  /** The indexes that `byIndex` looks up: `{ image: (cronTab) => [cronTab.spec.image] }`. */
  readonly indexers?: Indexers<T["read"], Index> | undefined;
  /** Changes an object before it is kept, such as to drop its managed fields. */
  readonly transform?: ((object: T["read"]) => T["read"]) | undefined;
  /** Milliseconds after which handlers get an `updated` for every object, again and again. */
  readonly resync?: number | undefined;
  /** Takes errors of the network and of handlers; the default writes to the console. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /**
   * Freeze the objects, so that code that changes what it shares with others fails at once. The
   * default is true unless `NODE_ENV` is `production`.
   */
  readonly freeze?: boolean | undefined;
  /**
   * Milliseconds of silence after which a watch is begun anew; the default is 50,000. Servers send
   * bookmarks about once a minute.
   */
  readonly idleTimeout?: number | undefined;
}

/** The functions that are called when objects come, change and go. */
export interface InformerHandlers<Item> {
  /** `isInInitialList`: it was there when the informer, or the handler, began. */
  readonly added?: ((object: Item, isInInitialList: boolean) => unknown) | undefined;
  readonly updated?: ((object: Item, old: Item) => unknown) | undefined;
  /** With the last state that is known, also for what was deleted while no watch was open. */
  readonly deleted?: ((object: Item) => unknown) | undefined;
}

/** How long to wait. */
export interface SyncedOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until a `TimeoutError`; the default is no limit. */
  readonly timeout?: number | undefined;
}

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
  #running: Running | undefined;
  #failures: FailureLog | undefined;
  /** Resolves when the first whole state is there; made anew by each start. */
  #synced = new Gate();

  constructor(client: ResourceClient<T>, options: InformerOptions<T, Index> = {}) {
    this.#client = client;
    this.#options = options;
    this.#store = new Store(options.indexers ?? {}, (error) => {
      this.#report(error);
    });
    this.#isFrozen = options.freeze ?? isInDevelopment();
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
    const { idleTimeout = 50_000, resync = 0 } = this.#options;
    const done = places.map((place) => this.#follow(place, onWhole, { idleTimeout }, controller));
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
    options: ReflectorOptions,
    { signal }: AbortController,
  ): Promise<void> {
    const { labelSelector, fieldSelector } = this.#options;
    const selection = { ...place, labelSelector, fieldSelector };
    const client = this.#client as object as Source<T["read"]>; // its scope is not known here
    const source: Source<T["read"]> = {
      list: (parameters) => client.list({ ...parameters, ...selection }),
      watch: (parameters) => client.watch({ ...parameters, ...selection }),
    };
    return reflect(source, this.#sink(place.namespace, onWhole), options, signal);
  }

  /** Takes what a reflector sees of a namespace, or of all. */
  #sink(namespace: string | undefined, onWhole: () => void): Sink<T["read"]> {
    /** The objects that were there before a whole state, and have not come in it yet. */
    let missing: Set<string> | undefined;
    let isFirst = true;
    return {
      begin: () => {
        missing = new Set(namespace === undefined ? this.#store.keys() : this.#keysIn(namespace));
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

  *#keysIn(namespace: string): Iterable<string> {
    for (const key of this.#store.keys()) if (key.startsWith(`${namespace}/`)) yield key;
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

/** Where a reflector looks; `{}`: in the client's namespace, or the cluster. */
interface Place {
  readonly namespace?: string;
  readonly allNamespaces?: true;
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

/** Freezes a value of JSON and all that is in it. */
function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    for (const member of Object.values(value)) deepFreeze(member);
    Object.freeze(value);
  }
  return value;
}

/** Tells whether `NODE_ENV` says anything but `production`; true where there is no such thing. */
function isInDevelopment(): boolean {
  const scope = globalThis as {
    readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
  }; // of Node.js
  return scope.process?.env?.["NODE_ENV"] !== "production";
}
