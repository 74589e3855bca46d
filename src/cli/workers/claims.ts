/** Says which thread takes which input: all threads share the memory behind it. */
export class Claims {
  readonly #taken: Int32Array;

  constructor(memory: SharedArrayBuffer) {
    this.#taken = new Int32Array(memory);
  }

  /** The memory for the claims of so many inputs, none of which is taken. */
  static memoryFor(inputs: number): SharedArrayBuffer {
    return new SharedArrayBuffer(inputs * Int32Array.BYTES_PER_ELEMENT);
  }

  /** Whether an input is the caller's from now on: nobody has taken it before. */
  take(index: number): boolean {
    return Atomics.compareExchange(this.#taken, index, 0, 1) === 0;
  }
}
