import type { Json } from "../../runtime/v1/values/json/json.js";
import { childOf } from "./follow-steps.js";
import type { Location, Path, SourceFile, Span } from "./source-file.js";

/**
 * Where one entry of an object or a list stands; for an item of a list the key's offsets are the
 * value's.
 */
export interface Mark {
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** A key that its object already had. */
export interface DuplicateKey {
  readonly key: string;
  readonly first: Mark;
  readonly second: Mark;
}

/**
 * The places of a document's values, noted by a reader that is given one. The first reading of a
 * document goes without: it costs time and several times the memory of the values. When a place is
 * asked for, the same reader runs once more.
 */
export class Marks {
  readonly duplicates: DuplicateKey[] = [];
  readonly #entries = new Map<object, Map<string | number, Mark>>();
  #root: { readonly value: Json; readonly start: number; readonly end: number } | undefined;

  /** An entry that was read; that its key was there before is noted, and the later one holds. */
  note(parent: object, key: string | number, mark: Mark): void {
    let known = this.#entries.get(parent);
    if (known === undefined) {
      known = new Map();
      this.#entries.set(parent, known);
    }
    const first = known.get(key);
    if (first !== undefined) this.duplicates.push({ key: String(key), first, second: mark });
    known.set(key, mark);
  }

  /** An entry that came from somewhere else, as by a merge key; it is no duplicate. */
  inherit(parent: object, key: string, mark: Mark): void {
    const known = this.#entries.get(parent) ?? new Map<string | number, Mark>();
    this.#entries.set(parent, known.set(key, mark));
  }

  /** The document's value itself, which has no key. */
  noteRoot(value: Json, start: number, end: number): void {
    this.#root = { value, start, end };
  }

  /** Where an entry stands; `undefined` for what was not read from this document. */
  markOf(parent: object, key: string | number): Mark | undefined {
    return this.#entries.get(parent)?.get(key);
  }

  /**
   * Where the value at `path` stands; if there is none, the key of the longest prefix that exists,
   * for both parts.
   */
  locate(file: SourceFile, path: Path): Location {
    const root = this.#root ?? { value: null, start: 0, end: 0 };
    let key = spanIn(file, root.start, root.end);
    let span = key;
    let value: Json | undefined = root.value;
    let via: Span | undefined;
    for (const step of path) {
      const mark = isComposite(value) ? this.markOf(value, step) : undefined;
      if (mark === undefined) return { key, value: key, head: this.#headOf(value, span), via };
      // What an alias or a merge key brings stands elsewhere than in what holds it.
      const isInside = span.start <= mark.keyStart && mark.keyStart <= span.end;
      if (!isInside) via ??= file.text.charAt(span.start) === "*" ? span : key;
      key = spanIn(file, mark.keyStart, mark.keyEnd);
      span = spanIn(file, mark.valueStart, mark.valueEnd);
      value = childOf(value, step);
    }
    return { key, value: span, head: this.#headOf(value, span), via };
  }

  #headOf(value: Json | undefined, span: Span): Span {
    if (!isComposite(value)) return span;
    const { file, start } = span;
    const isFlow = "{[".includes(file.text.charAt(start));
    const dash = isFlow ? undefined : dashBefore(file.text, start);
    if (dash !== undefined) return spanIn(file, dash, dash + 1);
    const [first] = isFlow ? [] : (this.#entries.get(value)?.values() ?? []);
    const isFirstKey = first?.keyStart === start && first.keyEnd <= first.valueStart;
    return spanIn(file, start, isFirstKey ? first.keyEnd : start + 1);
  }
}

/** Readers see a line break at the end of the file, whether there is one or not. */
function spanIn(file: SourceFile, start: number, end: number): Span {
  const { length } = file.text;
  return { file, start: Math.min(start, length), end: Math.min(end, length) };
}

function isComposite(value: Json | undefined): value is Json & object {
  return typeof value === "object" && value !== null;
}

/**
 * The dash of the list's item that begins at `start`; undefined for what is none, and behind
 * comments.
 */
function dashBefore(text: string, start: number): number | undefined {
  let at = start - 1;
  while (at >= 0 && " \t\r\n".includes(text.charAt(at))) at--;
  const isDash = text.charAt(at) === "-" && at < start - 1;
  return isDash && !/[^ \t\n]/.test(text.charAt(at - 1)) ? at : undefined;
}
