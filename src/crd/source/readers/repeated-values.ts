import type { Json } from "../../../runtime/v1/values/json/json.js";

/** A block of a document, and what was read there. */
interface ReadBlock {
  /** Offsets of its text: from behind the key's colon to the line of the next token. */
  readonly start: number;
  readonly end: number;
  readonly value: Json;
  /** Of the mapping that holds it. */
  readonly column: number;
  readonly depth: number;
}

/** Shorter blocks are read faster than looked for. */
const shortest = 1024;

/**
 * The larger blocks of a document, to be found by their text. The versions of a CRD repeat each
 * other: more than a third of the text of real CRDs stands in its document before. What repeats is
 * read once and is one object, so that whatever is worked out per object is worked out once, too.
 */
export class RepeatedValues {
  readonly #text: string;
  readonly #blocks = new Map<number, ReadBlock>();

  constructor(text: string) {
    this.#text = text;
  }

  /** The block read last that looks like the text at `at`. */
  find(at: number, column: number, depth: number): ReadBlock | undefined {
    const known = this.#blocks.get(this.#fingerprint(at));
    if (known?.column !== column || known.depth !== depth) return undefined;
    const { start, end } = known;
    // Slices share the text, and two of them are compared as memory.
    const isSame = this.#text.slice(at, at + end - start) === this.#text.slice(start, end);
    return isSame ? known : undefined;
  }

  /** Keeps a block that was read, if it is long enough to be worth a comparison. */
  note(block: ReadBlock): void {
    if (block.end - block.start < shortest) return;
    this.#blocks.set(this.#fingerprint(block.start), block);
  }

  /** Of sixteen characters. */
  #fingerprint(at: number): number {
    const text = this.#text;
    let print = 0;
    for (let offset = at + 63; offset < at + shortest; offset += 64) {
      print = (Math.imul(print, 31) + text.charCodeAt(offset)) | 0;
    }
    return print;
  }
}
