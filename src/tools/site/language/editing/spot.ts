import { splitDocuments } from "../../../../crd/source/split-documents.js";
import type { FlowSlot } from "./flow-reader.js";
import type { Entry } from "./outline-entry.js";
import type { Outline } from "./outline.js";
import { keyOf, outlineOf } from "./outline.js";

/** A place where something can be written. */
export interface Spot {
  /** A key of an object, the value of a key, or what stands behind the dash of an item. */
  readonly role: "key" | "value" | "item";
  readonly document: Outline;
  /** From the document to the object that has the key, to the value's key, or to the item. */
  readonly chain: readonly Entry[];
  /** What is written there already. */
  readonly from: number;
  readonly to: number;
  /** A key that has its colon. */
  readonly hasColon: boolean;
  /** The column of the key, which those of its siblings have too. */
  readonly column: number;
  /** `json`: between braces, where keys have quotes; `flow`: the same without quotes. */
  readonly style: "block" | "flow" | "json";
}

/** The document of a text around an offset. */
export function documentAt(text: string, offset: number): Outline {
  const isJson = /^\s*\{/.test(text);
  let from = 0;
  let to = text.length;
  if (!isJson) {
    for (const chunk of splitDocuments(text, 0)) {
      if (chunk.start > offset) break;
      // The chunk begins at the end of the line of its marker.
      from = text.charAt(chunk.start) === "\n" ? chunk.start + 1 : chunk.start;
      to = chunk.end;
    }
    if (offset > to) [from, to] = [offset, text.length];
  }
  return outlineOf(text, Math.min(from, text.length), to);
}

/** What can be written at an offset; undefined in comments and block scalars. */
export function spotAt(document: Outline, offset: number): Spot | undefined {
  if (document.opaque.some(({ from, to }) => from <= offset && offset <= to)) return undefined;
  const flow = document.flows.find(({ from, to }) => from < offset && offset <= to);
  if (flow === undefined) return blockSpot(document, offset);
  const text = document.text.slice(flow.from, flow.to);
  if (offset === flow.to && /[\]}]$/.test(text)) return undefined;
  // Those of inner brackets come first where they touch others.
  const slot = flow.slots
    .filter(({ reachFrom, reachTo }) => reachFrom <= offset && offset <= reachTo)
    .sort((left, right) => sizeOf(left) - sizeOf(right))[0];
  return slot && flowSpot(document, slot, offset);
}

function sizeOf({ reachFrom, reachTo }: FlowSlot): number {
  return reachTo - reachFrom;
}

function flowSpot(document: Outline, slot: FlowSlot, offset: number): Spot {
  const { entry, hasColon } = slot;
  const isEmpty = slot.from === slot.to;
  const [from, to] = isEmpty ? [offset, offset] : [slot.from, slot.to];
  const chain = chainTo(document.root, entry) ?? [];
  const isItem = slot.role === "value" && !isValueOf(entry, slot);
  const start = document.text.slice(chain[0]?.from).trimStart().charAt(0);
  const style = start === "{" ? "json" : "flow";
  return {
    role: isItem ? "item" : slot.role,
    document,
    chain,
    from,
    to,
    hasColon,
    column: 0,
    style,
  };
}

/** Else it is an item of a list. */
function isValueOf({ valueFrom, to, from }: Entry, slot: FlowSlot): boolean {
  return to > from && to <= slot.reachFrom && valueFrom === slot.from;
}

/** The entries on the way to one. */
function chainTo(root: Entry, wanted: Entry): readonly Entry[] | undefined {
  if (root === wanted) return [root];
  for (const child of root.children) {
    const found = child.from <= wanted.from ? chainTo(child, wanted) : undefined;
    if (found !== undefined) return [root, ...found];
  }
  return undefined;
}

function blockSpot(document: Outline, offset: number): Spot | undefined {
  const { text, root } = document;
  const start = text.slice(0, offset).lastIndexOf("\n") + 1;
  const end = endOfLine(text, offset);
  const line = text.slice(start, end);
  const content = /^ *(?:-(?: +|$))*/.exec(line)?.[0].length ?? 0;
  const before = text.slice(start, offset);
  if (/(?:^|\s)#/.test(before) || line.includes("\t")) return undefined;
  const rest = line.slice(content);
  const colon = /^(?:"[^"]*"|'[^']*'|[^"'#\s][^#]*?)\s*:(?=\s|$)/.exec(rest)?.[0].length;
  const shared = { document, style: "block" } as const;
  if (colon !== undefined && offset >= start + content + colon) {
    const from = start + content + colon;
    const value = rest.slice(colon).replace(/\s+#.*$/, "").trimEnd(); // prettier-ignore
    const gap = value.search(/\S/);
    const chain = lastBefore(root, offset);
    const range = gap === -1 ? [offset, offset] : [from + gap, from + value.length];
    const [valueFrom = offset, valueTo = offset] = range;
    if (offset < valueFrom || offset > valueTo) return undefined;
    const column = chain.at(-1)?.indent ?? 0;
    return {
      role: "value",
      chain,
      from: valueFrom,
      to: valueTo,
      hasColon: false,
      column,
      ...shared,
    };
  }
  const isBlank = rest.trim() === "";
  const column = isBlank && !line.includes("-") ? offset - start : content;
  const from = isBlank ? offset : start + content;
  if (offset < from) return undefined;
  const chain = holdersOf(root, start + Math.min(content, line.length), column);
  const token = colon === undefined ? rest.trimEnd() : rest.slice(0, colon - 1).trimEnd();
  const to = isBlank ? offset : Math.max(from + token.length, offset);
  return { role: "key", chain, from, to, hasColon: colon !== undefined, column, ...shared };
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

/** The entries that hold what stands at an offset and a column. */
function holdersOf(root: Entry, before: number, column: number): readonly Entry[] {
  const chain = [root];
  for (let holder: Entry | undefined = root; holder !== undefined;) {
    const next: Entry | undefined = holder.children.findLast(({ from }) => from < before);
    holder = next !== undefined && next.indent < column ? next : undefined;
    if (holder !== undefined) chain.push(holder);
  }
  return chain;
}

/** The entries that begin last at or before an offset, each within the one before. */
export function lastBefore(root: Entry, offset: number): readonly Entry[] {
  const chain = [root];
  for (let holder: Entry | undefined = root; holder !== undefined;) {
    holder = holder.children.findLast(({ from }) => from <= offset);
    if (holder !== undefined) chain.push(holder);
  }
  return chain;
}

/** The text of a child, without quotes; `""` if there is none. */
export function textOf(document: Outline, holder: Entry | undefined, key: string): string {
  const child = holder?.children.find((entry) => entry.key === key);
  if (child === undefined) return "";
  return keyOf(document.text.slice(child.valueFrom, child.valueTo));
}

/** An object of a document, and the way from there. */
export interface PlacedObject {
  readonly object: Entry;
  readonly rest: readonly Entry[];
}

/** The object that a chain leads into: of a list of objects, one of its items. */
export function objectOf(document: Outline, chain: readonly Entry[]): PlacedObject {
  let [object = document.root, ...rest] = chain;
  for (;;) {
    const [items, item, ...others] = rest;
    const isList =
      textOf(document, object, "kind").endsWith("List") &&
      items?.key === "items" &&
      item !== undefined;
    if (!isList) return { object, rest };
    object = item;
    rest = others;
  }
}
