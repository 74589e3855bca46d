import { Worker } from "node:worker_threads";
import { Claims } from "./claims.js";
import type { WorkerAnswer, WorkerResult, WorkerTask } from "./worker-task.js";

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
   * What a worker made of an input; `undefined` where the main thread has to do it. Each input can
   * be asked for once.
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
