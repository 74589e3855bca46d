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

/** What two caches share whose entries are the same. */
export interface CachePlace {
  readonly folder: string;
  readonly identity: string;
}

/** A file of this machine that a worker can read. */
export interface WorkerInput {
  readonly path: string;
  readonly place?: FilePlace | undefined;
  readonly leftOut?: readonly string[];
}

/** What a worker says of an input that it has taken. */
export interface WorkerAnswer {
  readonly index: number;
  /** Nothing where the main thread has to do the work itself. */
  readonly result: WorkerResult | undefined;
}

/** What a worker made of an input. */
export interface WorkerResult {
  /** The content of the file. */
  readonly content: Uint8Array;
  /** What `packSource` gave. */
  readonly packed: Uint8Array;
}
