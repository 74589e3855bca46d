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
