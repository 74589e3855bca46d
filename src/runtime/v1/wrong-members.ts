/** Names of members that may have errors, in the order in which they stand in their object. */
export class WrongMembers {
  readonly names: string[] = [];
  /** The same of members that are objects themselves, as far as somebody asked. */
  #inside: Map<string, WrongMembers> | undefined;

  add(name: string): void {
    this.names.push(name);
  }

  /** Where the wrong members of a member are to be noted. */
  in(name: string): WrongMembers {
    const wrong = new WrongMembers();
    this.#inside ??= new Map();
    this.#inside.set(name, wrong);
    return wrong;
  }

  /** What was noted about a member; undefined if nobody looked. */
  of(name: string): WrongMembers | undefined {
    return this.#inside?.get(name);
  }
}
