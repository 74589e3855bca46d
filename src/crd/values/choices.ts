/** A sequence of choices that a seed decides; seed 0 always chooses the first. */
export class Choices {
  readonly #isPlain: boolean;
  #state: number;

  constructor(seed: number) {
    this.#isPlain = seed === 0;
    this.#state = seed >>> 0;
  }

  /** An integer from 0 up to, but not including, `limit`. */
  below(limit: number): number {
    return this.#isPlain ? 0 : this.any(limit);
  }

  /** The same, and the seed 0 makes no difference. */
  any(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  /** From 0 up to, but not including, 1 (mulberry32). */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let value = this.#state;
    value = Math.imul(value ^ (value >>> 15), value | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  }
}

/** The same items, beginning with another one. */
export function rotated<T>(items: readonly T[], by: number): readonly T[] {
  const first = by % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}
