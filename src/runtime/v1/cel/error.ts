/**
 * What an evaluation that failed gives instead of a value. Errors are values, never thrown: `&&`, `||`, `all` and
 * `exists` absorb them. `message` is the API server's text, without a position.
 */
export class CelError {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

/** The error of an operation on values that no overload takes. */
export function noSuchOverload(): CelError {
  return new CelError("no such overload");
}
