import type { Selection } from "../../client/options.js";
import type { ResourceTypes } from "../../client/resource-client.js";
import type { Indexers } from "./store.js";

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
  /**
   * Milliseconds between lists that look for what the watch missed, about; the default is 0, none.
   * What they find is repaired, handlers are told of it, and `onError` gets a `MissedChangesError`.
   * Each is a list of everything, in pages. Of those who share a watch, the one who wants it most
   * often counts.
   */
  readonly verifyEvery?: number | undefined;
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
