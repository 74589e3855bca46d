import { TimeoutError } from "../../client/api-error.js";
import type { Identified, ListPage } from "../../client/list-pages.js";
import { pauseFor, startDeadline, untilAbort } from "../../client/timing.js";
import type { Progress } from "./progress.js";
import { versionOf } from "./reflector.js";
import { keyOf } from "./store.js";

/** Milliseconds that an event may take behind a list. */
const quietTime = 5_000;

/**
 * A list has shown that a watch missed changes. The objects are repaired by a list when this is
 * reported, and handlers are told of the differences.
 */
export class MissedChangesError extends Error {
  /** The keys of the objects: `namespace/name`, or the name of a cluster-scoped one. */
  readonly keys: readonly string[];

  constructor(resource: string, keys: readonly string[]) {
    const shown = keys.slice(0, 5).join(", ") + (keys.length > 5 ? ", …" : "");
    const what = keys.length === 1 ? "a change" : `changes of ${keys.length} objects`;
    super(`the watch of ${resource} has missed ${what} (${shown}): everything is listed again`);
    this.name = "MissedChangesError";
    this.keys = keys;
  }
}

/** The objects that a list is compared with. */
interface KnownObjects<Item> {
  get(key: string): Item | undefined;
  keys(): Iterable<string>;
}

/** How often an informer verifies; it may change meanwhile. */
export class VerifyPace {
  readonly #waiting = new Set<AbortController>();
  #every: number;

  /** Milliseconds between two lists, about; 0 = none. */
  constructor(every: number) {
    this.#every = every;
  }

  /** Counts from now on, also for who waits. */
  set(every: number): void {
    if (every === this.#every) return;
    this.#every = every;
    for (const each of this.#waiting) each.abort();
  }

  /** Resolves with true when it is time for a list; with false where the pace has changed. */
  async isTime(signal: AbortSignal): Promise<boolean> {
    const controller = new AbortController();
    const timeout = this.#every * (0.9 + Math.random() / 5);
    const deadline = startDeadline(signal, timeout, controller);
    this.#waiting.add(controller);
    await untilAbort(deadline.signal);
    this.#waiting.delete(controller);
    deadline.end();
    return deadline.signal.reason instanceof TimeoutError;
  }
}

/** What a verification needs. */
export interface VerifyOptions<Item> {
  readonly pace: VerifyPace;
  readonly known: KnownObjects<Item>;
  readonly progress: Progress;
  pages(signal: AbortSignal): AsyncIterable<ListPage<Item>>;
  /** Called with the keys of what differs, if anything does. */
  missed(keys: readonly string[]): void;
  failed(error: unknown): void;
}

/**
 * Lists every so often beside a watch, until the signal aborts, and looks for what it missed:
 * servers keep watches silent whose objects they cannot convert, and one that was restored from
 * a backup may count on from where it was. Where no watch is open there is nothing to verify.
 */
export async function verifyOften<Item extends Identified>(
  options: VerifyOptions<Item>,
  signal: AbortSignal,
): Promise<void> {
  const { pace, progress } = options;
  const isStopped = (): boolean => signal.aborted;
  while (!isStopped()) {
    const isTime = await pace.isTime(signal);
    const { state } = progress;
    if (!isTime || isStopped() || state.phase !== "following") continue;
    try {
      const keys = await missedChanges(options, signal);
      if (keys.length > 0 && progress.state === state) options.missed(keys);
    } catch (error) {
      if (!isStopped()) options.failed(error);
    }
  }
}

/** The keys of what differs from a list, and goes on differing although nothing new came. */
async function missedChanges<Item extends Identified>(
  options: VerifyOptions<Item>,
  signal: AbortSignal,
): Promise<string[]> {
  const { known } = options;
  const suspects = new Map<string, string>();
  const listed = new Set<string>();
  let oldest: string | undefined;
  for await (const { metadata, items } of options.pages(signal)) {
    const version = metadata.resourceVersion ?? undefined;
    oldest ??= version;
    for (const item of items) {
      const key = keyOf(item);
      listed.add(key);
      const cached = known.get(key);
      if (differs(cached, item, version)) suspects.set(key, identityOf(cached));
    }
  }
  for (const key of known.keys()) {
    const cached = known.get(key);
    if (!listed.has(key) && !isNewer(cached, oldest)) suspects.set(key, identityOf(cached));
  }
  if (suspects.size === 0) return [];
  // What was on its way has come then.
  await pauseFor(quietTime, signal);
  return [...suspects]
    .filter(([key, identity]) => identityOf(known.get(key)) === identity)
    .map(([key]) => key);
}

/** Tells whether a cached object is none that a list of some version can show as it does. */
function differs(cached: Identified | undefined, item: Identified, version?: string): boolean {
  if (cached === undefined) return true;
  const known = versionOf(cached);
  // A transformation may have dropped what could be compared.
  if (known === undefined || known === versionOf(item)) return false;
  return !isNewer(cached, version);
}

/** Tells whether an object came after a list. */
function isNewer(cached: object | undefined, version: string | undefined): boolean {
  const known = cached === undefined ? undefined : versionOf(cached);
  return known !== undefined && Number(known) > Number(version);
}

function identityOf(cached: Identified | undefined): string {
  if (cached === undefined) return "";
  return `${cached.metadata?.uid ?? ""} ${versionOf(cached) ?? ""}`;
}
