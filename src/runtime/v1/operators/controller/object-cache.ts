/** What is told of the objects of a cache. */
export interface CacheHandlers<Read> {
  readonly added?: ((object: Read, isInInitialList: boolean) => void) | undefined;
  readonly updated?: ((object: Read, old: Read) => void) | undefined;
  readonly deleted?: ((lastKnown: Read) => void) | undefined;
}

/** What a controller needs of an informer. */
export interface ObjectCache<Read> {
  /** Does nothing where it was started before. */
  start(): void;
  stop(): Promise<void>;
  synced(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
  get(name: string, namespace?: string): Read | undefined;
  list(namespace?: string): readonly Read[];
  /** Handlers get `added` for what is in the cache already; the function takes them off again. */
  on(handlers: CacheHandlers<Read>): () => void;
}
