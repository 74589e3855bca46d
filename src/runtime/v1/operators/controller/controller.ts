import type { ResourceClient, ResourceTypes } from "../../client/resource-client.js";
import {
  abortWith,
  onAbort,
  sleepUnlessAborted,
  untilAbort,
  withEither,
} from "../../client/timing.js";
import type { ObjectKey } from "../informer/store.js";
import { objectKeyText, parseKey } from "../informer/store.js";
import type { LeaderElector } from "../leader/leader-elector.js";
import { electorOf } from "../leader/shared-electors.js";
import { consoleLogger } from "../log/console-logger.js";
import { expectedFailure } from "../log/expected-failure.js";
import { FailureLog } from "../log/failure-log.js";
import type { ControllerMetrics } from "./controller-metrics.js";
import type { ControllerOptions, ReconcileContext, ReconcileResult } from "./controller-options.js";
import { limiterOf } from "./limiter.js";
import type { ControllerObserver, ReconcileOutcome } from "./observer.js";
import { lowPriority } from "./priorities.js";
import { isTerminalError, ReconcileError } from "./reconcile-error.js";
import { delayOf, reconcileObject } from "./reconcile-object.js";
import type { KeySources } from "./sources.js";
import { keySourcesOf } from "./sources.js";
import { WorkQueue } from "./work-queue.js";
import { Workers } from "./workers.js";

/**
 * Reconciles the objects of one resource: the loop of an operator. The client, or the informer,
 * says which objects; the types of `reconcile` follow from it.
 */
export class Controller<T extends ResourceTypes> {
  /** The name in logs and metrics. */
  readonly name: string;
  readonly #client: ResourceClient<T>;
  readonly #options: ControllerOptions<T>;
  readonly #sources: KeySources<T["read"]>;
  readonly #queue: WorkQueue;
  readonly #workers: Workers;
  readonly #elector: LeaderElector | undefined;
  readonly #failures: FailureLog;
  readonly #observer: ControllerObserver;
  readonly #counts = { succeeded: 0, failed: 0, milliseconds: 0 };
  #run: Run | undefined;
  /** Aborts the reconciles that run; absent while none may begin. */
  #term: AbortSignal | undefined;
  #isSynced = false;
  #hasFailed = false;
  #onIdle: () => void = doNothing;

  /**
   * Throws a TypeError for a `concurrency` below 1, a `perSecond` that is not above 0, and clients
   * in `owns` that see but a part of what the controller's objects own.
   */
  constructor(client: ResourceClient<T>, options: ControllerOptions<T>) {
    this.#client = client;
    this.#options = options;
    const { rateLimit = {}, leaderElection, observer = {}, logger = consoleLogger() } = options;
    this.name = options.name ?? client.definition.kind.toLowerCase();
    this.#failures = new FailureLog({ logger });
    this.#observer = typeof observer === "function" ? observer(this) : observer;
    this.#queue = new WorkQueue({
      onReady: () => {
        this.#workers.schedule();
      },
      limiter: limiterOf(rateLimit, (error) => {
        this.#report(new ReconcileError("rateLimit failed", undefined, error));
      }),
      observer: this.#observer,
    });
    this.#workers = this.#makeWorkers();
    this.#elector =
      leaderElection === undefined || "isLeader" in leaderElection
        ? leaderElection
        : electorOf({ onError: this.#electionFailed, ...leaderElection });
    this.#sources = keySourcesOf(client, options, {
      enqueue: (key, priority) => {
        this.#queue.add(key, priority);
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

  /**
   * Have an object reconciled, for a reason that lies outside of the cluster. `priority`: 0, that
   * of objects that have changed, unless it is given; resyncs and retries have -100.
   */
  enqueue(key: ObjectKey, { priority }: { readonly priority?: number | undefined } = {}): void {
    this.#queue.add(objectKeyText(key), priority);
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
    const { total, longest } = this.#queue.unfinished;
    return {
      ...this.#counts,
      active: this.#queue.active,
      maxConcurrent: this.#options.concurrency ?? 1,
      concurrency: this.#workers.concurrency.limit,
      stuck: this.#workers.stuck,
      unfinishedSeconds: total / 1_000,
      longestRunningSeconds: longest / 1_000,
      queued: this.#queue.length,
      queuedByPriority: this.#queue.depths,
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
        if (terms++ > 0) for (const key of this.#sources.keys()) this.#queue.add(key, lowPriority);
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
    const stopListening = abortWith(term, lost);
    try {
      if (lost.aborted) return false;
      this.#term = term.signal;
      this.#workers.schedule();
      await withEither(stopping, lost, untilAbort);
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
  #mayBegin(): AbortSignal | undefined {
    return this.#term?.aborted === false ? this.#term : undefined;
  }

  #makeWorkers(): Workers {
    const { concurrency = 1, rateLimit = {}, stuckAfter = 300_000 } = this.#options;
    return new Workers(this.#queue, {
      concurrency,
      rate: rateLimit,
      stuckAfter,
      mayBegin: () => this.#mayBegin(),
      work: (key, signal) => this.#reconcileKey(key, signal),
      onIdle: () => {
        this.#onIdle();
      },
      onStuck: (key) => {
        const what = `reconcile has not settled for ${stuckAfter} ms; until it does, this object waits`;
        this.#report(new ReconcileError(what, parseKey(key), undefined));
      },
    });
  }

  /** Never rejects. */
  async #reconcileKey(text: string, signal: AbortSignal): Promise<void> {
    const key = parseKey(text);
    const began = performance.now();
    let outcome: ReconcileOutcome = "success";
    let isTerminal = false;
    try {
      const context = { key, signal, failures: this.#queue.failures(text) };
      const delay = delayOf(await this.#reconcile(context));
      this.#workers.concurrency.succeeded();
      this.#queue.forget(text);
      if (delay !== undefined) {
        outcome = delay > 0 ? "requeue_after" : "requeue";
        this.#queue.requeue(text, delay);
      }
    } catch (error) {
      isTerminal = isTerminalError(error);
      outcome = this.#failed(text, signal, error);
    }
    this.#ended(key, outcome, performance.now() - began, isTerminal);
  }

  #ended(
    key: ObjectKey,
    outcome: ReconcileOutcome,
    milliseconds: number,
    isTerminal: boolean,
  ): void {
    this.#counts[outcome === "error" ? "failed" : "succeeded"]++;
    this.#counts.milliseconds += milliseconds;
    try {
      this.#observer.ended?.(outcome, milliseconds, isTerminal);
      this.#options.metrics?.({ key, outcome: sampleOutcomes[outcome], milliseconds });
    } catch (error) {
      this.#report(new ReconcileError("metrics failed", key, error));
    }
  }

  async #reconcile(context: ReconcileContext): Promise<ReconcileResult | undefined> {
    const { name, namespace } = context.key;
    const object = this.#sources.cache.get(name, namespace);
    if (object === undefined) return undefined;
    return reconcileObject(this.#client, this.#options, object, context);
  }

  #failed(text: string, signal: AbortSignal, error: unknown): ReconcileOutcome {
    // A new term begins with all keys; after a stop there is no next try.
    if (signal.aborted) return "error";
    const key = parseKey(text);
    if (isTerminalError(error)) {
      this.#queue.forget(text);
      this.#report(new ReconcileError("reconcile failed until a change", key, error));
      return "error";
    }
    const expected = expectedFailure(error);
    if (expected?.kind === "throttled") {
      this.#workers.concurrency.throttled(expected.retryAfter ?? usualWait);
    }
    if (expected?.kind === "initializing") {
      const delay = this.#queue.retry(text, expected.retryAfter ?? usualWait);
      this.#logUnlessHandled(new ReconcileError("reconcile has to wait", key, error, delay));
      return "requeue_after";
    }
    const delay = this.#queue.retry(text, expected?.retryAfter);
    this.#report(new ReconcileError("reconcile failed", key, error, delay));
    return "error";
  }

  readonly #electionFailed = (error: unknown): void => {
    this.#report(new ReconcileError("leader election failed", undefined, error));
  };

  #log({ what, key, retryAfter, cause }: ReconcileError): void {
    const object = key && objectKeyText(key);
    this.#failures.report(what, cause, { controller: this.name, object, retryAfter });
  }

  /** What is no error of anybody's is for logs alone. */
  #logUnlessHandled(error: ReconcileError): void {
    if (this.#options.onError === undefined) this.#log(error);
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

/** Milliseconds to wait where the server does not say how many; it mostly says a second. */
const usualWait = 1_000;

const sampleOutcomes = {
  success: "succeeded",
  requeue: "requeued",
  requeue_after: "requeued",
  error: "failed",
} as const;

function doNothing(): void {
  // nothing
}

/** A question that the compiler does not answer from what it knew before a wait. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
