/** Names of members that may have errors, in the order in which they stand in their object. */
export class WrongMembers {
  #names: string[] | undefined;
  /** What was noted about the member that was asked about last. */
  #last: MemberNotes | undefined;

  /** Those noted so far, in that order. */
  get names(): readonly string[] {
    return this.#names ?? none;
  }

  /** Notes a member that is wrong, or may be. Gives whether the members behind it are of interest, too. */
  add(name: string): boolean {
    if (this.#names === undefined) this.#names = [name];
    else this.#names.push(name);
    return true;
  }

  /** Where the wrong members of a member that is an object itself are to be noted. */
  in(name: string): WrongMembers {
    const wrong = new WrongMembers();
    this.#last = { name, wrong, before: this.#last };
    return wrong;
  }

  /** What was noted about a member; undefined if nobody looked. */
  of(name: string): WrongMembers | undefined {
    for (let notes = this.#last; notes !== undefined; notes = notes.before) {
      if (notes.name === name) return notes.wrong;
    }
    return undefined;
  }
}

interface MemberNotes {
  readonly name: string;
  readonly wrong: WrongMembers;
  readonly before: MemberNotes | undefined;
}

const none: readonly string[] = [];
