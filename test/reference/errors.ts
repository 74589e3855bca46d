import type { Dialect } from "../../src/runtime/v1/values/dialect.js";
import type { FieldError } from "../../src/runtime/v1/values/field-error.js";
import {
  invalidError,
  notSupportedError,
  requiredError,
  tooLongError,
  tooManyError,
  typeInvalidError,
} from "../../src/runtime/v1/values/field-errors.js";

/**
 * An error with the text by which the server tells it from others (kube-openapi
 * `Result.mergeErrors`).
 */
interface Told {
  readonly text: string;
  readonly error: FieldError;
}

/**
 * The errors of a value, each text once. Paths are those of kube-openapi, whose fields come after a
 * prefix.
 */
export class Errors {
  readonly dialect: Dialect;
  readonly #prefix: string;
  #told: readonly Told[] = [];

  constructor(prefix: string, dialect: Dialect) {
    this.#prefix = prefix;
    this.dialect = dialect;
  }

  get list(): FieldError[] {
    return this.#told.map(({ error }) => error);
  }

  get isEmpty(): boolean {
    return this.#told.length === 0;
  }

  /** A list of its own for the same fields. */
  another(): Errors {
    return new Errors(this.#prefix, this.dialect);
  }

  addAll(other: Errors): void {
    for (const { text, error } of other.#told) this.#add(text, error);
  }

  invalid(path: string, value: unknown, detail: string): void {
    this.#add(detail, invalidError(this.#field(path), value, detail));
  }

  typeInvalid(path: string, value: unknown, detail: string): void {
    this.#add(detail, typeInvalidError(this.#field(path), value, detail));
  }

  /** Of the whole value, whichever part of it is meant. */
  general(detail: string): void {
    this.#add(detail, invalidError(this.#field(""), "", detail));
  }

  required(path: string, key: string): void {
    const below = path === "" ? key : `${path}.${key}`;
    this.#add(`${path}.${key} required`, requiredError(this.#field(below), ""));
  }

  notSupported(path: string, value: unknown, supported: readonly string[]): void {
    const error = notSupportedError(this.#field(path), value, supported);
    this.#add(`${path} ${error.message}`, error);
  }

  tooLong(path: string, limit: number): void {
    this.#add(`${path} length ${limit}`, tooLongError(this.#field(path), limit));
  }

  tooMany(path: string, size: number, limit: number): void {
    const error = tooManyError(this.#field(path), size, limit);
    this.#add(`${path} size ${limit}`, error);
  }

  #add(text: string, error: FieldError): void {
    if (this.#told.some((told) => told.text === text)) return;
    const worded = this.dialect.words?.ofValues(error) ?? error;
    this.#told = [...this.#told, { text, error: worded }];
  }

  /**
   * Without a dot in front, such as stands before a key of the root that is no field; `<nil>` for
   * nothing.
   */
  #field(path: string): string {
    const steps = [this.#prefix, path.replace(/^\./, "")].filter((step) => step !== "");
    return steps.length === 0 ? "<nil>" : steps.join(".");
  }
}
