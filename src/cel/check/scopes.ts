/** Local variables by name, innermost first. */
export class Scopes<Value> {
  readonly #scopes: Map<string, Value>[] = [];

  /** Outside of all scopes: only global names are known. */
  get isEmpty(): boolean {
    return this.#scopes.length === 0;
  }

  /** Open a scope without variables; `leave` closes it. */
  enter(): void {
    this.#scopes.push(new Map());
  }

  /** Forget the variables of the innermost scope. */
  leave(): void {
    this.#scopes.pop();
  }

  /** Declare a variable in the innermost scope. */
  declare(name: string, value: Value): void {
    this.#scopes.at(-1)?.set(name, value);
  }

  /** The innermost variable of that name; `undefined` where no scope has one. */
  find(name: string): Value | undefined {
    for (let index = this.#scopes.length - 1; index >= 0; index--) {
      const value = this.#scopes[index]?.get(name);
      if (value !== undefined) return value;
    }
    return undefined;
  }
}
