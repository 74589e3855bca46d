import { backoffDelay } from "../../client/timing.js";

/** A key that becomes due. */
interface Delayed {
  readonly key: string;
  due: number;
  /** Its place in the heap. */
  place: number;
}

/**
 * Keys by the time at which they are due: a binary heap with an index, so that a key is there once
 * and every call takes O(log n).
 */
export class Delays {
  readonly #heap: Delayed[] = [];
  readonly #byKey = new Map<string, Delayed>();

  get size(): number {
    return this.#heap.length;
  }

  /** When the first key is due; undefined where there is none. */
  get next(): number | undefined {
    return this.#heap[0]?.due;
  }

  /** Add a key, or make it due earlier. What is due before that stays as it is. */
  add(key: string, due: number): void {
    let entry = this.#byKey.get(key);
    if (entry === undefined) {
      entry = { key, due, place: this.#heap.length };
      this.#byKey.set(key, entry);
      this.#heap.push(entry);
    } else if (entry.due <= due) {
      return;
    }
    entry.due = due;
    this.#rise(entry);
  }

  delete(key: string): void {
    const entry = this.#byKey.get(key);
    if (entry === undefined) return;
    this.#byKey.delete(key);
    const last = this.#heap.pop();
    if (last === undefined || last === entry) return;
    last.place = entry.place;
    this.#heap[entry.place] = last;
    this.#rise(last);
    this.#sink(last);
  }

  /** Take the first key if it is due by now. */
  takeDue(now: number): string | undefined {
    const first = this.#heap[0];
    if (first === undefined || first.due > now) return undefined;
    this.delete(first.key);
    return first.key;
  }

  #rise(entry: Delayed): void {
    while (entry.place > 0) {
      const parent = this.#heap[(entry.place - 1) >> 1];
      if (parent === undefined || parent.due <= entry.due) return;
      this.#swap(parent, entry);
    }
  }

  #sink(entry: Delayed): void {
    for (;;) {
      const left = this.#heap[2 * entry.place + 1];
      const right = this.#heap[2 * entry.place + 2];
      const child =
        right !== undefined && left !== undefined && right.due < left.due ? right : left;
      if (child === undefined || child.due >= entry.due) return;
      this.#swap(entry, child);
    }
  }

  /** `upper` is the parent of `lower`. */
  #swap(upper: Delayed, lower: Delayed): void {
    const { place } = upper;
    upper.place = lower.place;
    lower.place = place;
    this.#heap[upper.place] = upper;
    this.#heap[lower.place] = lower;
  }
}

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
