/** A cache of a resource that stays true: informers. */
export type { InformerHandlers, InformerOptions, SyncedOptions } from "./informer/informer.js";
export { Informer } from "./informer/informer.js";
export type { Indexer, Indexers } from "./informer/store.js";
