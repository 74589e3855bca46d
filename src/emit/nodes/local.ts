/** A local variable of generated code, which gets its name once its function is complete. */
export class Local {
  /** What it is to be called. */
  readonly base: string;
  /** Tells it from others of the same function. */
  readonly id: number;
  #same: Local | undefined;
  #name: string | undefined;
  #isLeftOut = false;

  /** `name`: of a variable that has its name already, such as a parameter. */
  constructor(base: string, id: number, name?: string) {
    this.base = base;
    this.id = id;
    this.#name = name;
  }

  /** The variable that this one has become: itself unless it was made the same as another. */
  get settled(): Local {
    // A loop would need `this` under another name.
    return this.#same === undefined ? this : this.#same.settled;
  }

  /** Makes one variable of two. */
  becomes(other: Local): void {
    const [one, another] = [this.settled, other.settled];
    if (one !== another) one.#same = another;
  }

  /** Its name in the text, once it has one. */
  get name(): string | undefined {
    return this.settled.#name;
  }

  /** Gives it its name. */
  settleName(name: string): void {
    this.settled.#name = name;
  }

  /** Whether the declaration of this constant is not written, as nothing reads it. */
  get isLeftOut(): boolean {
    return this.settled.#isLeftOut;
  }

  /** Leaves its declaration out. */
  leaveOut(): void {
    this.settled.#isLeftOut = true;
  }

  /** Its name; until it has one, what tells it from all other code of its function. */
  get key(): string {
    return this.name ?? `${this.base}#${this.id}`;
  }
}
