import { codePoints } from "../../values/strings.js";
import { formatString } from "../libraries/format.js";
import { indexOfText, lastIndexOfText, lastIndexOfTextFrom } from "../libraries/strings.js";
import { CelError } from "../values/error.js";
import type { Int, List } from "../values/value.js";

/*
 * Searching in texts as older servers do (cel-go `ext/strings.go`, indexOfOffset and
 * lastIndexOfOffset). The empty text is found wherever the search begins, be it beyond the end or
 * before the start.
 */

/** `text.indexOf(part, from)` up to 1.36. */
export function indexOfTextBefore37(text: string, part: string, from: Int): Int | CelError {
  return part === "" ? from : indexOfText(text, part, from);
}

/** `text.lastIndexOf(part, from)` up to 1.36. */
export function lastIndexOfTextBefore37(text: string, part: string, from: Int): Int | CelError {
  return part === "" ? from : lastIndexOfTextFrom(text, part, from);
}

/** `text.lastIndexOf(part)` up to 1.33: in the empty text there is no place to begin at. */
export function lastIndexOfTextBefore34(text: string, part: string): Int | CelError {
  return text === "" && part !== "" ? outOfRange(-1) : lastIndexOfText(text, part);
}

/**
 * `format.format(args)` up to 1.32: narrow spaces stand around the `×` of `%e` (golang.org/x/text
 * 0.19).
 */
export function formatStringBefore33(format: string, args: List): string | CelError {
  return formatString(format, args, "\u202f");
}

/**
 * `text.indexOf(part, from)` up to 1.31: nothing can be searched for from the end on, and so
 * nothing in the empty text.
 */
export function indexOfTextBefore32(text: string, part: string, from: Int = 0): Int | CelError {
  if (part === "") return from;
  return from < codePoints(text) ? indexOfText(text, part, from) : outOfRange(from);
}

/** `text.lastIndexOf(part, from)` up to 1.31: nothing can be searched for from the end on. */
export function lastIndexOfTextBefore32(text: string, part: string, from: Int): Int | CelError {
  if (part === "") return from;
  return from < codePoints(text) ? lastIndexOfTextFrom(text, part, from) : outOfRange(from);
}

function outOfRange(index: Int): CelError {
  return new CelError(`index out of range: ${index}`);
}
