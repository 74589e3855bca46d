import { basename } from "node:path";
import { Worker } from "node:worker_threads";
import { timedOut } from "../../runtime/v1/admission/admission-status.js";
import { failed, Failure } from "../../runtime/v1/testing/failure.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import type { ApartAnswer, ApartJob, RunApart, StoredText } from "../../server/writes-apart.js";

/** The task of a thread. */
export interface ThreadTask extends ApartJob {
  /** All CRDs, unless they are as in the task before. */
  readonly definitions: readonly StoredText[] | undefined;
}

/** The answer of the thread; a text says why it cannot. */
export type ThreadAnswer = ApartAnswer | string;

/** How long the API server lets a request take, in ms (`--request-timeout`). */
const mostTime = 60_000;
/** It keeps its memory while it is there. */
const idleTime = 10_000;
/**
 * In MB. Bodies have 3 MB and become some hundred times as much at most; values of 10,000 levels,
 * which is what JSON may have, need some 20 MB of stack.
 */
const resourceLimits = {
  maxOldGenerationSizeMb: 256,
  maxYoungGenerationSizeMb: 32,
  stackSizeMb: 64,
};

/** A thread that works out one job after the other; it starts with the first. */
export class SecondThread {
  readonly #minor: KubernetesMinor;
  #worker: Worker | undefined;
  /** The CRDs that the thread has. */
  #generation: number | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(minor: KubernetesMinor) {
    this.#minor = minor;
  }

  /** Sources that run unbundled have no script for it. */
  static get isThere(): boolean {
    return basename(import.meta.dirname) === "cli";
  }

  readonly run: RunApart = (job, { generation, texts }) => {
    const turn = this.#last.then(() => {
      const definitions = generation === this.#generation ? undefined : texts;
      this.#generation = generation;
      return this.#ask({ ...job, definitions });
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  };

  end(): void {
    clearTimeout(this.#idle);
    void this.#worker?.terminate();
    this.#worker = undefined;
    this.#generation = undefined;
  }

  async #ask(task: ThreadTask): Promise<ApartAnswer> {
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#start());
    let late: ReturnType<typeof setTimeout> | undefined;
    try {
      return await new Promise((resolve, reject) => {
        const fail = (failure: Failure): void => {
          this.end();
          reject(failure);
        };
        const failInside = (fault: string): void => {
          fail(failed(500, "InternalError", `Internal error occurred: ${fault}`));
        };
        late = setTimeout(fail, mostTime, new Failure(timedOut()));
        worker.once("exit", () => {
          failInside("the request takes too much memory");
        });
        worker.once("message", (answer: ThreadAnswer) => {
          if (typeof answer === "string") failInside(answer);
          else resolve(answer);
        });
        worker.postMessage(task);
      });
    } finally {
      clearTimeout(late);
      worker.removeAllListeners("exit").removeAllListeners("message");
      this.#idle = setTimeout(() => {
        this.end();
      }, idleTime).unref();
    }
  }

  #start(): Worker {
    const script = new URL("./second-thread-main.js", import.meta.url);
    const worker = new Worker(script, { workerData: this.#minor, resourceLimits });
    worker.on("error", () => undefined); // its end follows
    worker.unref();
    return worker;
  }
}
