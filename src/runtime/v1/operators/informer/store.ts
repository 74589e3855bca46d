import type { Identified } from "../../client/list-pages.js";

/** Gives the values under which an index finds an object. */
export type Indexer<Item> = (object: Item) => readonly string[];

/** Indexers by the names of their indexes. */
export type Indexers<Item, Index extends string = string> = {
  readonly [Name in Index]: Indexer<Item>;
};

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

/** Which object is meant, among those of one resource. */
export interface ObjectKey {
  readonly name: string;
  /** Absent for cluster-scoped resources. */
  readonly namespace?: string | undefined;
}

/** A key as text: `default/a`, or `a` where there is no namespace. */
export function objectKeyText({ name, namespace }: ObjectKey): string {
  return namespace === undefined || namespace === "" ? name : `${namespace}/${name}`;
}

/** The key that a text stands for. */
export function parseKey(text: string): ObjectKey {
  const slash = text.indexOf("/");
  if (slash < 0) return { name: text };
  return { name: text.slice(slash + 1), namespace: text.slice(0, slash) };
}

/** More different ones than a resource has writers, versions and namespaces. */
const mostParts = 1_000;

/**
 * The parts that many objects of a resource have in common, each held once: the sets of managed
 * fields, which are a third of what objects take in memory and which nobody changes, and the texts
 * of their type, namespace and managers.
 */
export class SharedParts {
  readonly #fieldSets = new Map<string, unknown>();
  readonly #texts = new Map<string, unknown>();

  /** Puts the shared parts into an object that nobody else has yet. */
  putInto(object: object): void {
    const any = object as AnyObject; // of the API
    this.#shareText(any, "apiVersion");
    this.#shareText(any, "kind");
    const { metadata } = any;
    if (typeof metadata !== "object" || metadata === null) return;
    this.#shareText(metadata, "namespace");
    if (!Array.isArray(metadata.managedFields)) return;
    const entries = metadata.managedFields as readonly ManagedFields[]; // by the API's types
    for (const entry of entries) {
      for (const name of ["manager", "apiVersion", "time"] as const) this.#shareText(entry, name);
      const { fieldsV1 } = entry;
      if (typeof fieldsV1 !== "object") continue;
      entry.fieldsV1 = known(this.#fieldSets, JSON.stringify(fieldsV1), fieldsV1);
    }
  }

  #shareText<Name extends string>(of: { [name in Name]?: unknown }, name: Name): void {
    const text = of[name];
    if (typeof text === "string") of[name] = known(this.#texts, text, text);
  }
}

/** Returns the value that is known under this text; the value itself where nothing is. */
function known(parts: Map<string, unknown>, text: string, value: unknown): unknown {
  const found = parts.get(text);
  if (found !== undefined) return found;
  if (parts.size >= mostParts) parts.clear();
  parts.set(text, value);
  return value;
}

interface AnyObject {
  apiVersion?: unknown;
  kind?: unknown;
  readonly metadata?: { namespace?: unknown; readonly managedFields?: unknown } | null;
}

interface ManagedFields {
  manager?: unknown;
  apiVersion?: unknown;
  time?: unknown;
  fieldsV1?: unknown;
}
