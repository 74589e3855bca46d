import { availableParallelism } from "node:os";
import { basename } from "node:path";
import { Worker } from "node:worker_threads";
import type { EmitSource } from "../../codegen/pipeline/emit-source.js";
import type { Settings } from "../../codegen/pipeline/settings.js";
import type { SourceCache } from "../cache/source-cache.js";
import { unpackSource } from "../cache/source-cache.js";
import type { Input } from "../input.js";
import type { WorkerAnswer, WorkerResult, WorkerTask } from "./worker-task.js";
import { Claims } from "./worker-task.js";

/**
 * More room than by default for what lives a short time: it is cleared less often, when less of it
 * is still in use.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 192 };

/**
 * Threads that do the work for inputs, the last input first, while the main thread begins with the
 * first. Which thread does an input changes nothing about what comes of it. A worker that fails
 * leaves the rest to the main thread, which meets the same failure and reports it.
 */
export class SourceWorkers {
  readonly #claims: Claims;
  readonly #workers: readonly Worker[];
  readonly #answers = new Map<number, WorkerResult | undefined>();
  readonly #waiting = new Map<number, (result: WorkerResult | undefined) => void>();
  #running: number;

  /**
   * @param script the program of the workers
   * @param first the first input that they may take
   */
  constructor(script: URL, task: Omit<WorkerTask, "claims">, first: number, count: number) {
    const memory = Claims.memoryFor(task.inputs.length);
    this.#claims = new Claims(memory);
    for (let index = 0; index < first; index++) this.#claims.take(index);
    this.#running = count;
    this.#workers = Array.from({ length: count }, () => this.#start(script, memory, task));
  }

  /**
   * Returns the result of a worker for an input; `undefined` where the main thread has to do it.
   * Each input can be asked for once.
   */
  async resultOf(index: number): Promise<WorkerResult | undefined> {
    if (this.#claims.take(index)) return undefined;
    if (this.#running > 0 && !this.#answers.has(index)) {
      return new Promise((resolve) => this.#waiting.set(index, resolve));
    }
    const result = this.#answers.get(index);
    this.#answers.delete(index);
    return result;
  }

  /** Ends what still runs. */
  async end(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  #start(script: URL, claims: SharedArrayBuffer, task: Omit<WorkerTask, "claims">): Worker {
    const workerData: WorkerTask = { ...task, claims };
    const worker = new Worker(script, { workerData, resourceLimits });
    worker.on("message", (answer: WorkerAnswer) => {
      this.#note(answer);
    });
    worker.on("error", () => undefined); // its end follows
    worker.on("exit", () => {
      this.#running--;
      if (this.#running === 0) this.#giveUp();
    });
    return worker;
  }

  #note({ index, result }: WorkerAnswer): void {
    const resolve = this.#waiting.get(index);
    if (resolve === undefined) this.#answers.set(index, result);
    else {
      this.#waiting.delete(index);
      resolve(result);
    }
  }

  /** No answer will come any more. */
  #giveUp(): void {
    for (const resolve of this.#waiting.values()) resolve(undefined);
    this.#waiting.clear();
  }
}

/** More threads than this have to wait for the main thread, which joins what they made. */
const mostWorkers = 7;

/** With fewer inputs left, a worker has hardly started when all is done. */
const fewestInputs = 60;

/** With a cache nobody knows how many inputs have changed: workers start when there were some. */
const firstMisses = 4;

/**
 * Shares the work for local inputs between the main thread and workers. They are started when there
 * turns out to be work enough for them; until then, and without them, the main thread does all.
 */
export class SharedWork {
  readonly #inputs: readonly Input[];
  readonly #settings: readonly Settings[];
  readonly #cache: SourceCache | undefined;
  readonly #count: number;
  readonly #results = new Map<string, WorkerResult>();
  #workers: SourceWorkers | undefined;
  #begun = 0;
  #done = 0;

  constructor(
    inputs: readonly Input[],
    settings: readonly Settings[],
    cache: SourceCache | undefined,
    count: number,
  ) {
    this.#inputs = inputs;
    this.#settings = settings;
    this.#cache = cache;
    this.#count = count;
  }

  /** The inputs, to be read in their order; reading one waits for the worker that has taken it. */
  get inputs(): readonly Input[] {
    return this.#inputs.map((input, index) => ({ ...input, read: () => this.#read(input, index) }));
  }

  /** Wraps the function that writes code in the main thread, and counts its calls. */
  counting(emitSource: EmitSource): EmitSource {
    return (source) => {
      this.#done++;
      const needed = this.#cache === undefined ? 1 : firstMisses;
      if (this.#workers === undefined && this.#done >= needed) this.#start();
      return emitSource(source);
    };
  }

  /** Returns a worker's result for a source, or else that of `emitSource`. */
  through(emitSource: EmitSource): EmitSource {
    return (source) => {
      const result = this.#results.get(source.path);
      this.#results.delete(source.path);
      if (result === undefined) return emitSource(source);
      this.#cache?.noteUse(source);
      return Promise.resolve(unpackSource(result.packed, source));
    };
  }

  async end(): Promise<void> {
    await this.#workers?.end();
  }

  async #read(input: Input, index: number): Promise<Uint8Array> {
    this.#begun = index + 1;
    const result = await this.#workers?.resultOf(index);
    if (result === undefined) return input.read();
    this.#results.set(input.path, result);
    return result.content;
  }

  #start(): void {
    if (this.#inputs.length - this.#begun < fewestInputs) return;
    const inputs = this.#inputs.map(({ path, place, leftOut }) => ({
      path,
      place,
      ...(leftOut && { leftOut }),
    }));
    const task: Omit<WorkerTask, "claims"> = {
      settings: this.#settings,
      inputs,
      cache: this.#cache?.place,
    };
    this.#workers = new SourceWorkers(workerScript, task, this.#begun, this.#count);
  }
}

/** Beside the bundled command line. */
const workerScript = new URL("./source-worker.js", import.meta.url);

/**
 * How many workers are worth it beside the main thread.
 *
 * @param wanted what the user asks for, if anything
 */
export function workersFor(wanted: number | undefined): number {
  // Sources that run unbundled have no script for workers.
  if (basename(import.meta.dirname) !== "cli") return 0;
  return Math.min(wanted ?? availableParallelism() - 1, mostWorkers);
}
