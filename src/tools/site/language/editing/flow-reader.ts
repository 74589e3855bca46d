import type { Entry } from "./outline-entry.js";
import { newEntry } from "./outline-entry.js";

/** A place between braces or brackets where something can be written, or is. */
export interface FlowSlot {
  readonly role: "key" | "value";
  /** What holds the key, or whose value it is; of an item in brackets, the list. */
  readonly entry: Entry;
  /** What is written there; empty if nothing is. */
  readonly from: number;
  readonly to: number;
  /** From where to where the cursor belongs to the slot. */
  readonly reachFrom: number;
  readonly reachTo: number;
  /** Of a key: whether its colon is there. */
  readonly hasColon: boolean;
}

/** What stands between braces or brackets. */
export interface FlowText {
  readonly from: number;
  readonly to: number;
  readonly slots: readonly FlowSlot[];
}

/**
 * Reads JSON, and YAML between braces or brackets, into the children of an entry; a text that ends
 * too early ends all that is open.
 */
export function readFlow(text: string, from: number, end: number, entry: Entry): FlowText {
  const reader = new FlowReader(text, from, end);
  reader.readComposite(entry);
  return { from, to: reader.at, slots: reader.slots };
}

/** So deep no object is. */
const deepest = 500;

class FlowReader {
  readonly slots: FlowSlot[] = [];
  at: number;
  readonly #text: string;
  readonly #end: number;
  #depth = 0;

  constructor(text: string, from: number, end: number) {
    this.#text = text;
    this.at = from;
    this.#end = end;
  }

  readComposite(entry: Entry): void {
    const isObject = this.#next === "{";
    const close = isObject ? "}" : "]";
    this.at++;
    if (++this.#depth > deepest) this.at = this.#end;
    while (this.at < this.#end) {
      const before = this.at;
      if (isObject) this.#readMember(entry);
      else this.#readItem(entry);
      this.#skipBlanks();
      const next = this.#next;
      if (next === close || next === ",") this.at++;
      else if (this.at === before) this.at++;
      if (next === close) break;
    }
    this.#depth--;
  }

  get #next(): string {
    return this.at < this.#end ? this.#text.charAt(this.at) : "";
  }

  #readMember(holder: Entry): void {
    const reachFrom = this.at;
    this.#skipBlanks();
    const from = this.at;
    this.#skipToken(":");
    const to = this.at;
    this.#skipBlanks();
    const hasColon = this.#next === ":";
    const reachTo = Math.max(to, hasColon ? to : this.at);
    this.slots.push({ role: "key", entry: holder, from, to, reachFrom, reachTo, hasColon });
    if (!hasColon) return;
    this.at++;
    const entry = newEntry(bareKey(this.#text.slice(from, to)), holder.indent, from, to);
    holder.children.push(entry);
    this.#readValue(entry, entry, this.at);
  }

  #readItem(holder: Entry): void {
    const reachFrom = this.at;
    this.#skipBlanks();
    const item = newEntry(holder.children.length, holder.indent, this.at, this.at);
    if (!this.#readValue(item, holder, reachFrom)) return;
    item.to = item.valueTo;
    holder.children.push(item);
  }

  /** `slotEntry` is whose value is to be completed; says whether there is a value. */
  #readValue(entry: Entry, slotEntry: Entry, reachFrom: number): boolean {
    this.#skipBlanks();
    const from = this.at;
    const isComposite = this.#next === "{" || this.#next === "[";
    if (isComposite) this.readComposite(entry);
    else this.#skipToken("");
    const to = this.at;
    entry.hasValue = to > from;
    entry.valueFrom = from;
    entry.valueTo = to;
    if (!isComposite) {
      this.#skipBlanks();
      const slot = { from, to, reachFrom, reachTo: to > from ? to : this.at, hasColon: false };
      this.slots.push({ role: "value", entry: slotEntry, ...slot });
    }
    return to > from;
  }

  /** A quoted text, or all up to what ends a plain one. */
  #skipToken(ends: string): void {
    const quote = this.#next;
    if (quote === '"' || quote === "'") {
      for (this.at++; this.at < this.#end; this.at++) {
        const next = this.#text.charAt(this.at);
        if (next === "\n" || next === quote) break;
        if (next === "\\" && quote === '"') this.at++;
      }
      if (this.#next === quote) this.at++;
      this.at = Math.min(this.at, this.#end);
      return;
    }
    const start = this.at;
    while (this.at < this.#end && !`,]}{[\n${ends}`.includes(this.#next)) this.at++;
    const token = this.#text.slice(start, this.at);
    this.at = start + token.trimEnd().length;
  }

  #skipBlanks(): void {
    while (this.at < this.#end && " \t\r\n".includes(this.#next)) this.at++;
  }
}

function bareKey(text: string): string {
  return text.replace(/^(["'])([^]*)\1$/, "$2");
}
