/** Names of members that may have errors, in the order in which they stand in their object. */
export class WrongMembers {
  #names: string[] | undefined;
  /** The notes about the member that was asked about last. */
  #last: MemberNotes | undefined;

  /** Those noted so far, in that order. */
  get names(): readonly string[] {
    return this.#names ?? none;
  }

  /**
   * Notes a member that is wrong, or may be. Gives whether the members behind it are of interest,
   * too.
   */
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

  /** Returns the notes about a member; undefined if nobody looked. */
  of(name: string): WrongMembers | undefined {
    for (let notes = this.#last; notes !== undefined; notes = notes.before) {
      if (notes.name === name) return notes.wrong;
    }
    return undefined;
  }
}

/**
 * The name of the first wrong member alone, and of the first wrong one in that, if it is an object
 * itself. The same notes are used again and again, since good objects must cost no memory.
 */
export class FirstWrong extends WrongMembers {
  #name: string | undefined;
  /** The member that was asked about last. */
  #below: string | undefined;
  #child: FirstWrong | undefined;

  /** The way to what is wrong; no name where that is the object as a whole. */
  get path(): readonly string[] {
    const name = this.#name;
    if (name === undefined) return none;
    return this.#below === name ? [name, ...(this.#child?.path ?? none)] : [name];
  }

  /** Forgets everything. */
  clear(): this {
    this.#name = undefined;
    this.#below = undefined;
    return this;
  }

  override add(name: string): boolean {
    this.#name = name;
    return false;
  }

  override in(name: string): WrongMembers {
    const wrong = (this.#child ??= new FirstWrong()).clear();
    this.#below = name;
    return wrong;
  }
}

interface MemberNotes {
  readonly name: string;
  readonly wrong: WrongMembers;
  readonly before: MemberNotes | undefined;
}

const none: readonly string[] = [];
