import {
  isApiError,
  isBadRequest,
  isExpired,
  isInvalid,
  TransportError,
} from "../../client/api-error.js";
import type { Identified, Page } from "../../client/list-pages.js";
import { itemsOf, tokenOf } from "../../client/list-pages.js";
import type { WatchParameters } from "../../client/options.js";
import { onAbort, retryDelay, sleepUnlessAborted, startDeadline } from "../../client/timing.js";
import type { WatchEvent } from "../../client/watch-event.js";

/** Milliseconds before the first try after a failure, at most. */
const shortest = 125;

/** Milliseconds that a delay grows to. */
const longest = 30_000;

/** Milliseconds after which a success is one that lasts. */
const lasting = 10_000;

/**
 * How long to wait between tries: twice as long each time, with jitter, until one lasts. What ends
 * early is no success, whether it ends with an error or not: a server that closes every watch at
 * once must not be asked without a pause.
 */
class Backoff {
  #tries = 0;

  /**
   * Milliseconds to wait after a try that took some time; `asked` are those that the server asks
   * for. The first try after one that lasted comes at once.
   */
  delayAfter(taken: number, asked = 0): number {
    if (taken >= lasting) {
      this.#tries = 0;
      if (asked === 0) return 0;
    }
    return Math.max(retryDelay(++this.#tries, shortest, longest), asked);
  }
}

/** Where a reflector gets the objects of a collection from. */
export interface Source<Item> {
  list(parameters: {
    readonly limit: number | undefined;
    readonly continue: string | undefined;
    readonly signal: AbortSignal;
  }): Promise<Page<Item>>;
  watch(
    parameters: WatchParameters & { readonly signal: AbortSignal },
  ): AsyncIterable<WatchEvent<Item>>;
}

/** The receiver of the objects: a whole state first, piece by piece, and then what changes. */
export interface Sink<Item> {
  /** A whole state begins: what does not come until it ends is gone. */
  begin(): void;
  initial(object: Item): void;
  end(): void;
  changed(object: Item): void;
  deleted(object: Item): void;
  /** The reflector goes on by itself. */
  failed(error: unknown): void;
}

/** How a reflector goes about it. */
export interface ReflectorOptions {
  /** Milliseconds without a byte of a watch after which its connection counts as lost. */
  readonly idleTimeout: number;
}

/**
 * Milliseconds without an event after which a streaming list counts as refused: a server that does
 * not know of it may take it for a watch.
 */
const streamPatience = 1_000;

/**
 * Milliseconds for a page, if the client allows as many: a connection that is lost in silence must
 * not keep the cache old for longer than a watch would. The server itself gives up after 60,000.
 */
const listPatience = 50_000;

/** Objects per page of a list (client-go `tools/pager`). */
const pageSize = 500;

/**
 * Follows the objects of a collection until the signal aborts (client-go
 * `tools/cache/reflector.go`): a streaming list, or pages where the server does not stream; a watch
 * from there on; another watch from the last version that was seen whenever one ends; and a new
 * list where the server no longer has that version (410).
 */
export async function reflect<Item extends Identified>(
  source: Source<Item>,
  sink: Sink<Item>,
  options: ReflectorOptions,
  signal: AbortSignal,
): Promise<void> {
  await new Reflector(source, sink, options, signal).run();
}

class Reflector<Item extends Identified> {
  readonly #source: Source<Item>;
  readonly #sink: Sink<Item>;
  readonly #options: ReflectorOptions;
  readonly #signal: AbortSignal;
  readonly #backoff = new Backoff();
  /** The newest version that was seen; `undefined` where the whole state has to be read. */
  #version: string | undefined;
  /** True if nothing has happened in the last watch. */
  #isQuiet = false;
  /** True if the server may not have got to the version yet: it said nothing for a whole watch. */
  #isDoubtful = false;
  /** True if the server may know streaming lists (KEP-3157). */
  #streams = true;
  /** True if the next list is asked for in pages. */
  #pages = true;

  constructor(
    source: Source<Item>,
    sink: Sink<Item>,
    options: ReflectorOptions,
    signal: AbortSignal,
  ) {
    this.#source = source;
    this.#sink = sink;
    this.#options = options;
    this.#signal = signal;
  }

  async run(): Promise<void> {
    while (!this.#signal.aborted) {
      const start = Date.now();
      const error = await this.#round();
      if (this.#stopped()) return;
      if (error !== undefined) this.#sink.failed(error);
      await sleepUnlessAborted(
        this.#backoff.delayAfter(Date.now() - start, askedBy(error)),
        this.#signal,
      );
    }
  }

  /** A watch until it ends, with what has to be read before it; what it failed with, if it did. */
  async #round(): Promise<unknown> {
    try {
      if (this.#isDoubtful) await this.#checkVersion();
      if (this.#version === undefined && !this.#streams) await this.#list();
      await this.#watch();
    } catch (error) {
      if (isExpired(error)) {
        this.#version = undefined;
        return undefined;
      }
      if (this.#version !== undefined || !this.#streams || !isStreamRefused(error)) return error;
      // Servers before 1.32 know no streaming lists unless they are told to.
      this.#streams = false;
      if (!this.#stopped()) return this.#round();
    }
    return undefined;
  }

  /**
   * A server that has lost what it stored counts from the beginning, and tells a watch nothing
   * until it gets to the version of the watch; versions are numbers that grow (KEP-5504).
   */
  async #checkVersion(): Promise<void> {
    const page = await this.#ask(1, undefined);
    this.#isDoubtful = false;
    if (Number(page.metadata.resourceVersion) < Number(this.#version)) this.#version = undefined;
  }

  /** Reads all pages. None is kept: each object goes to the sink at once. */
  async #list(): Promise<void> {
    this.#sink.begin();
    let version: string | undefined;
    let token: string | undefined;
    do {
      const page = await this.#page(token);
      for (const object of itemsOf(page)) {
        this.#signal.throwIfAborted();
        this.#sink.initial(object);
      }
      // Later pages may be of a newer state: the watch tells once more what has changed since.
      version ??= page.metadata.resourceVersion ?? undefined;
      token = tokenOf(page.metadata);
    } while (token !== undefined);
    if (version === undefined) throw new TransportError("the list has no resourceVersion");
    this.#sink.end();
    this.#version = version;
  }

  /** The page that a token leads to. Where the token has expired, the next list is not cut. */
  async #page(token: string | undefined): Promise<Page<Item>> {
    const limit = this.#pages ? pageSize : undefined;
    this.#pages = true;
    try {
      return await this.#ask(limit, token);
    } catch (error) {
      if (token !== undefined && isExpired(error)) this.#pages = false;
      throw error;
    }
  }

  async #ask(limit: number | undefined, token: string | undefined): Promise<Page<Item>> {
    const deadline = startDeadline(this.#signal, listPatience);
    try {
      return await this.#source.list({ limit, continue: token, signal: deadline.signal });
    } finally {
      deadline.end();
    }
  }

  async #watch(): Promise<void> {
    const isInitial = this.#version === undefined;
    const { idleTimeout } = this.#options;
    const idle = new IdleTimer(isInitial ? streamPatience : idleTimeout, this.#signal);
    const start = Date.now();
    let isSilent = !isInitial;
    const initial = isInitial
      ? ({ sendInitialEvents: true, resourceVersionMatch: "NotOlderThan" } as const)
      : {};
    try {
      const events = this.#source.watch({
        ...initial,
        resourceVersion: this.#version,
        allowWatchBookmarks: true,
        timeoutSeconds: this.#watchSeconds(),
        signal: idle.signal,
      });
      if (isInitial) this.#sink.begin();
      this.#isQuiet = !isInitial;
      for await (const event of events) {
        this.#signal.throwIfAborted();
        isSilent = false;
        this.#isQuiet &&= event.type === "BOOKMARK";
        if (this.#take(event)) idle.restart(idleTimeout);
        else idle.restart();
      }
    } catch (error) {
      // A connection that is lost in silence is no error of anybody's.
      if (!idle.isIdle || this.#stopped()) throw error;
    } finally {
      idle.end();
    }
    // Before it ends a watch as it was asked to, a server sends a bookmark.
    this.#isDoubtful = isSilent && Date.now() - start >= idleTimeout * 0.8;
    if (this.#version === undefined) throw new StreamRefused();
  }

  /**
   * How long the server is to keep the watch open: as in client-go, so that servers and proxies in
   * between are not all left at the same time. Where nothing happens, it ends shortly before the
   * silence would count as a lost connection: just before the end the server sends a bookmark,
   * which keeps the version from getting too old.
   */
  #watchSeconds(): number {
    const quiet = Math.floor((this.#options.idleTimeout * 0.9) / 1_000);
    return this.#isQuiet && quiet > 0 ? quiet : 300 + Math.floor(Math.random() * 300);
  }

  /** Takes an event, and tells whether it ends the initial state. */
  #take(event: WatchEvent<Item>): boolean {
    if (this.#version === undefined) return this.#takeInitial(event);
    if (event.type === "DELETED") this.#sink.deleted(event.object);
    else if (event.type !== "BOOKMARK") this.#sink.changed(event.object);
    this.#version = versionOf(event.object) ?? this.#version;
    return false;
  }

  #takeInitial(event: WatchEvent<Item>): boolean {
    if (event.type !== "BOOKMARK") {
      this.#sink.initial(event.object);
      return false;
    }
    const { resourceVersion, annotations } = event.object.metadata;
    if (annotations?.["k8s.io/initial-events-end"] !== "true") return false;
    this.#sink.end();
    this.#version = resourceVersion;
    return true;
  }

  /** A method, since the compiler takes a property that was false for false after an await. */
  #stopped(): boolean {
    return this.#signal.aborted;
  }
}

/** The stream of initial events ended before its end mark. */
class StreamRefused extends Error {}

/** Tells whether an error says that there are no streaming lists, or none to be had at present. */
function isStreamRefused(error: unknown): boolean {
  return error instanceof StreamRefused || isInvalid(error) || isBadRequest(error);
}

/** Milliseconds for which the server asks to be left alone. */
function askedBy(error: unknown): number {
  return isApiError(error) ? (error.retryAfter ?? 0) * 1_000 : 0;
}

/** The version that a watch after this object begins with. */
export function versionOf(object: object): string | undefined {
  const { metadata } = object as Versioned; // as any object of the API
  const version = metadata?.resourceVersion;
  return typeof version === "string" ? version : undefined;
}

interface Versioned {
  readonly metadata?: { readonly resourceVersion?: unknown };
}

/** Aborts its signal when nothing has come for a while, or when an outer signal aborts. */
class IdleTimer {
  readonly #controller = new AbortController();
  readonly #stopListening: () => void;
  #limit: number;
  #last = Date.now();
  #timer: ReturnType<typeof setTimeout> | undefined;
  isIdle = false;

  constructor(limit: number, outer: AbortSignal) {
    this.#limit = limit;
    this.#stopListening = onAbort(outer, () => {
      this.#controller.abort(outer.reason);
    });
    this.#wait(limit);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Cheap, since each event calls it: the timer itself is set anew when it fires. */
  restart(limit = this.#limit): void {
    this.#limit = limit;
    this.#last = Date.now();
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#stopListening();
  }

  #wait(milliseconds: number): void {
    this.#timer = setTimeout(() => {
      const left = this.#last + this.#limit - Date.now();
      if (left > 0) this.#wait(left);
      else {
        this.isIdle = true;
        this.#controller.abort(new Error("the watch is silent"));
      }
    }, milliseconds);
  }
}
