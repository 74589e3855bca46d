/** Names that are told apart by numbers, which is good enough for those that are not exported. */
export class FreeNames {
  /** What stands between a name and its number. */
  readonly #separator: string;
  readonly #taken = new Set<string>();
  /** Per name the number to try next; all below are taken. */
  readonly #next = new Map<string, number>();

  constructor(separator: string) {
    this.#separator = separator;
  }

  /** Marks a name as taken that was given elsewhere. */
  add(name: string): void {
    this.#taken.add(name);
  }

  /**
   * Takes a name, or if that is taken the first free of `name_2`, `name_3`, … (for the separator
   * `_`).
   */
  take(wanted: string): string {
    let name = wanted;
    if (this.#taken.has(wanted)) {
      let number = this.#next.get(wanted) ?? 2;
      while (this.#taken.has((name = `${wanted}${this.#separator}${number}`))) number++;
      this.#next.set(wanted, number + 1);
    }
    this.#taken.add(name);
    return name;
  }
}
