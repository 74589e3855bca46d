import type { Contact } from "../../client/contact.js";
import type { Page } from "../../client/list-pages.js";
import type { WatchParameters } from "../../client/options.js";
import type { WatchEvent } from "../../client/watch-event.js";
import type { Progress } from "./progress.js";

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
  /** Told how far it has come. */
  readonly progress: Progress;
  /** Absent = nobody else's answers are known of. */
  readonly contact?: Contact | undefined;
}
