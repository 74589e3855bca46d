import type { Dialect } from "../values/dialect.js";
import type { FieldError } from "../values/field-error.js";
import {
  invalidError,
  notSupportedError,
  requiredError,
  tooLongError,
  tooManyError,
  typeInvalidError,
} from "../values/field-errors.js";
import type { Place } from "../values/place.js";
import { fieldPathOf, pathOf } from "../values/place.js";

/**
 * Up to this many errors are told apart by looking at each, which takes less time than to hash
 * their texts.
 */
const fewErrors = 16;

/** A list of type set or map, which may have items in common. */
export interface FoundList {
  readonly list: readonly unknown[];
  /** The list map keys; undefined in a set. */
  readonly keys: readonly string[] | undefined;
  readonly at: Place;
}

/**
 * The errors of one value, as the server's schema validator gathers them: an error whose text is
 * known already is dropped (kube-openapi `validate/result.go`), and paths become fields as in
 * apiextensions `validation.go`.
 */
export class Report {
  /**
   * Makes what the server goes on with of a value that is looked at as it is sent: nulls may stand
   * for nothing there, defaults be missing, and unknown fields be there. Undefined for values that
   * are complete.
   */
  completed: ((schema: object, value: unknown) => unknown) | undefined;
  /** Something in a value as it is sent would be sent in another form. */
  isOdd = false;
  readonly errors: FieldError[] = [];
  /** Lists of type set and map in what was looked at closely, in the order of the walk. */
  readonly lists: FoundList[];
  /** The text before every field: `status`, the path of a default, or nothing. */
  readonly prefix: string;
  readonly dialect: Dialect;
  /** The texts that tell the errors apart, one for each. */
  readonly #texts: string[] = [];
  /** The same, once there are many. */
  #known: Set<string> | undefined;

  constructor(prefix: string, dialect: Dialect, lists: FoundList[] = []) {
    this.prefix = prefix;
    this.dialect = dialect;
    this.lists = lists;
  }

  /** The value that stands for absent members: null too in what is as it is sent. */
  get absent(): null | undefined {
    return this.completed === undefined ? undefined : null;
  }

  /** Looks at something that is complete. */
  whileComplete<Found>(look: () => Found): Found {
    const { completed } = this;
    this.completed = undefined;
    const found = look();
    this.completed = completed;
    return found;
  }

  /** True if there is nothing against the value so far. */
  get isEmpty(): boolean {
    return this.errors.length === 0;
  }

  /** A report without errors for the same fields. */
  fork(): Report {
    const fork = new Report(this.prefix, this.dialect, this.lists);
    fork.completed = this.completed;
    return fork;
  }

  /** Takes over the errors of another report. */
  merge(other: Report): void {
    for (let index = 0; index < other.errors.length; index++) {
      const error = other.errors[index];
      if (error !== undefined) this.#add(other.#texts[index] ?? "", error);
    }
  }

  /** `Invalid value`; the detail begins with the path. */
  invalid(at: Place, value: unknown, detail: string): void {
    this.#add(detail, invalidError(this.#field(at), value, detail));
  }

  /** A value that is not of the type or format that the schema asks for. */
  typeInvalid(at: Place, value: unknown, detail: string): void {
    this.#add(detail, typeInvalidError(this.#field(at), value, detail));
  }

  /** An error that the server gives no place: that of a junctor, or of a number's range. */
  unplaced(detail: string): void {
    this.#add(detail, invalidError(this.#qualified(""), "", detail));
  }

  /** A key that is missing in the object at a place. */
  required(at: Place, key: string): void {
    const object = fieldPathOf(at);
    const field = this.#qualified(object === "" ? key : `${object}.${key}`);
    this.#add(`${pathOf(at)}.${key} required`, requiredError(field, ""));
  }

  /** A value that the enum does not have; the message names those it has. */
  notSupported(at: Place, value: unknown, supported: readonly string[]): void {
    const error = notSupportedError(this.#field(at), value, supported);
    this.#add(`${pathOf(at)} ${error.message}`, error);
  }

  /** A text of more than `limit` characters. */
  tooLong(at: Place, limit: number): void {
    this.#add(`${pathOf(at)} length ${limit}`, tooLongError(this.#field(at), limit));
  }

  /** A list or object with more than `limit` items or properties. */
  tooMany(at: Place, size: number, limit: number): void {
    const error = tooManyError(this.#field(at), size, limit);
    this.#add(`${pathOf(at)} size ${limit}`, error);
  }

  #add(text: string, error: FieldError): void {
    if (this.#isKnown(text)) return;
    this.#texts.push(text);
    this.#known?.add(text);
    this.errors.push(error);
  }

  #isKnown(text: string): boolean {
    if (this.#texts.length < fewErrors) return this.#texts.includes(text);
    this.#known ??= new Set(this.#texts);
    return this.#known.has(text);
  }

  #field(at: Place): string {
    return this.#qualified(fieldPathOf(at));
  }

  #qualified(name: string): string {
    if (name === "") return this.prefix === "" ? "<nil>" : this.prefix;
    return this.prefix === "" ? name : `${this.prefix}.${name}`;
  }
}
