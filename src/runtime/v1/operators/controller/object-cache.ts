import type { KubernetesObject } from "../../values/kubernetes.js";

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
