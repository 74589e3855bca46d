/** A key that becomes due. */
interface Delayed {
  readonly key: string;
  due: number;
  priority: number;
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

  /** Add a key, or make it due earlier, or more urgent; nothing makes it later or less urgent. */
  add(key: string, due: number, priority: number): void {
    let entry = this.#byKey.get(key);
    if (entry === undefined) {
      entry = { key, due, priority, place: this.#heap.length };
      this.#byKey.set(key, entry);
      this.#heap.push(entry);
    } else {
      entry.priority = Math.max(entry.priority, priority);
      if (entry.due <= due) return;
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
  takeDue(now: number): { readonly key: string; readonly priority: number } | undefined {
    const first = this.#heap[0];
    if (first === undefined || first.due > now) return undefined;
    this.delete(first.key);
    return first;
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
