/** A piece of a line of text. */
export interface Span {
  readonly kind: "text" | "code" | "link";
  /** What is shown: without backticks; of an address what tells it from others. */
  readonly text: string;
  /** As it was written. */
  readonly source: string;
}

/** A part of a description that stands by itself. */
export type Block =
  | { readonly kind: "paragraph"; readonly lines: readonly (readonly Span[])[] }
  | { readonly kind: "list"; readonly items: readonly ListItem[] }
  | { readonly kind: "drawing"; readonly text: string };

/** An item of a list, and the mark in front of it, such as `-` or `2.`. */
export interface ListItem {
  readonly mark: string;
  readonly lines: readonly (readonly Span[])[];
}

/**
 * Reads a description as prose: paragraphs, lists, and drawings, which stay as they are. Lines that
 * were broken to fit a width are joined; text in backticks is code; addresses of the web are links.
 * There is no other markup. All of the text is in the blocks, whatever it is; the time is linear.
 */
export function proseOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  for (const chunk of chunksOf(text)) {
    if (isDrawing(chunk)) blocks.push({ kind: "drawing", text: withoutIndent(chunk).join("\n") });
    else blocks.push(...textBlocks(chunk));
  }
  return joinLists(blocks);
}

/** The lines between empty lines; what stands between fences is one chunk. */
function chunksOf(text: string): readonly (readonly string[])[] {
  const chunks: string[][] = [[]];
  let isFenced = false;
  for (const line of text.split(/\r?\n/)) {
    const isFence = line.trimStart().startsWith("```");
    if (isFence && !isFenced) chunks.push([]);
    if (isFenced || line.trim() !== "") chunks.at(-1)?.push(line.trimEnd());
    else chunks.push([]);
    if (isFence && isFenced) chunks.push([]);
    isFenced = isFence !== isFenced;
  }
  return chunks.filter((lines) => lines.some((line) => line !== ""));
}

/** Fenced or indented, or with columns and boxes. */
function isDrawing(lines: readonly string[]): boolean {
  if (lines[0]?.trimStart().startsWith("```") === true) return true;
  if (lines.some((line) => markOf(line) !== undefined)) return false;
  if (lines.every((line) => /^(?: {4}|\t)/.test(line))) return true;
  return lines.filter((line) => /[─-╿]|\S {3,}\S/.test(line)).length > 1;
}

function withoutIndent(lines: readonly string[]): readonly string[] {
  const indents = lines.filter((line) => line !== "").map((line) => line.search(/\S/));
  const least = indents.reduce((left, right) => Math.min(left, right), Infinity);
  return lines.map((line) => line.slice(least));
}

const listMark = /^[^\S\n]{0,20}([-*+•]|\d{1,3}[.)])[^\S\n]+(?=\S)/;

function markOf(line: string): string | undefined {
  return listMark.exec(line)?.[1];
}

/** Paragraphs and lists as they follow each other without an empty line. */
function textBlocks(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  for (const part of partsOf(lines)) {
    const [first = ""] = part;
    const mark = markOf(first);
    if (mark === undefined) blocks.push({ kind: "paragraph", lines: linesOf(part) });
    else {
      const own = [first.replace(listMark, ""), ...part.slice(1)];
      blocks.push({ kind: "list", items: [{ mark, lines: linesOf(own) }] });
    }
  }
  return blocks;
}

/** Each item of a list, and what stands in front of the first one. */
function partsOf(lines: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [];
  for (const line of lines) {
    if (parts.length === 0 || markOf(line) !== undefined) parts.push([]);
    parts.at(-1)?.push(line);
  }
  return parts;
}

function joinLists(blocks: readonly Block[]): readonly Block[] {
  const joined: Block[] = [];
  /** Of the list that the last block is. */
  let items: ListItem[] | undefined;
  for (const block of blocks) {
    if (block.kind === "list" && items !== undefined) items.push(...block.items);
    else {
      items = block.kind === "list" ? [...block.items] : undefined;
      joined.push(items === undefined ? block : { kind: "list", items });
    }
  }
  return joined;
}

/** Joins lines that were broken to fit a width; breaks that say something stay. */
function linesOf(lines: readonly string[]): readonly (readonly Span[])[] {
  const width = lines.reduce((most, line) => Math.max(most, line.length), 0);
  const joined: string[][] = [];
  let before = "";
  for (const line of lines) {
    const [word = ""] = line.trimStart().split(/\s/, 1);
    const isMeant = endsSentence(before) && before.length + 1 + word.length < width;
    if (joined.length === 0 || isMeant) joined.push([]);
    joined.at(-1)?.push(line.trim());
    before = line;
  }
  return joined.map((parts) => spansOf(parts.join(" ")));
}

function endsSentence(line: string): boolean {
  const last = line.slice(line.lastIndexOf(" ") + 1);
  return /[.:;!?]$/.test(last) || /^https?:/.test(last);
}

const special = /``[^`]+``|`[^`]+`|https?:\/\/[^\s<>"'`{}|\\^]+/g;

function spansOf(line: string): readonly Span[] {
  const spans: Span[] = [];
  let end = 0;
  for (const { 0: found, index } of line.matchAll(special)) {
    const span = found.startsWith("`") ? codeSpan(found) : linkSpan(found);
    if (index > end) spans.push(textSpan(line.slice(end, index)));
    spans.push(span);
    end = index + span.source.length;
  }
  if (end < line.length) spans.push(textSpan(line.slice(end)));
  return spans;
}

function textSpan(text: string): Span {
  return { kind: "text", text, source: text };
}

function codeSpan(source: string): Span {
  return { kind: "code", text: source.replaceAll("`", ""), source };
}

/** What ends a sentence, or closes a bracket of the text around it, is no part of an address. */
function linkSpan(found: string): Span {
  let source = trimmedEnd(found);
  while (/[)\]]$/.test(source) && !/[([]/.test(source)) source = trimmedEnd(source.slice(0, -1));
  return { kind: "link", text: shortAddress(source), source };
}

function trimmedEnd(address: string): string {
  let { length } = address;
  while (length > 0 && ".,;:!?*_".includes(address.charAt(length - 1))) length--;
  return address.slice(0, length);
}

const rfcAddress =
  /^https?:\/\/(?:datatracker\.ietf\.org\/doc\/html|tools\.ietf\.org\/html|www\.rfc-editor\.org\/rfc)\/rfc(\d{1,5})(?:\.html)?(?:#section-([\d.]{1,20}))?$/;
const issueAddress =
  /^https?:\/\/github\.com\/([\w.-]{1,40}\/[\w.-]{1,100})\/(?:issues|pull)\/(\d{1,9})$/;

/** So long an address is shown whole, without its scheme. */
const longestAddress = 36;

/** `RFC 5280 § 4.2.1.3`, `owner/repository#12`, or the host and the end of the path. */
function shortAddress(address: string): string {
  const rfc = rfcAddress.exec(address);
  if (rfc !== null) return `RFC ${rfc[1] ?? ""}${rfc[2] === undefined ? "" : ` § ${rfc[2]}`}`;
  const issue = issueAddress.exec(address);
  if (issue !== null) return `${issue[1] ?? ""}#${issue[2] ?? ""}`;
  const plain = address.replace(/^https?:\/\/(?:www\.)?/, "").replace(/\/$/, "");
  if (plain.length <= longestAddress) return plain;
  const [host = ""] = plain.split(/[/?#]/, 1);
  const last =
    plain
      .slice(host.length + 1)
      .split("/")
      .at(-1) ?? "";
  return `${host}/…${last === "" ? "" : "/"}${last.slice(-longestAddress)}`;
}
