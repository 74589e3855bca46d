import { backoffDelay } from "../../client/pause.js";
import { Delays } from "./delays.js";

/** How long to wait after failures, in milliseconds. */
export interface BackoffOptions {
  /** After the first failure; doubles with every further one. The default is 5. */
  readonly baseDelay?: number | undefined;
  /** The longest wait. The default is 1,000,000. */
  readonly maxDelay?: number | undefined;
}

/**
 * The keys that have work (client-go `util/workqueue/queue.go`): a key waits at most once, and is
 * worked on at most once at a time; if it is added meanwhile, it waits again as soon as that is
 * done. `onReady` is called when there may be something to take.
 */
export class WorkQueue {
  readonly #waiting = new Set<string>();
  // One iterator for all: a Set that is asked for its first value walks over all it has deleted.
  #first = this.#waiting.values();
  /** Keys that are worked on; whether they were added meanwhile. */
  readonly #active = new Map<string, boolean>();
  readonly #delays = new Delays();
  readonly #failures = new Map<string, number>();
  readonly #onReady: () => void;
  readonly #baseDelay: number;
  readonly #maxDelay: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #timerDue = Infinity;

  constructor(onReady: () => void, { baseDelay = 5, maxDelay = 1_000_000 }: BackoffOptions = {}) {
    this.#onReady = onReady;
    this.#baseDelay = baseDelay;
    this.#maxDelay = maxDelay;
  }

  /** How many keys could be taken. */
  get length(): number {
    return this.#waiting.size;
  }

  /** How many keys wait for their time. */
  get delayed(): number {
    return this.#delays.size;
  }

  /** How many keys are worked on. */
  get active(): number {
    return this.#active.size;
  }

  add(key: string): void {
    if (this.#active.has(key)) {
      this.#active.set(key, true);
    } else if (!this.#waiting.has(key)) {
      this.#waiting.add(key);
      this.#onReady();
    }
  }

  /** Add a key after some milliseconds; of several times the first one counts. */
  addAfter(key: string, delay: number): void {
    if (delay <= 0) {
      this.add(key);
      return;
    }
    this.#delays.add(key, performance.now() + delay);
    this.#setTimer();
  }

  /** Add a key after its backoff, which is returned: it grows until the key is forgotten. */
  retry(key: string): number {
    const failures = this.failures(key) + 1;
    this.#failures.set(key, failures);
    const delay = backoffDelay(failures, this.#baseDelay, this.#maxDelay);
    this.addAfter(key, delay);
    return delay;
  }

  /** How often in a row the key has failed. */
  failures(key: string): number {
    return this.#failures.get(key) ?? 0;
  }

  /** The key works again: its next failure is a first one. */
  forget(key: string): void {
    this.#failures.delete(key);
  }

  /** Begin to work on a key, which also does what was to be done later. `done` must follow. */
  take(): string | undefined {
    if (this.#waiting.size === 0) return undefined;
    let next = this.#first.next();
    if (next.done === true) {
      this.#first = this.#waiting.values();
      next = this.#first.next();
    }
    const key = next.value;
    if (key === undefined) return undefined;
    this.#waiting.delete(key);
    this.#delays.delete(key);
    this.#active.set(key, false);
    return key;
  }

  done(key: string): void {
    const again = this.#active.get(key);
    this.#active.delete(key);
    if (again === true) this.add(key);
  }

  /** Drop what waits, and stop the clock. */
  clear(): void {
    this.#waiting.clear();
    for (const key of this.#active.keys()) this.#active.set(key, false);
    while (this.#delays.takeDue(Infinity) !== undefined);
    this.#failures.clear();
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
    for (let key = this.#delays.takeDue(now); key !== undefined; key = this.#delays.takeDue(now)) {
      this.add(key);
    }
    this.#setTimer();
  }
}
