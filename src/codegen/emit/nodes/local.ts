/** A local variable of generated code, which gets its name once its function is complete. */
export class Local {
  /** What it is to be called. */
  readonly base: string;
  /** Tells it from others of the same function. */
  readonly id: number;
  #name: string | undefined;

  /** `name`: of a variable that has its name already, such as a parameter. */
  constructor(base: string, id: number, name?: string) {
    this.base = base;
    this.id = id;
    this.#name = name;
  }

  /** Its name in the text, once it has one. */
  get name(): string | undefined {
    return this.#name;
  }

  /** Gives it its name. */
  settleName(name: string): void {
    this.#name = name;
  }

  /** Its name; until it has one, what tells it from all other code of its function. */
  get key(): string {
    return this.#name ?? `${this.base}#${this.id}`;
  }
}
