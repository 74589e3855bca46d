import { parseKey } from "../informer/store.js";
import { Delays } from "./delays.js";
import type { RetryLimiter } from "./limiter.js";
import { limiterOf } from "./limiter.js";
import type { ControllerObserver } from "./observer.js";
import { lowPriority, normalPriority, Priorities } from "./priorities.js";

/** What a queue is made of. */
export interface WorkQueueOptions {
  /** Called when there may be something to take. */
  readonly onReady: () => void;
  readonly limiter?: RetryLimiter | undefined;
  readonly observer?: ControllerObserver | undefined;
}

/** A key that is worked on. */
interface Active {
  readonly began: number;
  /** The priority with which it was added meanwhile. */
  again: number | undefined;
}

/**
 * The keys that have work (client-go `util/workqueue/queue.go`, controller-runtime
 * `pkg/controller/priorityqueue`): a key waits at most once, and is worked on at most once at a
 * time; if it is added meanwhile, it waits again as soon as that is done.
 */
export class WorkQueue {
  readonly #waiting = new Priorities();
  /** When the keys that wait could have been taken first. */
  readonly #since = new Map<string, number>();
  readonly #active = new Map<string, Active>();
  readonly #delays = new Delays();
  readonly #failures = new Map<string, number>();
  /** Keys that the server wants no request for before a time. */
  readonly #held = new Map<string, number>();
  readonly #onReady: () => void;
  readonly #limiter: RetryLimiter;
  readonly #observer: ControllerObserver;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #timerDue = Infinity;

  constructor({ onReady, limiter = limiterOf({}), observer = {} }: WorkQueueOptions) {
    this.#onReady = onReady;
    this.#limiter = limiter;
    this.#observer = observer;
  }

  /** How many keys could be taken. */
  get length(): number {
    return this.#waiting.size;
  }

  /** The same by priorities, the highest first. */
  get depths(): readonly { readonly priority: number; readonly length: number }[] {
    return this.#waiting.depths;
  }

  /** How many keys wait for their time. */
  get delayed(): number {
    return this.#delays.size;
  }

  /** How many keys are worked on. */
  get active(): number {
    return this.#active.size;
  }

  /** Milliseconds for which keys are worked on: all together, and the longest. */
  get unfinished(): { readonly total: number; readonly longest: number } {
    const now = performance.now();
    const times = [...this.#active.values()].map(({ began }) => now - began);
    return { total: times.reduce((sum, each) => sum + each, 0), longest: Math.max(0, ...times) };
  }

  /** Add a key; one that waits already is raised to a higher priority, and never lowered. */
  add(key: string, priority: number = normalPriority): void {
    const active = this.#active.get(key);
    if (active !== undefined) {
      active.again = Math.max(active.again ?? -Infinity, priority);
      return;
    }
    const until = this.#held.get(key);
    if (until !== undefined && until > performance.now()) {
      this.#delay(key, until, priority);
      return;
    }
    if (!this.#waiting.add(key, priority)) return;
    this.#since.set(key, performance.now());
    this.#observer.added?.();
    this.#onReady();
  }

  /** Add a key after some milliseconds; of several times the first one counts. */
  addAfter(key: string, delay: number, priority: number = lowPriority): void {
    if (delay <= 0) this.add(key, priority);
    else this.#delay(key, performance.now() + delay, priority);
  }

  /**
   * Add a key after its backoff, which is returned: it grows until the key is forgotten. `asked`:
   * milliseconds before which the server wants no other try, whatever happens.
   */
  retry(key: string, asked = 0): number {
    const failures = this.failures(key) + 1;
    this.#failures.set(key, failures);
    const delay = Math.max(this.#limiter.delay(parseKey(key), failures), asked);
    if (asked > 0) this.#hold(key, asked);
    this.#observer.retried?.();
    this.addAfter(key, delay);
    return delay;
  }

  /** Add a key after a time that its work asked for; it has not failed. */
  requeue(key: string, delay: number): void {
    this.#observer.retried?.();
    this.addAfter(key, delay);
  }

  /** How often in a row the key has failed. */
  failures(key: string): number {
    return this.#failures.get(key) ?? 0;
  }

  /** The key works again: its next failure is a first one. */
  forget(key: string): void {
    if (this.#failures.delete(key)) this.#limiter.forget?.(parseKey(key));
  }

  /** Begin to work on a key, which also does what was to be done later. `done` must follow. */
  take(): string | undefined {
    const key = this.#waiting.take();
    if (key === undefined) return undefined;
    const now = performance.now();
    const waited = now - (this.#since.get(key) ?? now);
    this.#since.delete(key);
    this.#delays.delete(key);
    this.#held.delete(key);
    this.#active.set(key, { began: now, again: undefined });
    this.#observer.began?.(waited);
    return key;
  }

  done(key: string): void {
    const again = this.#active.get(key)?.again;
    this.#active.delete(key);
    if (again !== undefined) this.add(key, again);
  }

  /** Drop what waits, and stop the clock. */
  clear(): void {
    this.#waiting.clear();
    this.#since.clear();
    this.#held.clear();
    for (const active of this.#active.values()) active.again = undefined;
    while (this.#delays.takeDue(Infinity) !== undefined);
    this.#failures.clear();
    this.#setTimer();
  }

  /** What was added while it was worked on waits too. */
  #hold(key: string, asked: number): void {
    this.#held.set(key, performance.now() + asked);
  }

  #delay(key: string, due: number, priority: number): void {
    this.#delays.add(key, due, priority);
    this.#setTimer();
  }

  #setTimer(): void {
    const due = this.#delays.next ?? Infinity;
    if (due >= this.#timerDue && due !== Infinity) return;
    clearTimeout(this.#timer);
    this.#timerDue = due;
    if (due === Infinity) return;
    // Longer timers would fire at once.
    const delay = Math.min(Math.max(0, Math.round(due - performance.now())), 2 ** 31 - 1);
    this.#timer = setTimeout(() => {
      this.#addDue();
    }, delay);
  }

  #addDue(): void {
    this.#timerDue = Infinity;
    // Timers count whole milliseconds.
    const now = performance.now() + 0.5;
    for (let due = this.#delays.takeDue(now); due !== undefined; due = this.#delays.takeDue(now)) {
      this.#held.delete(due.key);
      this.add(due.key, due.priority);
    }
    this.#setTimer();
  }
}
