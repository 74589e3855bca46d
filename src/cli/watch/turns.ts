/** Milliseconds: editors write several files at once, and one of them in several steps. */
const settleTime = 15;

/** Milliseconds between changes of a crowd, such as `git checkout` makes on a slow disk. */
const crowdSettleTime = 60;

/** What changes this many milliseconds after a turn, or earlier, belongs to the same crowd. */
const crowdTime = 250;

/**
 * Calls a function with what has changed, soon after it did, and never twice at the same time. It
 * waits longer where one call has just been made, so that many changes in a row are few calls.
 */
export class Turns {
  /** Rejects with what the function threw; else it never settles. */
  readonly failed: Promise<never>;
  readonly fail: (error: unknown) => void;
  readonly #work: (changed: readonly string[]) => Promise<void>;
  readonly #changed = new Set<string>();
  #isWorking = false;
  #isDue = false;
  #hasEnded = false;
  #lastEnd = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  constructor(work: (changed: readonly string[]) => Promise<void>) {
    let fail: (error: unknown) => void = () => undefined;
    this.failed = new Promise<never>((_, reject) => (fail = reject));
    this.fail = fail;
    this.#work = work;
  }

  /** Calls the function in a moment. */
  add(changed: string): void {
    if (this.#hasEnded) return;
    this.#changed.add(changed);
    const isCrowd = this.#isWorking || performance.now() - this.#lastEnd < crowdTime;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        this.start();
      },
      isCrowd ? crowdSettleTime : settleTime,
    );
  }

  /** Calls the function at once, or as soon as the call ends that goes on. */
  start(): void {
    this.#isDue = true;
    if (!this.#isWorking) this.#takeTurns().catch(this.fail);
  }

  /** Calls it no more. */
  end(): void {
    this.#hasEnded = true;
    this.#isDue = false;
    clearTimeout(this.#timer);
  }

  async #takeTurns(): Promise<void> {
    this.#isWorking = true;
    while (this.#isDue) {
      this.#isDue = false;
      const paths = [...this.#changed].sort();
      this.#changed.clear();
      await this.#work(paths);
      this.#lastEnd = performance.now();
    }
    this.#isWorking = false;
  }
}
