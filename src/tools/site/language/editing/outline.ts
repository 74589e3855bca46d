import type { FlowText } from "./flow-reader.js";
import { readFlow } from "./flow-reader.js";
import type { Entry } from "./outline-entry.js";
import { newEntry } from "./outline-entry.js";

/** A stretch of text in which nothing is to be completed: a block scalar, or a quoted text. */
export interface Opaque {
  readonly from: number;
  readonly to: number;
}

/** What a document looks like, whether it can be read or not. */
export interface Outline {
  readonly text: string;
  /** The document itself; its `indent` is -1. */
  readonly root: Entry;
  readonly opaque: readonly Opaque[];
  /** Where brackets and braces stand around an offset: the texts of the outermost of them. */
  readonly flows: readonly FlowText[];
}

/**
 * The keys and items of a document by its indentation, its brackets and its colons, for texts that
 * are still being written: what cannot be understood is passed over, and never ends the reading.
 *
 * @param from where the document begins in the text
 * @param to where it ends
 */
export function outlineOf(text: string, from: number, to: number): Outline {
  return new OutlineReader(text, from, to).read();
}

const blockScalar = /^(?:[!&]\S+\s+)*[|>][-+\d]*\s*(?:#.*)?$/;
const properties = /^(?:[!&]\S+\s+)+/;

class OutlineReader {
  readonly #text: string;
  readonly #end: number;
  readonly #root: Entry;
  readonly #stack: Entry[];
  readonly #opaque: Opaque[] = [];
  readonly #flows: FlowText[] = [];
  #at: number;

  constructor(text: string, from: number, to: number) {
    this.#text = text;
    this.#at = from;
    this.#end = to;
    this.#root = newEntry("", -1, from, from);
    this.#stack = [this.#root];
  }

  read(): Outline {
    while (this.#at < this.#end) this.#readLine();
    return { text: this.#text, root: this.#root, opaque: this.#opaque, flows: this.#flows };
  }

  get #top(): Entry {
    return this.#stack.at(-1) ?? this.#root;
  }

  #readLine(): void {
    const start = this.#at;
    const end = this.#lineEnd(start);
    this.#at = end + 1;
    const line = this.#text.slice(start, end);
    let column = line.search(/[^ ]/);
    if (column === -1 || line.trim() === "" || line.charAt(column) === "#") return;
    while (/^-(?=\s|$)/.test(line.slice(column))) {
      this.#popTo(column, true);
      const parent = this.#top;
      const item = newEntry(parent.children.length, column, start + column, start + column + 1);
      this.#push(parent, item);
      const next = line.slice(column + 1).search(/\S/);
      if (next === -1) return;
      column += 1 + next;
    }
    const rest = line.slice(column);
    const colon = keyEnd(rest);
    if (colon === undefined) {
      this.#readValue(this.#holderAt(column), start + column, end);
      return;
    }
    this.#popTo(column, false);
    const key = keyOf(rest.slice(0, colon.end));
    const entry = newEntry(key, column, start + column, start + column + colon.end);
    this.#push(this.#top, entry);
    const value = rest.slice(colon.behind).search(/\S/);
    if (value !== -1) this.#readValue(entry, start + column + colon.behind + value, end);
  }

  /** Whose value a text is that has no key. */
  #holderAt(column: number): Entry {
    const top = this.#top;
    return top.indent < column || top === this.#root ? top : this.#root;
  }

  #push(parent: Entry, entry: Entry): void {
    parent.children.push(entry);
    this.#stack.push(entry);
  }

  /** Leaves what a line at this column is not in. Items may stand at the column of their key. */
  #popTo(column: number, isItem: boolean): void {
    for (;;) {
      const top = this.#top;
      const holds = isItem && top.indent === column && typeof top.key === "string" && !top.hasValue;
      if (top.indent < column || holds) return;
      this.#stack.pop();
    }
  }

  #readValue(entry: Entry, from: number, lineEnd: number): void {
    const text = this.#text.slice(from, lineEnd);
    if (text.startsWith("#")) return;
    if (blockScalar.test(text)) {
      entry.hasValue = true;
      this.#skipBlock(entry.indent);
      return;
    }
    const start = from + (properties.exec(text)?.[0].length ?? 0);
    const first = this.#text.charAt(start);
    if (first === "{" || first === "[") this.#readFlow(entry, start);
    else if (first === '"' || first === "'") this.#readQuoted(entry, start, first);
    else {
      // A word in a line of its own may become a key.
      const isApart = this.#text.slice(entry.to, start).includes("\n");
      if (entry === this.#root || entry.hasValue || isApart) return;
      const bare = this.#text.slice(start, lineEnd).replace(/\s+#.*$/, "");
      this.#setValue(entry, start, start + bare.trimEnd().length);
    }
  }

  #readFlow(entry: Entry, start: number): void {
    const flow = readFlow(this.#text, start, this.#end, entry);
    this.#flows.push(flow);
    this.#setValue(entry, start, flow.to);
    this.#at = Math.max(this.#at, this.#lineEnd(flow.to) + 1);
  }

  #readQuoted(entry: Entry, start: number, quote: string): void {
    const pattern = quote === '"' ? /"(?:[^"\\]|\\[^])*"/y : /'(?:[^']|'')*'/y;
    pattern.lastIndex = start;
    const length = pattern.exec(this.#text)?.[0].length;
    const lineEnd = this.#lineEnd(start);
    const to = length === undefined ? lineEnd : Math.min(start + length, this.#end);
    this.#setValue(entry, start, to);
    if (to <= lineEnd) return;
    this.#opaque.push({ from: lineEnd + 1, to });
    this.#at = Math.max(this.#at, this.#lineEnd(to) + 1);
  }

  #setValue(entry: Entry, from: number, to: number): void {
    entry.hasValue = true;
    entry.valueFrom = from;
    entry.valueTo = to;
  }

  #skipBlock(indent: number): void {
    const from = this.#at;
    while (this.#at < this.#end) {
      const end = this.#lineEnd(this.#at);
      const column = this.#text.slice(this.#at, end).search(/\S/);
      if (column !== -1 && column <= indent) break;
      this.#at = end + 1;
    }
    // The cursor may stand behind the last line break, where the scalar would go on.
    this.#opaque.push({ from, to: this.#at - 1 });
  }

  #lineEnd(at: number): number {
    const end = this.#text.indexOf("\n", at);
    return end === -1 ? this.#end : Math.min(end, this.#end);
  }
}

/** Where a key ends that a text begins with, and its colon. */
function keyEnd(text: string): { readonly end: number; readonly behind: number } | undefined {
  const quoted = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')(?=\s*:(?:\s|$))/.exec(text)?.[0];
  const plain = /^[^\s#"'{}[\],|>@`%&*!][^]*?(?=\s*:(?:\s|$))/.exec(text)?.[0];
  const key = quoted ?? plain;
  if (key === undefined || (quoted === undefined && /\s#/.test(key))) return undefined;
  return { end: key.length, behind: text.indexOf(":", key.length) + 1 };
}

/** A key without its quotes. */
export function keyOf(text: string): string {
  if (text.startsWith("'")) return text.slice(1, -1).replaceAll("''", "'");
  if (!text.startsWith('"')) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}
