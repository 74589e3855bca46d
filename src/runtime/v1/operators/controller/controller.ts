import type { ResourceClient, ResourceTypes } from "../../client/resource-client.js";
import { onAbort, sleepUnlessAborted, TokenBucket } from "../../client/timing.js";
import type { ObjectKey } from "../informer/store.js";
import { objectKeyText, parseKey } from "../informer/store.js";
import type { LeaderElector } from "../leader/leader-elector.js";
import { electorOf } from "../leader/shared-electors.js";
import { consoleLogger } from "../log/console-logger.js";
import { FailureLog } from "../log/failure-log.js";
import type {
  ControllerOptions,
  Reconcile,
  ReconcileContext,
  ReconcileResult,
  ReconcileSample,
} from "./controller-options.js";
import { isTerminalError, metaOf, ReconcileError } from "./controller-options.js";
import { addFinalizer, hasFinalizer, removeFinalizer } from "./finalizers.js";
import type { KeySources } from "./sources.js";
import { keySourcesOf } from "./sources.js";
import { WorkQueue } from "./work-queue.js";

/** The work that a controller has done, and that it has to do. */
export interface ControllerMetrics {
  /** Reconciles that ended without an error, those that asked for another one included. */
  readonly succeeded: number;
  readonly failed: number;
  /** Milliseconds that all of them took together. */
  readonly milliseconds: number;
  /** Reconciles that run. */
  readonly active: number;
  /** Reconciles that run for longer than `stuckAfter`. */
  readonly stuck: number;
  /** Objects that wait for a reconcile. */
  readonly queued: number;
  /** Objects that are to be reconciled at a later time. */
  readonly delayed: number;
  readonly isLeader: boolean;
}

/**
 * Reconciles the objects of one resource: the loop of an operator. The client, or the informer,
 * says which objects; the types of `reconcile` follow from it.
 */
export class Controller<T extends ResourceTypes> {
  readonly #client: ResourceClient<T>;
  readonly #options: ControllerOptions<T>;
  readonly #sources: KeySources<T["read"]>;
  readonly #queue: WorkQueue;
  readonly #bucket: TokenBucket | undefined;
  readonly #elector: LeaderElector | undefined;
  readonly #failures: FailureLog;
  readonly #counts = { succeeded: 0, failed: 0, milliseconds: 0, stuck: 0 };
  #run: Run | undefined;
  /** Aborts the reconciles that run; absent while none may begin. */
  #term: AbortController | undefined;
  #isSynced = false;
  #hasFailed = false;
  #isScheduled = false;
  #sliceBegan = 0;
  #onIdle: () => void = doNothing;

  constructor(client: ResourceClient<T>, options: ControllerOptions<T>) {
    this.#client = client;
    this.#options = options;
    const { rateLimit = {}, leaderElection, logger = consoleLogger() } = options;
    this.#failures = new FailureLog({ logger });
    const { perSecond, burst = perSecond } = rateLimit;
    if (perSecond !== undefined) this.#bucket = new TokenBucket(perSecond, burst ?? 1);
    this.#queue = new WorkQueue(() => {
      this.#schedule();
    }, rateLimit);
    this.#elector =
      leaderElection === undefined || "isLeader" in leaderElection
        ? leaderElection
        : electorOf({ onError: this.#electionFailed, ...leaderElection });
    this.#sources = keySourcesOf(client, options, {
      enqueue: (key) => {
        this.#queue.add(key);
      },
      report: (error) => {
        this.#report(error);
      },
    });
  }

  /**
   * Works until the signal aborts or `stop` is called, and resolves when the reconciles that run
   * have ended or their grace period is over. Lost leadership does not end it: the controller takes
   * part in the election again. Throws an Error where it runs already.
   */
  async run({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    if (this.#run !== undefined) throw new Error("the controller runs already");
    const stopping = new AbortController();
    const stop = (): void => {
      stopping.abort();
    };
    if (signal?.aborted === true) stop();
    const stopListening = signal === undefined ? doNothing : onAbort(signal, stop);
    const ended = this.#work(stopping.signal);
    this.#run = { stop, ended };
    try {
      await ended;
      this.#hasFailed = false;
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    } finally {
      stopListening();
      this.#run = undefined;
    }
  }

  /** Stops; resolves when `run` does. */
  async stop(): Promise<void> {
    const run = this.#run;
    run?.stop();
    await run?.ended.catch(doNothing);
  }

  /** Have an object reconciled, for a reason that lies outside of the cluster. */
  enqueue(key: ObjectKey): void {
    this.#queue.add(objectKeyText(key));
  }

  /** For liveness probes: false once `run` has rejected. */
  isHealthy(): boolean {
    return !this.#hasFailed;
  }

  /**
   * For readiness probes: the caches are filled, and the server has told of each within
   * `staleAfter`. True without leadership too.
   */
  isReady(): boolean {
    const { staleAfter = 120_000 } = this.#options;
    return this.#isSynced && (staleAfter <= 0 || !this.#sources.isStale(staleAfter));
  }

  metrics(): ControllerMetrics {
    return {
      ...this.#counts,
      active: this.#queue.active,
      queued: this.#queue.length,
      delayed: this.#queue.delayed,
      isLeader: this.#mayBegin() !== undefined,
    };
  }

  async #work(stopping: AbortSignal): Promise<void> {
    const stopFollowing = this.#sources.follow();
    try {
      await this.#sources.synced(stopping);
      if (stopping.aborted) return;
      this.#isSynced = true;
      let terms = 0;
      const lead = (lost?: AbortSignal): Promise<boolean> => {
        // Another replica may have had its turn in between.
        if (terms++ > 0) for (const key of this.#sources.keys()) this.#queue.add(key);
        return this.#lead(stopping, lost);
      };
      await (this.#elector === undefined ? lead() : this.#elector.run(stopping, lead));
    } finally {
      this.#isSynced = false;
      await stopFollowing();
      this.#queue.clear();
      this.#failures.flush();
    }
  }

  /** Resolves with whether all work has ended. */
  async #lead(stopping: AbortSignal, lost = new AbortController().signal): Promise<boolean> {
    const term = new AbortController();
    const stopListening = onAbort(lost, () => {
      this.#term = undefined;
      term.abort(lost.reason);
    });
    try {
      if (lost.aborted) return false;
      this.#term = term;
      this.#schedule();
      await untilEither(stopping, lost);
      this.#term = undefined;
      if (!isAborted(lost)) await this.#idle(lost);
      return this.#reportIfActive();
    } finally {
      stopListening();
      term.abort(new Error("the controller has stopped"));
    }
  }

  /** Reports reconciles that still run, and tells whether there were none. */
  #reportIfActive(): boolean {
    const { active } = this.#queue;
    if (active === 0) return true;
    const what = `the term has ended, but ${active} reconciles have not: their signal aborts now`;
    this.#report(new ReconcileError(what, undefined, undefined));
    return false;
  }

  /** Resolves when nothing runs, leadership is lost, or the grace period is over. */
  async #idle(lost: AbortSignal): Promise<void> {
    const over = new AbortController();
    const end = (): void => {
      over.abort();
    };
    const stopListening = onAbort(lost, end);
    this.#onIdle = end;
    if (this.#queue.active > 0) {
      await sleepUnlessAborted(this.#options.gracePeriod ?? 30_000, over.signal);
    }
    this.#onIdle = doNothing;
    stopListening();
  }

  /** The term in which a reconcile may begin now. */
  #mayBegin(): AbortController | undefined {
    return this.#elector?.isLeader === false ? undefined : this.#term;
  }

  #schedule(): void {
    if (this.#isScheduled || this.#term === undefined) return;
    this.#isScheduled = true;
    // Reconciles that never wait must not keep timers and sockets from their turn.
    if (performance.now() - this.#sliceBegan < longestSlice) queueMicrotask(this.#begin);
    else setTimeout(this.#beginSlice);
  }

  readonly #beginSlice = (): void => {
    this.#sliceBegan = performance.now();
    this.#begin();
  };

  readonly #begin = (): void => {
    this.#isScheduled = false;
    const { concurrency = 1 } = this.#options;
    // Who does not settle must not take the others' places.
    const busy = (): number => this.#queue.active - this.#counts.stuck;
    while (this.#queue.length > 0 && busy() < concurrency) {
      const term = this.#mayBegin();
      if (term === undefined) return;
      const wait = Math.ceil(this.#bucket?.wait ?? 0);
      if (wait > 0) {
        this.#isScheduled = true;
        setTimeout(this.#beginSlice, wait);
        return;
      }
      const key = this.#queue.take();
      if (key === undefined) return;
      this.#bucket?.take();
      void this.#reconcileKey(key, term.signal);
    }
  };

  /** Never rejects. */
  async #reconcileKey(text: string, signal: AbortSignal): Promise<void> {
    const key = parseKey(text);
    const began = performance.now();
    const stopWatching = this.#watchStuck(key);
    let outcome: ReconcileSample["outcome"] = "succeeded";
    try {
      const context = { key, signal, failures: this.#queue.failures(text) };
      const delay = delayOf(await this.#reconcile(context));
      this.#queue.forget(text);
      if (delay !== undefined) {
        outcome = "requeued";
        this.#queue.addAfter(text, delay);
      }
    } catch (error) {
      outcome = "failed";
      this.#failed(text, signal, error);
    }
    stopWatching();
    const milliseconds = performance.now() - began;
    this.#counts[outcome === "failed" ? "failed" : "succeeded"]++;
    this.#counts.milliseconds += milliseconds;
    try {
      this.#options.metrics?.({ key, outcome, milliseconds });
    } catch (error) {
      this.#report(new ReconcileError("metrics failed", key, error));
    }
    this.#queue.done(text);
    if (this.#queue.active === 0) this.#onIdle();
    if (this.#queue.length > 0) this.#schedule();
  }

  async #reconcile(context: ReconcileContext): Promise<ReconcileResult | undefined> {
    const { finalizer, cleanup, reconcile } = this.#options;
    const { name, namespace } = context.key;
    const object = this.#sources.cache.get(name, namespace);
    if (object === undefined) return undefined;
    if (finalizer === undefined) return resultOf(await reconcile(object, context));
    if (metaOf(object).deletionTimestamp === undefined) {
      const kept = await addFinalizer(this.#client, object, finalizer);
      context.signal.throwIfAborted();
      return kept === undefined ? undefined : resultOf(await reconcile(kept, context));
    }
    if (!hasFinalizer(object, finalizer)) return undefined;
    const result = resultOf(await cleanup(object, context));
    // Something is not gone yet: it is asked for again before the object may go.
    if (delayOf(result) !== undefined) return result;
    context.signal.throwIfAborted();
    await removeFinalizer(this.#client, object, finalizer);
    return undefined;
  }

  #failed(text: string, signal: AbortSignal, error: unknown): void {
    // A new term begins with all keys; after a stop there is no next try.
    if (signal.aborted) return;
    const key = parseKey(text);
    if (isTerminalError(error)) {
      this.#queue.forget(text);
      this.#report(new ReconcileError("reconcile failed until a change", key, error));
      return;
    }
    const delay = this.#queue.retry(text);
    this.#report(new ReconcileError("reconcile failed", key, error, delay));
  }

  /** Reports a reconcile that does not settle; gives what ends the watch. */
  #watchStuck(key: ObjectKey): () => void {
    const { stuckAfter = 300_000 } = this.#options;
    if (stuckAfter <= 0) return doNothing;
    let isStuck = false;
    const timer = setTimeout(() => {
      isStuck = true;
      this.#counts.stuck++;
      const what = `reconcile has not settled for ${stuckAfter} ms; until it does, this object waits`;
      this.#report(new ReconcileError(what, key, undefined));
      this.#schedule();
    }, stuckAfter);
    return () => {
      clearTimeout(timer);
      if (isStuck) this.#counts.stuck--;
    };
  }

  readonly #electionFailed = (error: unknown): void => {
    this.#report(new ReconcileError("leader election failed", undefined, error));
  };

  #log({ what, key, retryAfter, cause }: ReconcileError): void {
    const object = key && objectKeyText(key);
    const controller = this.#client.definition.kind.toLowerCase();
    this.#failures.report(what, cause, { controller, object, retryAfter });
  }

  #report(error: ReconcileError): void {
    try {
      if (this.#options.onError === undefined) this.#log(error);
      else this.#options.onError(error);
    } catch {
      // Nobody is left to be told.
    }
  }
}

/** A call of `run`. */
interface Run {
  readonly stop: () => void;
  readonly ended: Promise<void>;
}

/** Milliseconds of reconciles without a pause. */
const longestSlice = 10;

function doNothing(): void {
  // nothing
}

/** A question that the compiler does not answer from what it knew before a wait. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

/** Callers in JavaScript give null. */
function resultOf(
  result: Awaited<ReturnType<Reconcile<object>>> | null,
): ReconcileResult | undefined {
  return result ?? undefined;
}

function delayOf(result: ReconcileResult | undefined): number | undefined {
  const delay: unknown = result?.requeueAfter;
  if (delay === undefined) return undefined;
  if (typeof delay === "number" && delay >= 0 && delay < Infinity) return delay;
  const found = typeof delay === "string" ? JSON.stringify(delay) : String(delay);
  throw new TypeError(`requeueAfter must be milliseconds from 0 on, not ${found}`);
}

function untilEither(one: AbortSignal, other: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      stopOne();
      stopOther();
      resolve();
    };
    const stopOne = onAbort(one, finish);
    const stopOther = onAbort(other, finish);
    if (one.aborted || other.aborted) finish();
  });
}
