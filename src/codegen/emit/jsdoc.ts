import {
  codePointName,
  directionMarks,
  invisible,
  laterControls,
  lineSeparators,
  privateUse,
} from "../../crd/source/characters.js";

/**
 * The contents of a doc comment. All of it is untrusted text; none of it can end the comment or
 * start a tag.
 */
export interface Documentation {
  /** Markdown as the author wrote it; none by default. */
  readonly text?: string;
  /** Short facts, printed as a list below the text; none by default. */
  readonly facts?: readonly string[];
  /** None by default. */
  readonly tags?: readonly DocTag[];
}

/** A block tag with its text, which is untrusted as all of a comment is. */
export interface DocTag {
  readonly name: "default" | "deprecated" | "see";
  readonly text: string;
}

/** The lines of a doc comment; none where there is nothing to say. */
export type DocComment = readonly string[];

/**
 * A doc comment, whose lines are at most 80 columns wide where it is indented by so many. The
 * author's line breaks stay, except where a line that is too long goes on with the same sentence.
 */
export function jsDoc(documentation: Documentation, indentation = 0): DocComment {
  const { text = "", facts = [], tags = [] } = documentation;
  const width = Math.max(lineWidth - indentation - " * ".length, 20);
  const lines: string[] = [];
  wrapText(escapeComment(text).trim(), width, lines);
  const items = facts.map(oneLine).filter((item) => item !== "");
  const [item, ...others] = items;
  const isAlone = lines.length === 0 && others.length === 0 && tags.length === 0;
  if (item !== undefined && isAlone) wrapText(item, width, lines);
  else wrapItems(items, width, lines);
  if (tags.length > 0) {
    if (lines.length > 0) lines.push("");
    for (const tag of tags) {
      wrapText(`@${tag.name} ${oneLine(tag.text)}`.trimEnd(), width, lines);
    }
  }
  return frame(lines, indentation);
}

const lineWidth = 80;

function frame(lines: readonly string[], indentation: number): DocComment {
  const [first] = lines;
  if (first === undefined) return [];
  const single = indentation + first.length + "/**  */".length <= lineWidth;
  if (lines.length === 1 && single) return [`/** ${first} */`];
  return ["/**", ...lines.map((line) => (line === "" ? " *" : ` * ${line}`)), " */"];
}

/** A doc comment as text, with its line end. */
export function docText(comment: DocComment): string {
  return comment.map((line) => `${line}\n`).join("");
}

/** A list, apart from what stands above; the further lines of an item are indented. */
function wrapItems(items: readonly string[], width: number, lines: string[]): void {
  if (lines.length > 0 && items.length > 0) lines.push("");
  for (const item of items) {
    const wrapped: string[] = [];
    wrapLine(item, width - 2, wrapped);
    wrapped.forEach((line, index) => lines.push((index === 0 ? "- " : "  ") + line));
  }
}

/**
 * Wraps prose; what Markdown takes line by line, code between fences and the rows of tables, stays
 * as it is.
 */
function wrapText(text: string, width: number, lines: string[]): void {
  if (text === "") return;
  let isCode = false;
  const given = text.split("\n");
  const isRow = (at: number): boolean => tableRow.test(given[at] ?? "");
  for (let at = 0; at < given.length; at++) {
    const line = given[at] ?? "";
    const isFence = fence.test(line);
    const isTable = isRow(at) && (isRow(at - 1) || isRow(at + 1));
    if (isCode || isFence || isTable) lines.push(line.trimEnd());
    else if (line.length <= width) lines.push(line.trimEnd());
    else {
      const last = lastOfSentence(given, at, width);
      wrapLine(joinLines(given.slice(at, last + 1)), width, lines);
      at = last;
    }
    if (isFence) isCode = !isCode;
  }
}

const fence = /^\s*```[^`]*$/;
const tableRow = /^\s*\|.*\|\s*$/;

/** The last of the lines over which the author broke the sentence that a line does not end. */
function lastOfSentence(given: readonly string[], at: number, width: number): number {
  let last = at;
  while (goesOn(given[last] ?? "", given[last + 1] ?? "", width)) last++;
  return last;
}

/**
 * Tells whether a line was full and the next one continues its sentence, so that it is no item,
 * example or line of code.
 */
function goesOn(line: string, next: string, width: number): boolean {
  if (line.length < width * 0.75 || !openEnd.test(line.trimEnd()) || !moreProse.test(next))
    return false;
  return indentOf(next).length <= hangingIndent(line).length;
}

const openEnd = /[\w,)'"`’]$/;
const moreProse = /^\s*\(?[a-z][a-z'’-]*(?:[.,;)]?$|[.,;)]? )/;

function joinLines(lines: readonly string[]): string {
  const [first = "", ...others] = lines;
  return [first.trimEnd(), ...others.map((line) => line.trim())].join(" ");
}

/**
 * Breaks at spaces; what follows stands below the text of the line. A word that is too long gets a
 * line of its own.
 */
function wrapLine(line: string, width: number, lines: string[]): void {
  const hanging = hangingIndent(line);
  let indent = "";
  let from = 0;
  let start = hanging.length;
  while (line.length - from > width - indent.length) {
    const at = breakBehind(line, start, from + width - indent.length);
    if (at === -1) break;
    lines.push(indent + line.slice(from, at).trimEnd());
    indent = hanging.slice(0, width / 2);
    start = from = firstWordAt(line, at);
  }
  const rest = line.slice(from).trimEnd();
  if (rest !== "" || from === 0) lines.push(indent + rest);
}

/** The last space up to `limit` at which a line may end, else the first one beyond it, or -1. */
function breakBehind(line: string, start: number, limit: number): number {
  let at = line.lastIndexOf(" ", limit);
  while (at > start && blockMark.test(line.slice(at + 1, at + 9)))
    at = line.lastIndexOf(" ", at - 1);
  return at > start ? at : line.indexOf(" ", Math.max(limit, start));
}

function firstWordAt(line: string, at: number): number {
  word.lastIndex = at;
  return word.exec(line)?.index ?? line.length;
}

const word = /\S/g;

/** Returns the indentation of the further lines of a list's item, or of an indented line. */
function hangingIndent(line: string): string {
  const indent = indentOf(line);
  const [mark = ""] = itemMark.exec(line.slice(indent.length)) ?? [];
  return indent + " ".repeat(mark.length);
}

function indentOf(line: string): string {
  return line.slice(0, line.length - line.trimStart().length);
}

const itemMark = /^(?:[-*+]|\d{1,2}[.)])\s+/;

// What at the beginning of a line makes Markdown see a list, a quotation or a heading.
const blockMark = /^(?:[-+*>]|#{1,6}|1[.)]) /;

/**
 * Writes a quotation from a CRD, such as a pattern, on one line: line ends that no editor shows are
 * spelled out, not taken for spaces.
 */
function oneLine(text: string): string {
  const shown = text.replace(/[\u2028\u2029]/g, codePointName);
  return escapeComment(shown).replace(/\s+/g, " ").trim();
}

const unseen = laterControls + directionMarks + invisible + privateUse;

// Ends of comments, tags, words for tools, line ends of every kind, and what is hidden.
const suspicious = new RegExp(
  String.raw`\*/|[@#]|[\0-\x08\x0B-\x1F${unseen}${lineSeparators}\uD800-\uDFFF]`,
);

/**
 * The text without anything that could end a comment or mislead a reader; what is replaced stays
 * recognisable. Compilers told to `stripInternal` look for that word anywhere in a comment, escaped
 * or not, so its sign is spelled as in HTML.
 */
function escapeComment(text: string): string {
  if (!suspicious.test(text)) return text;
  return text
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, "\n")
    .replaceAll("*/", "*\\/")
    .replaceAll("@internal", "&#64;internal")
    .replace(wordsForTools, spelledSign)
    .replace(/(^|[^\w\\])@/g, "$1\\@")
    .replace(hidden, codePointName);
}

/**
 * A line comment for every line of a text, which is untrusted too. Compilers take lines that begin
 * with `@ts-…` for their directives.
 */
export function commentLines(text: string): DocComment {
  return text.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => {
    const shown = line
      .replace(wordsForTools, spelledSign)
      .replace(/^\s*@/, "\\@")
      .replace(/[\v\f]/g, codePointName)
      .replace(hidden, codePointName);
    return `// ${shown}`.trimEnd();
  });
}

/**
 * Annotations by which bundlers leave out calls, and addresses of source maps: tools look for both
 * anywhere in a comment.
 */
const wordsForTools = /[@#](?=__[A-Z_]+__|\s*source(?:Mapping)?URL)/g;

function spelledSign(sign: string): string {
  return `&#${sign.charCodeAt(0)};`;
}

// Tag characters and variation selectors, and halves of characters, among them.
const hidden = new RegExp(String.raw`[\0-\x08\x0E-\x1F${unseen}\u{E0000}-\u{E01EF}]|\p{Cs}`, "gu");

/**
 * How every file that crdgen writes begins; nothing that begins otherwise is ever overwritten or
 * removed.
 */
export const generatedMark = "// @generated by crdgen";

/** How the first member of a JSON file begins that crdgen writes. */
const generatedJson = /^\{\s*"[^"\n]*":\s*"@generated by crdgen/;

/** How Markdown, HTML behind its doctype, and style sheets begin that crdgen writes. */
const generatedText = /^(?:<!doctype html>\n)?(?:<!--|\/\*) @generated by crdgen/;

/** Tells whether a file bears crdgen's mark. */
export function isGenerated(text: string): boolean {
  return text.startsWith(generatedMark) || generatedJson.test(text) || generatedText.test(text);
}

/** The mark of a script or a style sheet: its first line. */
export function assetMark(kind: "js" | "css", version: string | undefined): string {
  return kind === "js" ? `// ${jsonMark(version)}` : `/* ${jsonMark(version)} */`;
}

/** The mark of a Markdown file: its first line, which nobody sees who reads it rendered. */
export function markdownMark(version: string | undefined): string {
  return `<!-- ${jsonMark(version)} -->`;
}

/** The mark of a JSON file, which has no comments: the value of its first member. */
export function jsonMark(version: string | undefined): string {
  return version === undefined ? "@generated by crdgen" : `@generated by crdgen v${version}`;
}

/**
 * The subject that the index of a whole output names: the folder of such a file is an output of its
 * own.
 */
export const outputSubject = "All API versions";

/**
 * The first lines of a file: the mark, with crdgen's version unless that is unwanted, and what the
 * file was made from. Versions are left out by people who dislike the difference that each upgrade
 * makes. Of a file that is checked already, TypeScript reads the declarations alone.
 */
export function banner(version: string | undefined, subject: string, isChecked: boolean): string {
  const mark = version === undefined ? generatedMark : `${generatedMark} v${version}`;
  return `${mark}\n// ${subject}\n/* eslint-disable */\n${isChecked ? "// @ts-nocheck\n" : ""}`;
}
