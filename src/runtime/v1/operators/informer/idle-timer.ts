import { abortWith } from "../../client/timing.js";

/** Aborts its signal when nothing has come for a while, or when an outer signal aborts. */
export class IdleTimer {
  readonly #controller = new AbortController();
  readonly #stopListening: () => void;
  #limit: number;
  #last = Date.now();
  #timer: ReturnType<typeof setTimeout> | undefined;
  isIdle = false;

  constructor(limit: number, outer: AbortSignal) {
    this.#limit = limit;
    this.#stopListening = abortWith(this.#controller, outer);
    this.#wait(limit);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Cheap, since each event calls it: the timer itself is set anew when it fires. */
  restart(limit: number = this.#limit): void {
    this.#limit = limit;
    this.#last = Date.now();
  }

  /** Counts as silence, from now on. */
  cut(): void {
    this.isIdle = true;
    this.#controller.abort(new Error("the watch is begun anew"));
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#stopListening();
  }

  #wait(milliseconds: number): void {
    this.#timer = setTimeout(() => {
      const left = this.#last + this.#limit - Date.now();
      if (left > 0) this.#wait(left);
      else {
        this.isIdle = true;
        this.#controller.abort(new Error("the watch is silent"));
      }
    }, milliseconds);
  }
}
