import {
  isBadRequest,
  isExpired,
  isInvalid,
  isNotFound,
  TransportError,
} from "../../client/api-error.js";
import type { Identified, Page } from "../../client/list-pages.js";
import { itemsOf, tokenOf } from "../../client/list-pages.js";
import { startDeadline } from "../../client/timing.js";
import type { WatchEvent } from "../../client/watch-event.js";
import { IdleTimer } from "./idle-timer.js";
import { Pace } from "./pace.js";
import type { Progress } from "./progress.js";
import type { ReflectorOptions, Sink, Source } from "./source.js";

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
export class Reflector<Item extends Identified> {
  readonly #source: Source<Item>;
  readonly #sink: Sink<Item>;
  readonly #options: ReflectorOptions;
  readonly #signal: AbortSignal;
  readonly #progress: Progress;
  readonly #pace = new Pace();
  /** The newest version that was seen; `undefined` where the whole state has to be read. */
  #version: string | undefined;
  /** When a list or an event came last, in milliseconds since 1970. */
  #heard = 0;
  /** True if nothing has happened in the last watch. */
  #isQuiet = false;
  /**
   * True if the server may not have got to the version yet: it said nothing for as long as a watch
   * takes, or told of an older version.
   */
  #isDoubtful = false;
  /** True if the last watch told of an older version. */
  #hasGoneBack = false;
  /** True where a server's versions go back, though it has lost nothing. */
  #goesBack = false;
  /** True if the server may know streaming lists (KEP-3157). */
  #streams = true;
  /** True if the next list is asked for in pages. */
  #pages = true;
  /** True if the whole state is to be read from a list, whatever the server can stream. */
  #mustList = false;
  #watching: IdleTimer | undefined;

  constructor(
    source: Source<Item>,
    sink: Sink<Item>,
    options: ReflectorOptions,
    signal: AbortSignal,
  ) {
    this.#source = source;
    this.#sink = sink;
    this.#options = options;
    this.#progress = options.progress;
    this.#signal = signal;
  }

  async run(): Promise<void> {
    while (!this.#signal.aborted) {
      const start = Date.now();
      const error = await this.#round();
      if (this.#stopped()) return;
      if (error !== undefined && !isExpired(error)) this.#failed(error);
      const delay = this.#pace.delayAfter(error, Date.now() - start);
      await this.#pace.wait(delay, error, this.#options.contact, this.#signal);
    }
  }

  /** Ends the watch and reads the whole state in pages, which servers do not take from a watch. */
  readAgain(): void {
    this.#mustList = true;
    this.#watching?.cut();
  }

  #failed(error: unknown): void {
    this.#progress.failed(error);
    // A kind that is gone comes back with other objects.
    if (isNotFound(error)) this.#version = undefined;
    this.#sink.failed(error);
  }

  /** A watch until it ends, with what has to be read before it; what it failed with, if it did. */
  async #round(): Promise<unknown> {
    try {
      if (this.#mustList) this.#version = undefined;
      if (this.#isDoubtful) await this.#checkVersion();
      if (this.#version === undefined) this.#progress.reading();
      if (this.#version === undefined && (this.#mustList || !this.#streams)) await this.#list();
      await this.#watch();
    } catch (error) {
      if (isExpired(error)) {
        this.#version = undefined;
        return error;
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
    this.#heard = Date.now();
    const hasGoneBack = this.#hasGoneBack;
    this.#isDoubtful = false;
    this.#hasGoneBack = false;
    if (isOlder(page.metadata.resourceVersion ?? undefined, this.#version)) {
      this.#version = undefined;
      return;
    }
    this.#goesBack ||= hasGoneBack;
    this.#progress.synced();
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
    this.#end(version);
    this.#mustList = false;
  }

  /** A whole state was read, from which a watch goes on. */
  #end(version: string): void {
    this.#sink.end();
    this.#version = version;
    this.#heard = Date.now();
    this.#pace.read();
    this.#progress.synced();
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
    this.#watching = idle;
    const seconds = this.#watchSeconds();
    const initial = isInitial
      ? ({ sendInitialEvents: true, resourceVersionMatch: "NotOlderThan" } as const)
      : {};
    try {
      const events = this.#source.watch({
        ...initial,
        resourceVersion: this.#version,
        allowWatchBookmarks: true,
        timeoutSeconds: seconds,
        signal: idle.signal,
        onOpen: () => {
          if (!isInitial) this.#progress.opened();
        },
      });
      if (isInitial) this.#sink.begin();
      this.#isQuiet = !isInitial;
      for await (const event of events) {
        this.#signal.throwIfAborted();
        this.#heard = Date.now();
        this.#isQuiet &&= event.type === "BOOKMARK";
        if (this.#take(event)) idle.restart(idleTimeout);
        else idle.restart();
      }
    } catch (error) {
      // A connection that is lost in silence is no error of anybody's.
      if (!idle.isIdle || this.#stopped()) throw error;
    } finally {
      idle.end();
      this.#watching = undefined;
    }
    if (this.#version === undefined) throw new StreamRefused();
    // Before it ends a watch as it was asked to, a server sends a bookmark; proxies end it earlier.
    const whole = Math.min(seconds * 1_000, idleTimeout);
    this.#isDoubtful = this.#hasGoneBack || Date.now() - this.#heard >= whole * 0.8;
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
    const version = versionOf(event.object);
    if (!this.#goesBack && isOlder(version, this.#version)) {
      this.#hasGoneBack = true;
      this.#watching?.cut();
      return false;
    }
    this.#pace.event();
    this.#progress.synced();
    if (event.type === "DELETED") this.#sink.deleted(event.object);
    else if (event.type !== "BOOKMARK") this.#sink.changed(event.object);
    this.#version = version ?? this.#version;
    return false;
  }

  #takeInitial(event: WatchEvent<Item>): boolean {
    if (event.type !== "BOOKMARK") {
      this.#sink.initial(event.object);
      return false;
    }
    const { resourceVersion, annotations } = event.object.metadata;
    if (annotations?.["k8s.io/initial-events-end"] !== "true") return false;
    this.#end(resourceVersion);
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

/** The version that a watch after this object begins with. */
export function versionOf(object: object): string | undefined {
  const { metadata } = object as Versioned; // as any object of the API
  const version = metadata?.resourceVersion;
  return typeof version === "string" ? version : undefined;
}

/** Versions are numbers that grow (KEP-5504); those of other servers are not compared. */
function isOlder(one: string | undefined, other: string | undefined): boolean {
  return Number(one) < Number(other);
}

interface Versioned {
  readonly metadata?: { readonly resourceVersion?: unknown };
}
