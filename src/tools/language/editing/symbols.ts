import { splitDocuments } from "../../../crd/source/split-documents.js";
import type { Entry, Outline, Range } from "./outline.js";
import { plainText } from "./outline.js";
import { documentAt } from "./spot.js";

/** A key, an item, or a document, with what is in it. */
export interface DocumentSymbol {
  /** The key; of an item its name or its index; of a document its kind and name. */
  readonly name: string;
  /** The scalar behind it, if there is one. */
  readonly detail: string;
  readonly kind: "document" | "object" | "list" | "value";
  /** All of it. */
  readonly range: Range;
  /** The key. */
  readonly own: Range;
  readonly children: readonly DocumentSymbol[];
}

/** The documents of a text with their fields, also of one that is half written. */
export function symbolsOf(text: string): readonly DocumentSymbol[] {
  return startsOf(text).flatMap((start) => {
    const document = documentAt(text, start);
    if (document.root.children.length === 0) return [];
    const children = document.root.children.map((entry) => symbolOf(document, entry));
    const range = rangeOf(document.root, children);
    const first = children[0]?.range.from ?? range.from;
    const own = { from: first, to: Math.max(first, children[0]?.own.to ?? first) };
    const name = titleOf(document);
    const detail = childText(document, document.root, "apiVersion");
    return [
      { name, detail, kind: "document", range: { from: first, to: range.to }, own, children },
    ];
  });
}

function startsOf(text: string): readonly number[] {
  if (/^\s*\{/.test(text)) return [0];
  return [...splitDocuments(text, 0)].map(({ start }) =>
    text.charAt(start) === "\n" ? start + 1 : start,
  );
}

function titleOf(document: Outline): string {
  const metadata = document.root.children.find(({ key }) => key === "metadata");
  const kind = childText(document, document.root, "kind");
  const name = metadata === undefined ? "" : childText(document, metadata, "name");
  const title = `${kind} ${name}`.trim();
  return title === "" ? "document" : title;
}

function childText({ text }: Outline, holder: Entry, key: string): string {
  const value = holder.children.find((entry) => entry.key === key)?.value;
  return value === undefined ? "" : plainText(text.slice(value.from, value.to));
}

function symbolOf(document: Outline, entry: Entry): DocumentSymbol {
  const children = entry.children.map((child) => symbolOf(document, child));
  const isItem = typeof entry.key === "number";
  const name = isItem ? childText(document, entry, "name") : "";
  const scalar = entry.value !== undefined && children.length === 0 ? entry.value : undefined;
  return {
    name: name === "" ? (isItem ? `[${entry.key}]` : entry.key || '""') : name,
    detail: scalar === undefined ? "" : firstLine(document.text.slice(scalar.from, scalar.to)),
    kind:
      children.length === 0
        ? "value"
        : typeof entry.children[0]?.key === "number"
          ? "list"
          : "object",
    range: rangeOf(entry, children),
    own: { from: entry.from, to: entry.to },
    children,
  };
}

function rangeOf({ from, to, value }: Entry, children: readonly DocumentSymbol[]): Range {
  const end = Math.max(to, value?.to ?? 0, children.at(-1)?.range.to ?? 0);
  return { from, to: end };
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0]?.slice(0, 80) ?? "";
}
