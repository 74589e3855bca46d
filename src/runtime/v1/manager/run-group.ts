import { sleepUnlessAborted } from "../client/timing.js";

/** Runs until its signal aborts. */
export type Task = (signal: AbortSignal) => Promise<void>;

/** Tasks that begin and end together; those that come later begin at once. */
export class RunGroup {
  readonly #fail: (error: unknown) => void;
  readonly #stopping = new AbortController();
  readonly #running = new Map<Promise<void>, string>();
  /** Those that wait for the start; absent after it. */
  #waiting: [name: string, task: Task][] | undefined = [];

  /** `fail` takes what a task rejects with; after the stop, only what is no consequence of it. */
  constructor(fail: (error: unknown) => void) {
    this.#fail = fail;
  }

  /** `name`: for the report of those that do not stop. */
  add(name: string, task: Task): void {
    if (this.#waiting === undefined) this.#begin(name, task);
    else this.#waiting.push([name, task]);
  }

  start(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const [name, task] of waiting) this.#begin(name, task);
  }

  /** Ends all; resolves with the names of those that still run after so many milliseconds. */
  async stop(patience: number): Promise<string[]> {
    this.#waiting = undefined;
    this.#stopping.abort();
    const over = new AbortController();
    const all = Promise.all(this.#running.keys()).then(() => {
      over.abort();
    });
    await Promise.race([all, sleepUnlessAborted(patience, over.signal)]);
    return [...this.#running.values()];
  }

  #begin(name: string, task: Task): void {
    const { signal } = this.#stopping;
    if (signal.aborted) return;
    const run = async (): Promise<void> => {
      try {
        await task(signal);
      } catch (error) {
        if (!signal.aborted || !isConsequence(error, signal)) this.#fail(error);
      }
    };
    const running = run().finally(() => {
      this.#running.delete(running);
    });
    this.#running.set(running, name);
  }
}

/** What waits with a signal rejects with its reason, or with an AbortError of its own. */
function isConsequence(error: unknown, signal: AbortSignal): boolean {
  return error === signal.reason || (error instanceof Error && error.name === "AbortError");
}
