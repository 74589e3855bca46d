import type { Json } from "../runtime/v1/json.js";
import type { Location, Path } from "./document.js";
import type { SourceFile, Span } from "./source-file.js";

/** Where one entry of an object or a list stands; for an item of a list the key's offsets are the value's. */
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
 * The places of a document's values, noted by a reader that is given one. The first reading of a document goes without:
 * it costs time and several times the memory of the values. When a place is asked for, the same reader runs once more.
 */
export class Marks {
  readonly duplicates: DuplicateKey[] = [];
  private readonly entries = new Map<object, Map<string | number, Mark>>();
  private root: { readonly value: Json; readonly start: number; readonly end: number } | undefined;

  /** An entry that was read; that its key was there before is noted, and the later one holds. */
  note(parent: object, key: string | number, mark: Mark): void {
    let known = this.entries.get(parent);
    if (known === undefined) {
      known = new Map();
      this.entries.set(parent, known);
    }
    const first = known.get(key);
    if (first !== undefined) this.duplicates.push({ key: String(key), first, second: mark });
    known.set(key, mark);
  }

  /** An entry that came from somewhere else, as by a merge key; it is no duplicate. */
  inherit(parent: object, key: string, mark: Mark): void {
    const known = this.entries.get(parent) ?? new Map<string | number, Mark>();
    this.entries.set(parent, known.set(key, mark));
  }

  /** The document's value itself, which has no key. */
  noteRoot(value: Json, start: number, end: number): void {
    this.root = { value, start, end };
  }

  /** Where an entry stands; `undefined` for what was not read from this document. */
  markOf(parent: object, key: string | number): Mark | undefined {
    return this.entries.get(parent)?.get(key);
  }

  /** Where the value at `path` stands; if there is none, the key of the longest prefix that exists, for both parts. */
  locate(file: SourceFile, path: Path): Location {
    const root = this.root ?? { value: null, start: 0, end: 0 };
    // Readers see a line break at the end of the file, whether there is one or not.
    const { length } = file.text;
    const spanOf = (start: number, end: number): Span => {
      return { file, start: Math.min(start, length), end: Math.min(end, length) };
    };
    let key = spanOf(root.start, root.end);
    let span = key;
    let value: Json | undefined = root.value;
    for (const step of path) {
      if (typeof value !== "object" || value === null) return { key, value: key };
      const mark = this.markOf(value, step);
      if (mark === undefined) return { key, value: key };
      key = spanOf(mark.keyStart, mark.keyEnd);
      span = spanOf(mark.valueStart, mark.valueEnd);
      value = childOf(value, step);
    }
    return { key, value: span };
  }
}

function childOf(parent: object, step: string | number): Json | undefined {
  if (!Object.hasOwn(parent, step)) return undefined;
  return (parent as Record<string | number, Json>)[step]; // an own property of a JSON object or list
}
