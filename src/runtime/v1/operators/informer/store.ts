import type { Identified } from "../../client/list-pages.js";
import { objectKeyText } from "./object-key.js";

/** Gives the values under which an index finds an object. */
export type Indexer<Item> = (object: Item) => readonly string[];

/** Indexers by the names of their indexes. */
export interface Indexers<Item> {
  readonly [name: string]: Indexer<Item>;
}

/** The key of an object: `namespace/name`, or the name of a cluster-scoped one. */
export function keyOf({ metadata }: Identified): string {
  return objectKeyText({ name: metadata?.name ?? "", namespace: metadata?.namespace ?? undefined });
}

/** Objects by their keys, with indexes (client-go `tools/cache/thread_safe_store.go`). */
export class Store<Item extends Identified> {
  readonly #objects = new Map<string, Item>();
  readonly #indexers: ReadonlyMap<string, Indexer<Item>>;
  /** The keys of the objects, by indexes and values. */
  readonly #indexes = new Map<string, Map<string, Set<string>>>();
  readonly #onError: (error: unknown) => void;

  /** `onError` takes what indexers throw; such an object has no values in that index. */
  constructor(indexers: Indexers<Item>, onError: (error: unknown) => void) {
    this.#onError = onError;
    this.#indexers = new Map(Object.entries(indexers));
    for (const name of this.#indexers.keys()) this.#indexes.set(name, new Map());
  }

  get(key: string): Item | undefined {
    return this.#objects.get(key);
  }

  keys(): IterableIterator<string> {
    return this.#objects.keys();
  }

  list(): IterableIterator<Item> {
    return this.#objects.values();
  }

  /** Throws a TypeError for an index that there is none of. */
  byIndex(index: string, value: string): readonly Item[] {
    const values = this.#indexes.get(index);
    if (values === undefined) throw new TypeError(`there is no index ${JSON.stringify(index)}`);
    const found: Item[] = [];
    for (const key of values.get(value) ?? []) {
      const object = this.#objects.get(key);
      if (object !== undefined) found.push(object);
    }
    return found;
  }

  set(key: string, object: Item): void {
    const old = this.#objects.get(key);
    this.#objects.set(key, object);
    this.#reindex(key, old, object);
  }

  delete(key: string): void {
    const old = this.#objects.get(key);
    this.#objects.delete(key);
    if (old !== undefined) this.#reindex(key, old, undefined);
  }

  #reindex(key: string, old: Item | undefined, object: Item | undefined): void {
    for (const [name, indexer] of this.#indexers) {
      const values = this.#indexes.get(name) ?? new Map<string, Set<string>>();
      for (const value of this.#values(indexer, old)) {
        const keys = values.get(value);
        keys?.delete(key);
        if (keys?.size === 0) values.delete(value);
      }
      for (const value of this.#values(indexer, object)) {
        const keys = values.get(value);
        if (keys === undefined) values.set(value, new Set([key]));
        else keys.add(key);
      }
    }
  }

  #values(indexer: Indexer<Item>, object: Item | undefined): readonly string[] {
    try {
      return object === undefined ? [] : [...indexer(object)];
    } catch (error) {
      this.#onError(error);
      return [];
    }
  }
}
