/** Holds one immutable state, and tells listeners when it is replaced. */
export interface Store<State> {
  get(): State;
  /** Replaces some members. Listeners are told if one of them is another value than before. */
  update(patch: Partial<State>): void;
  /**
   * Calls the listener at once, and after each change of one of the values that `select` takes out
   * of the state.
   */
  watch(select: (state: State) => readonly unknown[], listener: (state: State) => void): void;
}

/** A store that begins with the given state. Listeners are called in the order of `watch`. */
export function createStore<State extends object>(initial: State): Store<State> {
  let state = initial;
  const listeners: (() => void)[] = [];
  return {
    get: () => state,
    update(patch) {
      const next = { ...state, ...patch };
      if (areEqual(Object.values(next), Object.values(state))) return;
      state = next;
      for (const listener of listeners) listener();
    },
    watch(select, listener) {
      let seen: readonly unknown[] = select(state);
      listeners.push(() => {
        const now = select(state);
        if (areEqual(now, seen)) return;
        seen = now;
        listener(state);
      });
      listener(state);
    },
  };
}

/** Whether two lists have the same values in the same order; objects are compared by identity. */
export function areEqual(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, index) => Object.is(value, other[index]));
}
