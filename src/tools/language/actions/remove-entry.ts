import { followSteps } from "../../../crd/source/follow-steps.js";
import type { Path, SourceDocument } from "../../../crd/source/source-file.js";
import { lineEnd, startOfLine } from "../../../crd/source/split-documents.js";
import type { TextEdit } from "../contract.js";

/** A field or an item in the text, from its key (or its value) to the end of its value. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

/**
 * The edit that takes a field or an item away, with its lines where it has lines of its own. What
 * is empty then becomes `{}` or `[]`, since nothing would be null. Undefined where a comment would
 * be lost that is not its own.
 */
export function removal(document: SourceDocument, path: Path): TextEdit | undefined {
  const holder = followSteps(document.value, path.slice(0, -1));
  if (typeof holder !== "object" || holder === null) return undefined;
  const { text } = document.file;
  const parent = document.locate(path.slice(0, -1));
  const isInBrackets = /[[{]/.test(text.charAt(parent.value.start));
  const own = stretchOf(document, path);
  const keys = Array.isArray(holder) ? [...holder.keys()] : Object.keys(holder);
  const all = keys.map((key) => stretchOf(document, [...path.slice(0, -1), key]));
  const inOrder = all.sort((left, right) => left.start - right.start);
  const index = inOrder.findIndex(({ start }) => start === own.start);
  const [before, after] = [inOrder[index - 1], inOrder[index + 1]];
  if (inOrder.length === 1) {
    const nothing = Array.isArray(holder) ? "[]" : "{}";
    if (isInBrackets) return betweenBrackets(text, parent.value, own);
    return emptied(text, parent.key.end, own, nothing, Array.isArray(holder));
  }
  if (!isInBrackets) return blockRemoval(text, own, after, Array.isArray(holder));
  const gap = after === undefined ? [before?.end ?? own.start, own.end] : [own.start, after.start];
  const [from = own.start, to = own.end] = gap;
  const others = after === undefined ? text.slice(from, own.start) : text.slice(own.end, to);
  return others.includes("#") ? undefined : { from, to, insert: "" };
}

/** With the blanks around it. */
function betweenBrackets(text: string, around: Stretch, own: Stretch): TextEdit | undefined {
  const [from, to] = [around.start + 1, around.end - 1];
  const others = text.slice(from, own.start) + text.slice(own.end, to);
  return others.includes("#") ? undefined : { from, to, insert: "" };
}

function stretchOf(document: SourceDocument, path: Path): Stretch {
  const { key, value } = document.locate(path);
  const { text } = document.file;
  const { start, end: startEnd } = typeof path.at(-1) === "number" ? value : key;
  const end = Math.max(value.end, startEnd);
  return { start, end: start + text.slice(start, end).trimEnd().length };
}

function blockRemoval(
  text: string,
  own: Stretch,
  after: Stretch | undefined,
  isItem: boolean,
): TextEdit | undefined {
  const from = startOfLine(text, own.start);
  const before = text.slice(from, own.start);
  if (isItem ? /^ *- +$/.test(before) : before.trim() === "") {
    return { from, to: Math.min(lineEnd(text, own.end) + 1, text.length), insert: "" };
  }
  if (isItem || after === undefined) return undefined;
  // Behind the dash of an item, whose further fields follow.
  const isCommented = text.slice(own.end, after.start).includes("#");
  return isCommented ? undefined : { from: own.start, to: after.start, insert: "" };
}

/** Behind the key of what is empty now, if nothing but blanks is between. */
function emptied(
  text: string,
  keyEnd: number,
  own: Stretch,
  nothing: string,
  isItem: boolean,
): TextEdit | undefined {
  const gap = text.slice(keyEnd, own.start);
  const isBehindKey = isItem ? /^\s*:\s*- +$/.test(gap) : /^\s*:\s*$/.test(gap);
  if (isBehindKey && keyEnd <= own.start) {
    return { from: keyEnd + gap.indexOf(":") + 1, to: own.end, insert: ` ${nothing}` };
  }
  return isItem ? undefined : { from: own.start, to: own.end, insert: nothing };
}
