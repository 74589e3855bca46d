/**
 * The result of an evaluation that failed, in place of a value. Errors are values, never thrown:
 * `&&`, `||`, `all` and `exists` absorb them. `message` is the API server's text, without a
 * position.
 */
export class CelError {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

/**
 * Tells whether a value is an error. For expressions that may ask again what was asked before:
 * TypeScript takes no `instanceof` of what it knows to be a string or a number.
 */
export function isError(value: unknown): value is CelError {
  return value instanceof CelError;
}

/**
 * Where the server's code panics, the evaluation as a whole ends with this, thrown: nothing absorbs
 * it.
 */
export class CelPanic extends Error {}

/** The error of a key that is not there, by its text. */
export function missingKey(key: string): CelError {
  return new CelError(`no such key: ${key}`);
}

/** The error of an index beyond a list, by its text. */
export function indexBeyond(index: string): CelError {
  return new CelError(`index out of bounds: ${index}`);
}

/** The error of an operation on values that no overload takes. */
export function noSuchOverload(): CelError {
  return new CelError("no such overload");
}
