import { untilAborted } from "./until-aborted.js";

/** A number of places; who finds none waits for one, in the order of asking. */
export class Slots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /**
   * Resolves with what gives the place back, at its first call. Rejects with the signal's reason
   * when that aborts first.
   */
  async take(signal: AbortSignal | undefined): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#free--;
    else await this.#turn(signal);
    let isHeld = true;
    return () => {
      if (isHeld) this.#give();
      isHeld = false;
    };
  }

  async #turn(signal: AbortSignal | undefined): Promise<void> {
    let start = (): void => undefined;
    const turn = new Promise<void>((resolve) => {
      start = resolve;
    });
    this.#waiting.add(start);
    try {
      await untilAborted(signal, turn);
    } catch (error) {
      // Whoever was called just when the signal aborted has a place that nobody would give back.
      if (!this.#waiting.delete(start)) this.#give();
      throw error;
    }
  }

  #give(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free++;
    else {
      this.#waiting.delete(next);
      next();
    }
  }
}
