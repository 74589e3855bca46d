/**
 * The knowledge of all who send through one transport that the server answers: whoever waits since
 * it did not can try again as soon as anybody got an answer.
 */
export class Contact {
  readonly #waiting = new Set<() => void>();

  /** The server answered, with a status below 500. */
  made(): void {
    if (this.#waiting.size === 0) return;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }

  /** Calls a function at the next answer, once; gives what takes it off again. */
  onNext(wake: () => void): () => void {
    this.#waiting.add(wake);
    return () => {
      this.#waiting.delete(wake);
    };
  }
}

const contacts: WeakMap<object, Contact> = /* @__PURE__ */ new WeakMap<object, Contact>();

/** The contact of a transport, and of all that was made from it with `withMiddleware`. */
export function contactOf(transport: object): Contact {
  const contact = contacts.get(transport) ?? new Contact();
  contacts.set(transport, contact);
  return contact;
}

/** Gives a transport the contact of the one that it sends through. */
export function shareContact(wrapper: object, inner: object): void {
  contacts.set(wrapper, contactOf(inner));
}
