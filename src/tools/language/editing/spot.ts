import type { SyntaxNode } from "@lezer/common";
import { lineEnd, splitDocuments } from "../../../crd/source/split-documents.js";
import { startOfLine } from "../../../crd/source/split-documents.js";
import type { Entry, Outline, Range } from "./outline.js";
import { lastBefore, outlineOf } from "./outline.js";

/** A place where something can be written. */
export interface Spot {
  /** A key of an object, the value of a key, or what stands behind the dash of an item. */
  readonly role: "key" | "value" | "item";
  readonly document: Outline;
  /** From the document to the object that has the key, to the value's key, or to the item. */
  readonly chain: readonly Entry[];
  /** The range of the text that is written there already. */
  readonly from: number;
  readonly to: number;
  /** A key that has its colon. */
  readonly hasColon: boolean;
  /** The column of the key, which those of its siblings have too. */
  readonly column: number;
  /** `json`: between braces, where keys have quotes; `flow`: the same without quotes. */
  readonly style: "block" | "flow" | "json";
}

/** The document of a text around an offset, as far as it is understood without the word there. */
export function documentAround(text: string, offset: number): Outline {
  return outlineWithin(text, withoutWord(text, offset), offset);
}

/** The document of a text that an offset is in. */
export function documentAt(text: string, offset: number): Outline {
  return outlineWithin(text, text, offset);
}

function outlineWithin(text: string, readable: string, offset: number): Outline {
  const { from, to } = rangeOfDocument(text, offset);
  const own = readable.slice(from, to).replaceAll(bareWord, (line) => " ".repeat(line.length));
  return outlineOf(text, "\n".repeat(from) + own, from);
}

/** A line with a word alone above a key, which would begin with that word. */
const bareWord = /^( *)[\w./-]+ *$(?=\n\1[\w./"'-]+ *:(?:\s|$))/gm;

/** Tells whether all other lines of the document at an offset are blank or comments. */
export function isOnlyLine(text: string, offset: number): boolean {
  const { from, to } = rangeOfDocument(text, offset);
  const before = text.slice(from, Math.max(from, startOfLine(text, offset)));
  const after = text.slice(lineEnd(text, offset), to);
  return `${before}\n${after}`.split("\n").every((line) => /^\s*(?:#|$)/.test(line));
}

function rangeOfDocument(text: string, offset: number): Range {
  let [from, to] = [0, text.length];
  if (/^\s*\{/.test(text)) return { from, to };
  for (const chunk of splitDocuments(text, 0)) {
    if (chunk.start > offset) break;
    // The chunk begins at the end of the line of its marker.
    from = text.charAt(chunk.start) === "\n" ? chunk.start + 1 : chunk.start;
    to = chunk.end;
  }
  return offset > to ? { from: offset, to: text.length } : { from: Math.min(from, to), to };
}

/**
 * The text with blanks for a word that is being written: without a colon, or with an open quote, it
 * would run on into the lines below.
 */
function withoutWord(text: string, offset: number): string {
  const start = startOfLine(text, offset);
  const end = lineEnd(text, offset);
  const before = text.slice(start, offset);
  const behind = text.slice(offset, end);
  const quote = /(?<![^\s{[,:])(["'])(?:(?!\1).)*$/.exec(before);
  if (quote !== null) {
    const isOpen = !behind.includes(quote[1] ?? "");
    return isOpen ? withBlanks(text, start + quote.index, end) : text;
  }
  const from = start + before.search(/[^\s#,:{}[\]"']*$/);
  const to = offset + behind.search(/[\s#,:{}[\]"']|$/);
  const isKey = /^\s*:/.test(text.slice(to, end));
  return isKey || text.slice(from, to) === "-" ? text : withBlanks(text, from, to);
}

function withBlanks(text: string, from: number, to: number): string {
  return text.slice(0, from) + " ".repeat(to - from) + text.slice(to);
}

/** Finds the place to write at an offset; undefined in comments and block scalars. */
export function spotAt(document: Outline, offset: number): Spot | undefined {
  if (isInScalarOfLines(document, offset)) return undefined;
  let node: SyntaxNode | null = document.tree.resolveInner(offset, -1);
  while (node !== null && !hasOpening(node)) node = node.parent;
  return node === null ? blockSpot(document, offset) : flowSpot(document, node, offset);
}

function hasOpening({ firstChild }: SyntaxNode): boolean {
  return firstChild?.name === "{" || firstChild?.name === "[";
}

/** Behind the first line of a block scalar, or of a quoted text. */
function isInScalarOfLines(document: Outline, offset: number): boolean {
  const { text, readable, tree } = document;
  const node = tree.resolveInner(readable.slice(0, offset).trimEnd().length, -1);
  const isQuoted = node.name === "QuotedLiteral" && offset <= node.to;
  const scalar = isQuoted ? node : node.name === "BlockLiteral" ? node : node.parent;
  if (scalar === null || (!isQuoted && scalar.name !== "BlockLiteral")) return false;
  if (!text.slice(scalar.from, offset).includes("\n")) return false;
  return isQuoted || isIndentedAs(document, scalar, offset);
}

/**
 * Tells whether the line of an offset stands as far to the right as the lines of a block scalar
 * before it: else it ends the scalar. Of a line without a word the offset counts.
 */
function isIndentedAs({ text, root }: Outline, scalar: SyntaxNode, offset: number): boolean {
  if (offset === text.length && text.endsWith("\n")) return false;
  const start = startOfLine(text, offset);
  const columnOf = (line: string): number => line.search(/[^ ]|$/);
  const line = text.slice(start, lineEnd(text, offset));
  const column = line.trim() === "" ? offset - start : columnOf(line);
  const [, ...lines] = text.slice(scalar.from, start).split("\n");
  const first = lines.find((one) => one.trim() !== "");
  const holder = lastBefore(root, scalar.from).at(-1)?.indent ?? -1;
  return column > holder && (first === undefined || column >= columnOf(first));
}

/** Between the commas around an offset. */
function flowSpot(document: Outline, brackets: SyntaxNode, offset: number): Spot | undefined {
  const { text, root } = document;
  const entries = lastBefore(root, offset);
  const depth = entries.findIndex(({ value }) => value?.from === brackets.from);
  const isBehind = offset === brackets.to && /^[\]}]$/.test(brackets.lastChild?.name ?? "");
  if (depth === -1 || isBehind) return undefined;
  const chain = entries.slice(0, depth + 1);
  const { from, to } = betweenCommas(text, brackets, offset);
  const start = wordIn(text, { from, to }).from;
  const pair = brackets.getChildren("Pair").find((one) => one.from === start);
  const colon = pair?.getChild(":");
  const isList = brackets.name === "FlowSequence";
  const role = isList ? "item" : colon && offset >= colon.to ? "value" : "key";
  const reach =
    role === "value" ? { from: colon?.to ?? from, to } : { from, to: colon?.from ?? to };
  const word = wordIn(text, reach);
  const isEmpty = word.from === word.to;
  const isLoose = role === "key" && !colon;
  if (/^[{[]/.test(text.slice(word.from, word.to)) || (!isEmpty && !isLoose && offset > word.to)) {
    return undefined;
  }
  const own =
    role === "value" ? chain.at(-1)?.children.find((one) => one.from === start) : undefined;
  return {
    role,
    document,
    chain: own === undefined ? chain : [...chain, own],
    from: isEmpty ? offset : word.from,
    to: isEmpty ? offset : word.to,
    hasColon: role === "key" && Boolean(colon),
    column: 0,
    style: text.slice(root.from).trimStart().startsWith("{") ? "json" : "flow",
  };
}

function betweenCommas(text: string, brackets: SyntaxNode, offset: number): Range {
  let from = brackets.from + 1;
  for (let node = brackets.firstChild; node !== null; node = node.nextSibling) {
    const isComma = /^[,\]}]$/.test(node.name);
    if (isComma && node.from >= offset) return { from, to: node.from };
    if (isComma || isBehindLine(text, node, offset)) from = node.to;
  }
  return { from, to: brackets.to };
}

/**
 * Tells whether something is written in a line behind a member or item, whose comma is not there
 * yet.
 */
function isBehindLine(text: string, { name, to }: SyntaxNode, offset: number): boolean {
  return /^(?:Pair|Item)$/.test(name) && /\n\s*\S/.test(text.slice(to, offset));
}

/** Returns the text that is written in a range, up to the end of its line. */
function wordIn(text: string, { from, to }: Range): Range {
  const written = text.slice(from, to);
  const start = from + (written.length - written.trimStart().length);
  const line = written.trimStart().split("\n", 1)[0] ?? "";
  return { from: start, to: start + line.trimEnd().length };
}

function blockSpot(document: Outline, offset: number): Spot | undefined {
  const { text, root } = document;
  const start = startOfLine(text, offset);
  const end = lineEnd(text, offset);
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
