import { lookWhenAsked } from "../../client/exact-signal.js";

/** Does the leader's work for one of those who share an election; see `LeaderElector.run`. */
export type Lead = (lost: AbortSignal) => Promise<boolean> | boolean;

/** A time of leadership, in which several work. */
export class Term {
  readonly #lost = new AbortController();
  #workers = 0;
  #isClean = true;
  #isLost = false;
  #end: (isClean: boolean) => void = ignoreEnd;
  /** Resolves when the last has stopped, with whether all of them say that their work has ended. */
  readonly ended: Promise<boolean> = new Promise<boolean>((resolve) => {
    this.#end = resolve;
  });

  /** `look` loses the term if its time is over. */
  constructor(look: () => void) {
    lookWhenAsked(this.#lost.signal, look);
  }

  /** True once nobody may begin anything more. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Tells all who work. */
  lose(reason: unknown): void {
    this.#isLost = true;
    this.#lost.abort(reason);
  }

  /** Ends the term where nobody works in it. */
  endIfIdle(): void {
    if (this.#workers > 0) return;
    // Whoever comes now has to wait for the next term.
    this.lose(new Error("the term has ended"));
    this.#end(this.#isClean);
  }

  async work(lead: Lead): Promise<void> {
    this.#workers++;
    let isClean = false;
    try {
      isClean = await lead(this.#lost.signal);
    } finally {
      this.#workers--;
      this.#isClean &&= isClean;
      this.endIfIdle();
    }
  }
}

function ignoreEnd(): void {
  // replaced at once
}
