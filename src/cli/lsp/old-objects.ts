/** The texts that documents replace, where somebody wants them to be judged as updates. */
export class OldObjects {
  readonly #texts = new Map<string, string>();
  readonly #listeners: ((uri: string) => void)[] = [];

  /** Undefined for a document whose objects are judged as new ones. */
  get(uri: string): string | undefined {
    return this.#texts.get(uri);
  }

  /** Takes another text, or none. */
  set(uri: string, text: string | undefined): void {
    if (this.#texts.get(uri) === text) return;
    if (text === undefined) this.#texts.delete(uri);
    else this.#texts.set(uri, text);
    for (const listener of this.#listeners) listener(uri);
  }

  /** Calls a function with the URI of each document that has got another text, or none. */
  onChange(listener: (uri: string) => void): void {
    this.#listeners.push(listener);
  }
}
