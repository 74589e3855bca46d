import type { Settings } from "../../codegen/pipeline/settings.js";
import type { FilePlace } from "../../crd/source/source-file.js";

/** All that a worker needs: plain data, apart from the shared memory of the claims. */
export interface WorkerTask {
  /** Of each output. */
  readonly settings: readonly Settings[];
  readonly inputs: readonly WorkerInput[];
  /** See `Claims`. */
  readonly claims: SharedArrayBuffer;
  /** Where and under which identity the run keeps its cache, if it has one. */
  readonly cache: CachePlace | undefined;
}

/** The properties that two caches share if their entries are the same. */
interface CachePlace {
  readonly folder: string;
  readonly identity: string;
}

/** A file of this machine that a worker can read. */
export interface WorkerInput {
  readonly path: string;
  readonly place?: FilePlace | undefined;
  readonly leftOut?: readonly string[];
}

/** The answer of a worker about an input that it has taken. */
export interface WorkerAnswer {
  readonly index: number;
  /** Nothing where the main thread has to do the work itself. */
  readonly result: WorkerResult | undefined;
}

/** The result of a worker for an input. */
export interface WorkerResult {
  /** The content of the file. */
  readonly content: Uint8Array;
  /** The result of `packSource`. */
  readonly packed: Uint8Array;
}

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

  /**
   * Takes an input for the caller, and tells whether it is the caller's from now on: nobody has
   * taken it before.
   */
  take(index: number): boolean {
    return Atomics.compareExchange(this.#taken, index, 0, 1) === 0;
  }
}
