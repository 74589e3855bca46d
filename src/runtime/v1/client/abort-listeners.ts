/** What waits for one signal to abort, behind one listener of it. */
class AbortListeners {
  readonly #signal: AbortSignal;
  readonly #waiting = new Set<() => void>();
  readonly #callAll = (): void => {
    for (const listener of this.#waiting) listener();
  };

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  add(listener: () => void): void {
    if (this.#waiting.size === 0) this.#signal.addEventListener("abort", this.#callAll);
    this.#waiting.add(listener);
  }

  delete(listener: () => void): void {
    this.#waiting.delete(listener);
    if (this.#waiting.size === 0) this.#signal.removeEventListener("abort", this.#callAll);
  }
}

const known: WeakMap<AbortSignal, AbortListeners> = /* @__PURE__ */ new WeakMap<
  AbortSignal,
  AbortListeners
>();

/**
 * Calls a function when a signal aborts; gives what takes it off again. However many calls share a
 * signal, it has one listener: a controller runs dozens of watches until one shutdown, and runtimes
 * warn of a leak from eleven on.
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const listeners = known.get(signal) ?? new AbortListeners(signal);
  known.set(signal, listeners);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
