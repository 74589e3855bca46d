import { sleepUnlessAborted } from "../client/timing.js";
import { textOfThrown } from "../operators/log/failure-log.js";
import type { Logger } from "../operators/log/logger.js";
import type { WatchFacts } from "./shared-watch.js";

/** Why a cache cannot be relied on; nothing where it can. */
export function unreadyCache({ name, informer }: WatchFacts): string | undefined {
  const { state, lastSynced } = informer;
  if (state.phase === "missing") return `${name}: the server does not know this resource (yet)`;
  const last = state.error === undefined ? "" : `; the last error: ${textOfThrown(state.error)}`;
  if (!informer.hasSynced) return `${name}: the cache is not filled yet${last}`;
  if (!informer.isStale()) return undefined;
  const seconds = Math.round((Date.now() - (lastSynced ?? 0)) / 1_000);
  return `${name}: the cache may be ${seconds} seconds old${last}`;
}

/** A cache was not filled in time. */
export class CacheSyncError extends Error {
  /** `cause` is the last failure to list or watch. */
  constructor(watch: WatchFacts, timeout: number) {
    const { error } = watch.informer.state;
    super(`not within ${timeout} ms: ${unreadyCache(watch) ?? watch.name}`, { cause: error });
    this.name = "CacheSyncError";
  }
}

/**
 * Resolves when a cache is filled, or the signal aborts; rejects when that has not happened within
 * the timeout. The time in which the server did not know the resource does not count.
 */
export async function filledInTime(
  watch: WatchFacts,
  timeout: number,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  watch.informer
    .synced({ signal })
    // It rejects with the reason of the signal.
    .catch(() => undefined)
    .finally(() => {
      over.abort();
    });
  while (!over.signal.aborted) {
    const left = watch.isUsed ? timeout - watch.waited : timeout;
    if (left <= 0) throw new CacheSyncError(watch, timeout);
    await sleepUnlessAborted(left, over.signal);
  }
}

/** Says that a resource does not exist: at once, then more and more seldom, and when it came. */
export class MissingKinds {
  readonly #logger: Logger;
  /** When to say it next, and how long to be silent after that. */
  readonly #known = new Map<WatchFacts, { readonly at: number; readonly pause: number }>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  seen(watch: WatchFacts): void {
    const { at, pause } = this.#known.get(watch) ?? { at: 0, pause: firstPause };
    const now = performance.now();
    if (at > now) return;
    if (at === 0) void this.#sayWhenItCame(watch);
    this.#known.set(watch, { at: now + pause, pause: Math.min(pause * 2, longestPause) });
    this.#logger.warn(
      { resource: watch.name },
      "the server does not know this resource: what needs it starts when it is there",
    );
  }

  async #sayWhenItCame(watch: WatchFacts): Promise<void> {
    await watch.informer.synced().catch(() => undefined);
    this.#known.delete(watch);
    this.#logger.info({ resource: watch.name }, "the resource is there now");
  }
}

const firstPause = 60_000;
const longestPause = 3_600_000;
