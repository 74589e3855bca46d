/** A cache of a resource that stays true: informers. */
export type {
  InformerHandlers,
  InformerOptions,
  SyncedOptions,
} from "./operators/informer/informer.js";
export { Informer } from "./operators/informer/informer.js";
export type { Indexer, Indexers } from "./operators/informer/store.js";
