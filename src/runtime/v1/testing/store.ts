import { JsonFault, parseJson } from "../values/go/parse-json.js";
import type { JsonObject } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import { metadataOf } from "../values/metadata/resource-metadata.js";
import { textOf } from "../values/metadata/rules.js";
import type { Failure } from "./failure.js";
import type { Attributes } from "./selectors.js";
import type { ServedVersion } from "./served-version.js";

/** The stored content of one state of one object; see the fields of `Revision`. */
export interface RevisionContent {
  readonly text: string;
  readonly version: ServedVersion;
  readonly isFilledWhenRead?: boolean;
}

/** One state of one object. It never changes. */
export class Revision {
  /** `namespace/name`, or the name alone. */
  readonly key: string;
  readonly resourceVersion: number;
  /** JSON as Go writes it, in the version in which the object was stored. */
  readonly text: string;
  readonly version: ServedVersion;
  /** `text` has what an API server makes only when it reads what it stored, such as defaults. */
  readonly isFilledWhenRead: boolean;
  #labels: Attributes | undefined;
  #uid: string | undefined;
  #concernsHousekeeping: boolean | undefined;

  constructor(key: string, resourceVersion: number, content: RevisionContent) {
    this.key = key;
    this.resourceVersion = resourceVersion;
    this.text = content.text;
    this.version = content.version;
    this.isFilledWhenRead = content.isFilledWhenRead === true;
  }

  /** A new object each time, which the caller may change. */
  read(): JsonObject {
    return parseStored(this.text);
  }

  /** Deletions and owners are what housekeeping is about; it looks no closer at others. */
  get concernsHousekeeping(): boolean {
    this.#concernsHousekeeping ??= housekeptText.test(this.text);
    return this.#concernsHousekeeping;
  }

  get uid(): string {
    this.#uid ??= textOf(metadataOf(this.read()), "uid");
    return this.#uid;
  }

  get labels(): Attributes {
    this.#labels ??= labelsOf(this.read());
    return this.#labels;
  }
}

const housekeptText = /"(?:deletionTimestamp|ownerReferences|foregroundDeletion|orphan)"/;

const noLabels: Attributes = /* @__PURE__ */ new Map();

/** The labels of an object. */
export function labelsOf(object: JsonObject): Attributes {
  const { labels = null } = metadataOf(object);
  if (!isObject(labels)) return noLabels;
  return new Map(Object.keys(labels).map((key) => [key, textOf(labels, key)]));
}

/** Reads what `goJson` wrote. */
export function parseStored(text: string): JsonObject {
  // Most texts have no number that JavaScript would change, and no key that it takes for another.
  if (!unsafeText.test(text)) return JSON.parse(text) as JsonObject; // what was stored is an object
  const parsed = parseJson(text);
  if (parsed instanceof JsonFault || !isObject(parsed.value)) {
    throw new Error("the store holds what is no object");
  }
  return parsed.value;
}

const unsafeText = /\d{16}|__proto__/;

/** A change of an object: what was there before, and what is there now. */
export interface StoreChange {
  readonly resourceVersion: number;
  readonly before: Revision | undefined;
  readonly after: Revision | undefined;
}

/** Hears of each change as it is made. */
export type ChangeListener = (change: StoreChange) => void;

/** Keeps a change before it is made; where it fails, everything is as it was. */
export type KeepChange = (change: StoreChange) => Failure | undefined;

/** Counts the changes of all objects of a server. */
export class VersionCounter {
  current: number;

  constructor(start = 1000) {
    this.current = start;
  }

  next(): number {
    return ++this.current;
  }
}

/** The objects of one resource, with their last changes. */
export class Collection {
  readonly #counter: VersionCounter;
  readonly #maxHistory: number;
  readonly #keep: KeepChange | undefined;
  readonly #revisions = new Map<string, Revision>();
  /** Sorted. */
  #keys: string[] = [];
  #history: StoreChange[] = [];
  /** Watches cannot begin before this version. */
  #floor: number;
  /** The states before this version are forgotten. */
  #compacted = 0;
  readonly #listeners = new Set<ChangeListener>();
  /** The objects that housekeeping looks at. */
  readonly #housekept = new Set<string>();
  /** The keys of all objects by uid; made when the first is looked for. */
  #keysByUid: Map<string, string> | undefined;

  constructor(counter: VersionCounter, maxHistory: number, keep?: KeepChange) {
    this.#counter = counter;
    this.#maxHistory = maxHistory;
    this.#keep = keep;
    this.#floor = counter.current;
  }

  /** Whoever watches from an older version than this gets 410. */
  get floor(): number {
    return this.#floor;
  }

  /** The same for lists: before there was a change, there was nothing. */
  get compacted(): number {
    return this.#compacted;
  }

  get size(): number {
    return this.#keys.length;
  }

  get(key: string): Revision | undefined {
    return this.#revisions.get(key);
  }

  /** Where the object with a uid is. */
  keyOf(uid: string): string | undefined {
    const keyed = (revision: Revision): [string, string] => [revision.uid, revision.key];
    this.#keysByUid ??= new Map([...this.#revisions.values()].map(keyed));
    return this.#keysByUid.get(uid);
  }

  /** Stores an object; `write` gets the resource version that it is to have. */
  put(key: string, write: (resourceVersion: number) => RevisionContent): Revision | Failure {
    const resourceVersion = this.#counter.next();
    const before = this.#revisions.get(key);
    const after = new Revision(key, resourceVersion, write(resourceVersion));
    return this.#make({ resourceVersion, before, after }) ?? after;
  }

  /** The resource version of the deletion; undefined if there is no such object. */
  remove(key: string): number | Failure | undefined {
    const before = this.#revisions.get(key);
    if (before === undefined) return undefined;
    const resourceVersion = this.#counter.next();
    return this.#make({ resourceVersion, before, after: undefined }) ?? resourceVersion;
  }

  /** The revisions whose keys begin with a prefix, in their order, from a key on. */
  list(prefix: string, from: string = prefix): readonly Revision[] {
    const found: Revision[] = [];
    const start = positionOf(this.#keys, from > prefix ? from : prefix);
    for (let index = start; index < this.#keys.length; index++) {
      const key = this.#keys[index] ?? "";
      if (!key.startsWith(prefix)) break;
      const revision = this.#revisions.get(key);
      if (revision !== undefined) found.push(revision);
    }
    return found;
  }

  /** The same as of a version that is not older than the floor. */
  listAt(prefix: string, resourceVersion: number, from: string = prefix): readonly Revision[] {
    const current = this.list(prefix, from);
    const changed = new Map<string, Revision | undefined>();
    for (const { before, after } of this.#changesSince(resourceVersion).reverse()) {
      changed.set((before ?? after)?.key ?? "", before);
    }
    if (changed.size === 0) return current;
    const found = current.filter(({ key }) => !changed.has(key));
    for (const [key, before] of changed) {
      if (before !== undefined && key >= from && key.startsWith(prefix)) found.push(before);
    }
    return found.sort((left, right) => (left.key < right.key ? -1 : 1));
  }

  /** Hears of every change since a version that is not older than the floor; gives its end. */
  listen(resourceVersion: number, listener: ChangeListener): () => void {
    this.#changesSince(resourceVersion).forEach(listener);
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Forgets all changes. */
  expire(): void {
    this.#history = [];
    this.#floor = this.#counter.current;
    this.#compacted = this.#floor;
  }

  /** Forgets the states before a version; watches may still begin there. */
  compact(resourceVersion: number): void {
    this.#compacted = Math.max(this.#compacted, resourceVersion);
  }

  /** Puts other objects in the place of these. Watches are not told: their callers end them. */
  replaceAll(revisions: readonly Revision[]): void {
    this.#revisions.clear();
    this.#housekept.clear();
    this.#keysByUid = undefined;
    for (const revision of revisions) {
      this.#revisions.set(revision.key, revision);
      this.#noteHousekept(revision.key, revision);
    }
    this.#keys = [...this.#revisions.keys()].sort();
    this.expire();
  }

  /** The revisions that concern housekeeping, in the order of their keys. */
  housekept(): readonly Revision[] {
    return [...this.#housekept].sort().flatMap((key) => this.#revisions.get(key) ?? []);
  }

  #noteHousekept(key: string, revision: Revision | undefined): void {
    if (revision?.concernsHousekeeping === true) this.#housekept.add(key);
    else this.#housekept.delete(key);
  }

  #changesSince(resourceVersion: number): StoreChange[] {
    let start = this.#history.length;
    while (start > 0 && (this.#history[start - 1]?.resourceVersion ?? 0) > resourceVersion) start--;
    return this.#history.slice(start);
  }

  #make(change: StoreChange): Failure | undefined {
    const failure = this.#keep?.(change);
    if (failure !== undefined) return failure;
    this.#apply((change.after ?? change.before)?.key ?? "", change.after);
    this.#tell(change);
    return undefined;
  }

  #apply(key: string, revision: Revision | undefined): void {
    const before = this.#revisions.get(key);
    const isKnown = before !== undefined;
    if (before !== undefined) this.#keysByUid?.delete(before.uid);
    if (revision !== undefined) this.#keysByUid?.set(revision.uid, key);
    if (revision === undefined) this.#revisions.delete(key);
    else this.#revisions.set(key, revision);
    this.#noteHousekept(key, revision);
    if (isKnown === (revision !== undefined)) return;
    const index = positionOf(this.#keys, key);
    if (isKnown) this.#keys.splice(index, 1);
    else this.#keys.splice(index, 0, key);
  }

  #tell(change: StoreChange): void {
    this.#history.push(change);
    // In blocks, because each time costs as much as what remains.
    if (this.#history.length >= 2 * this.#maxHistory) {
      const dropped = this.#history.splice(0, this.#history.length - this.#maxHistory);
      this.#floor = dropped.at(-1)?.resourceVersion ?? this.#floor;
      this.#compacted = this.#floor;
    }
    for (const listener of [...this.#listeners]) listener(change);
  }
}

/** The first index whose key is not before this one. */
function positionOf(keys: readonly string[], key: string): number {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] ?? "") < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
