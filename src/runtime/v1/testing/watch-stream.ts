import { goJson } from "../values/go/json.js";
import type { JsonObject } from "../values/json/json.js";
import { setKey } from "../values/json/json.js";
import type { Status } from "../values/kubernetes.js";
import { metadataOf } from "../values/metadata/resource-metadata.js";
import { apiVersionOf } from "../values/names.js";
import { Failure, orThrow } from "./failure.js";
import { statusJson } from "./json-texts.js";
import type { ObjectOutput } from "./output.js";
import type { ObjectSelection } from "./selection.js";
import type { ServedResource } from "./served-resource.js";
import type { ServedVersion } from "./served-version.js";
import type { Collection, Revision, StoreChange } from "./store.js";

/** The objects that a watch sends, and how long it goes on. */
interface WatchPlan {
  readonly resource: ServedResource;
  readonly version: ServedVersion;
  readonly selection: ObjectSelection;
  readonly output: ObjectOutput;
  /** Sent as they are when the watch begins; undefined: nothing of what is there. */
  readonly initial: readonly Revision[] | undefined;
  /** A bookmark says where the initial objects end. */
  readonly marksEnd: boolean;
  readonly bookmarks: boolean;
  /** Changes after this version are sent. */
  readonly from: number;
  readonly current: () => number;
  /** Milliseconds. */
  readonly timeout: number;
  readonly bookmarkInterval: number;
  readonly lines: RecentLines;
  /** How many changes may wait for a slow reader. */
  readonly maxWaiting: number;
}

/** Bookmarks come shortly before the end, too. */
const lastBookmark = 2000;

/**
 * The events of a watch as lines (apiserver `storage/cacher/cache_watcher.go`): changes are taken
 * in as they happen, and turned into text as they are read. Who reads too slowly is dropped.
 */
export class WatchStream {
  readonly #plan: WatchPlan;
  #waiting: StoreChange[] = [];
  /** How many of the waiting changes are sent. */
  #taken = 0;
  readonly #stopListening: () => void;
  readonly #timers: ReturnType<typeof setTimeout>[] = [];
  #isEnded = false;
  #isBookmarkDue = false;
  #failure: Error | undefined;
  #wake: (() => void) | undefined;

  constructor(plan: WatchPlan) {
    this.#plan = plan;
    const { collection } = plan.resource;
    this.#stopListening = collection.listen(plan.from, (change) => {
      this.#take(change);
    });
    this.#after(plan.timeout, () => {
      this.end();
    });
    if (!plan.bookmarks) return;
    const bookmark = (): void => {
      this.#isBookmarkDue = true;
      this.#wake?.();
    };
    if (plan.timeout > lastBookmark) this.#after(plan.timeout - lastBookmark, bookmark);
    const timer = setInterval(bookmark, plan.bookmarkInterval);
    unref(timer);
    this.#timers.push(timer);
  }

  isOf(collection: Collection): boolean {
    return this.#plan.resource.collection === collection;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** No change waits to be read. */
  get isIdle(): boolean {
    return this.#isEnded || this.#taken === this.#waiting.length;
  }

  /** With an error, the connection breaks. */
  end(error?: Error): void {
    this.#failure ??= error;
    this.#isEnded = true;
    this.#stopListening();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#wake?.();
  }

  /** @param onEnd is called once, when nothing more is read */
  async *lines(onEnd: () => void): AsyncGenerator<string, void, undefined> {
    try {
      yield* this.#initialLines();
      for (;;) {
        const change = this.#nextWaiting();
        if (change !== undefined) {
          const line = this.#lineAtOnce(change) ?? (await this.#lineOf(change));
          if (line !== undefined) yield line;
        } else if (this.#isEnded) break;
        else if (this.#isBookmarkDue) {
          this.#isBookmarkDue = false;
          yield this.#bookmark(false);
        } else await this.#nextChange();
      }
      if (this.#failure !== undefined) throw this.#failure;
    } catch (error) {
      // What cannot be sent in the form that was asked for ends the watch without a word.
      if (!(error instanceof Failure)) throw error;
    } finally {
      this.end();
      onEnd();
    }
  }

  async *#initialLines(): AsyncGenerator<string, void, undefined> {
    const { initial, selection, marksEnd } = this.#plan;
    for (const revision of await selection.filter(initial ?? [])) {
      if (this.#failure !== undefined) return;
      yield await this.#line("ADDED", revision);
    }
    if (marksEnd) yield this.#bookmark(true);
  }

  #nextWaiting(): StoreChange | undefined {
    const change = this.#waiting[this.#taken];
    if (change !== undefined) this.#taken++;
    if (this.#taken === this.#waiting.length) [this.#waiting, this.#taken] = [[], 0];
    return change;
  }

  /** The line of a change that all watches without selectors send alike; made once for all. */
  #lineAtOnce({ before, after }: StoreChange): string | undefined {
    const { selection, version, output, lines } = this.#plan;
    if (after?.version !== version) return undefined;
    if (!selection.isEmpty || !output.isPlain) return undefined;
    if (!after.key.startsWith(selection.prefix)) return undefined;
    const key = String(after.resourceVersion);
    const known = lines.get(key);
    if (known !== undefined) return known;
    const line = frame(before === undefined ? "ADDED" : "MODIFIED", output.objectText(after.text));
    lines.set(key, line);
    return line;
  }

  /** Which event a change is depends on whether the selectors match before and after it. */
  async #lineOf({ before, after, resourceVersion }: StoreChange): Promise<string | undefined> {
    const { selection } = this.#plan;
    const was = before !== undefined && (await selection.matches(before));
    const is = after !== undefined && (await selection.matches(after));
    if (is) return this.#line(was ? "MODIFIED" : "ADDED", after);
    return was ? this.#line("DELETED", before, resourceVersion) : undefined;
  }

  async #line(type: string, revision: Revision, resourceVersion?: number): Promise<string> {
    const { resource, version, output } = this.#plan;
    let text: string;
    if (resourceVersion === undefined) text = orThrow(await resource.textOf(revision, version));
    else {
      const object = orThrow(await resource.read(revision, version));
      setKey(metadataOf(object), "resourceVersion", String(resourceVersion));
      text = goJson(object);
    }
    return frame(type, output.objectText(text));
  }

  #bookmark(isInitialEnd: boolean): string {
    const { version, current, output } = this.#plan;
    const metadata: JsonObject = { creationTimestamp: null, resourceVersion: String(current()) };
    if (isInitialEnd) metadata["annotations"] = { "k8s.io/initial-events-end": "true" };
    delete metadata["creationTimestamp"];
    const { kind, typed } = version;
    const object = { ...typed?.empty, apiVersion: apiVersionOf(version), kind, metadata };
    return frame("BOOKMARK", output.objectText(goJson(object)));
  }

  #take(change: StoreChange): void {
    this.#waiting.push(change);
    if (this.#waiting.length - this.#taken > this.#plan.maxWaiting) this.#drop();
    this.#wake?.();
  }

  /** Drops what waits for a reader that is too slow; it begins anew. */
  #drop(): void {
    this.#waiting = [];
    this.#taken = 0;
    this.end();
  }

  #nextChange(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = undefined;
        resolve();
      };
    });
  }

  #after(milliseconds: number, action: () => void): void {
    const timer = setTimeout(action, Math.min(milliseconds, 2 ** 31 - 1));
    unref(timer);
    this.#timers.push(timer);
  }
}

/** The line of an error, which is the last one of a watch. */
export function errorFrame(status: Status): string {
  return frame("ERROR", statusJson(status));
}

function frame(type: string, text: string): string {
  return `{"type":"${type}","object":${text}}\n`;
}

/** Timers of a test server do not keep a process alive. */
export function unref(timer: unknown): void {
  if (typeof timer === "object" && timer !== null && "unref" in timer) {
    (timer as { unref(): void }).unref(); // of Node, where it is a function
  }
}

/** How many of the last lines are kept: watches that read at all read at about the same time. */
const maxLines = 64;

/** The last lines of watches, which are made and encoded once for all that send the same. */
export class RecentLines {
  readonly #texts = new Map<string, string>();
  readonly #bytes = new Map<string, Uint8Array>();

  get(key: string): string | undefined {
    return this.#texts.get(key);
  }

  set(key: string, line: string): void {
    keep(this.#texts, key, line);
    // Until it is encoded, it is known by an empty place.
    keep(this.#bytes, line, none);
  }

  /** The bytes of a text; only those of lines that were set are kept. */
  encode(text: string): Uint8Array {
    const known = this.#bytes.get(text);
    if (known !== undefined && known !== none) return known;
    const bytes = new TextEncoder().encode(text);
    if (known === none) this.#bytes.set(text, bytes);
    return bytes;
  }
}

const none = /* @__PURE__ */ new Uint8Array(0);

function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.set(key, value);
  if (map.size <= maxLines) return;
  for (const first of map.keys()) {
    map.delete(first);
    return;
  }
}
