/** Of objects that are new or have changed, and of `Controller.enqueue` without another one. */
export const normalPriority = 0;

/**
 * Of the first list, resyncs, retries and what a reconcile asks for after a time
 * (controller-runtime `pkg/handler`, LowPriority).
 */
export const lowPriority = -100;

/** Keys in a row from one lane while a lower one waits. */
const longestRun = 15;

/**
 * Keys by their priorities: the highest first, and those of one priority in the order in which they
 * came. After 15 in a row one of a lower priority has its turn, so that objects that change all the
 * time cannot keep a failed one waiting for ever.
 */
export class Priorities {
  /** The highest first. */
  readonly #lanes: Lane[] = [];
  readonly #priorities = new Map<string, number>();
  #run = 0;

  get size(): number {
    return this.#priorities.size;
  }

  /** How many keys wait, by their priorities, the highest first; once used, they stay. */
  get depths(): readonly { readonly priority: number; readonly length: number }[] {
    return this.#lanes.map(({ priority, size: length }) => ({ priority, length }));
  }

  /** Adds a key, or raises it; false where it waits already. */
  add(key: string, priority: number): boolean {
    const known = this.#priorities.get(key);
    if (known !== undefined) {
      if (known >= priority) return false;
      this.#lane(known).delete(key);
    }
    this.#priorities.set(key, priority);
    this.#lane(priority).add(key);
    return known === undefined;
  }

  take(): string | undefined {
    const filled = this.#lanes.filter(({ size }) => size > 0);
    const [highest, lower] = filled;
    if (highest === undefined) return undefined;
    const isTurnOfLower = lower !== undefined && this.#run >= longestRun;
    this.#run = lower === undefined || isTurnOfLower ? 0 : this.#run + 1;
    const key = (isTurnOfLower ? lower : highest).take();
    if (key !== undefined) this.#priorities.delete(key);
    return key;
  }

  clear(): void {
    this.#lanes.length = 0;
    this.#priorities.clear();
    this.#run = 0;
  }

  #lane(priority: number): Lane {
    const found = this.#lanes.find((lane) => lane.priority === priority);
    if (found !== undefined) return found;
    const lane = new Lane(priority);
    this.#lanes.push(lane);
    this.#lanes.sort((one, other) => other.priority - one.priority);
    return lane;
  }
}

/** The keys of one priority, first in, first out. */
class Lane {
  readonly priority: number;
  readonly #keys = new Set<string>();
  // One iterator for all: a Set that is asked for its first value walks over all it has deleted.
  #first = this.#keys.values();

  constructor(priority: number) {
    this.priority = priority;
  }

  get size(): number {
    return this.#keys.size;
  }

  add(key: string): void {
    this.#keys.add(key);
  }

  delete(key: string): void {
    this.#keys.delete(key);
  }

  take(): string | undefined {
    if (this.#keys.size === 0) return undefined;
    let next = this.#first.next();
    if (next.done === true) {
      this.#first = this.#keys.values();
      next = this.#first.next();
    }
    const key = next.value;
    if (key !== undefined) this.#keys.delete(key);
    return key;
  }
}
