/** How many of the last lines are kept: watches that read at all read at about the same time. */
const maxLines = 64;

/** The last lines of watches, which are made and encoded once for all that send the same. */
export class RecentLines {
  readonly #texts = new Map<string, string>();
  readonly #bytes = new Map<string, Uint8Array>();

  get(key: string): string | undefined {
    return this.#texts.get(key);
  }

  set(key: string, line: string): void {
    keep(this.#texts, key, line);
    // Until it is encoded, it is known by an empty place.
    keep(this.#bytes, line, none);
  }

  /** The bytes of a text; only those of lines that were set are kept. */
  encode(text: string): Uint8Array {
    const known = this.#bytes.get(text);
    if (known !== undefined && known !== none) return known;
    const bytes = new TextEncoder().encode(text);
    if (known === none) this.#bytes.set(text, bytes);
    return bytes;
  }
}

const none = /* @__PURE__ */ new Uint8Array(0);

function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.set(key, value);
  if (map.size <= maxLines) return;
  for (const first of map.keys()) {
    map.delete(first);
    return;
  }
}
