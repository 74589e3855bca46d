import { TokenBucket } from "../../client/timing.js";
import { Concurrency } from "./concurrency.js";
import type { RateLimitOfReconciles } from "./limiter.js";
import type { WorkQueue } from "./work-queue.js";

/** What workers need of a controller. */
export interface WorkersOptions {
  /** How many keys are worked on at once, but for those that are stuck. */
  readonly concurrency: number;
  readonly rate: Partial<RateLimitOfReconciles>;
  /** Milliseconds after which work counts as stuck; 0 = never. */
  readonly stuckAfter: number;
  /** Undefined while no work may begin. */
  mayBegin(): AbortSignal | undefined;
  /** Never rejects. */
  work(key: string, signal: AbortSignal): Promise<void>;
  onStuck(key: string): void;
  /** Nothing is worked on any more. */
  onIdle(): void;
}

/** Takes keys from a queue and works on them, a few at a time. */
export class Workers {
  readonly concurrency: Concurrency;
  readonly #queue: WorkQueue;
  readonly #options: WorkersOptions;
  readonly #bucket: TokenBucket | undefined;
  #stuck = 0;
  #isScheduled = false;
  #sliceBegan = 0;

  constructor(queue: WorkQueue, options: WorkersOptions) {
    const { perSecond, burst = perSecond } = options.rate;
    if (perSecond !== undefined) this.#bucket = new TokenBucket(perSecond, burst ?? 1);
    this.concurrency = new Concurrency(options.concurrency);
    this.#queue = queue;
    this.#options = options;
  }

  /** How many have worked on their key for longer than `stuckAfter`. */
  get stuck(): number {
    return this.#stuck;
  }

  /** Has work begin soon, if there is any that may. */
  schedule(): void {
    if (this.#isScheduled || this.#options.mayBegin() === undefined) return;
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
    // Who does not settle must not take the others' places.
    const busy = (): number => this.#queue.active - this.#stuck;
    while (this.#queue.length > 0 && busy() < this.concurrency.limit) {
      const signal = this.#options.mayBegin();
      if (signal === undefined) return;
      const wait = Math.ceil(Math.max(this.#bucket?.wait ?? 0, this.concurrency.wait));
      if (wait > 0) {
        this.#isScheduled = true;
        setTimeout(this.#beginSlice, wait);
        return;
      }
      const key = this.#queue.take();
      if (key === undefined) return;
      this.#bucket?.take();
      this.concurrency.began();
      void this.#workOn(key, signal);
    }
  };

  async #workOn(key: string, signal: AbortSignal): Promise<void> {
    const stopWatching = this.#watchStuck(key);
    await this.#options.work(key, signal);
    stopWatching();
    this.#queue.done(key);
    if (this.#queue.active === 0) this.#options.onIdle();
    if (this.#queue.length > 0) this.schedule();
  }

  /** Notices work that does not settle; gives what ends the watch. */
  #watchStuck(key: string): () => void {
    const { stuckAfter } = this.#options;
    let isStuck = false;
    const timer =
      stuckAfter > 0
        ? setTimeout(() => {
            isStuck = true;
            this.#stuck++;
            this.#options.onStuck(key);
            this.schedule();
          }, stuckAfter)
        : undefined;
    return () => {
      clearTimeout(timer);
      if (isStuck) this.#stuck--;
    };
  }
}

/** Milliseconds of reconciles without a pause. */
const longestSlice = 10;
