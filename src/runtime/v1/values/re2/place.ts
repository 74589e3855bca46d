import type { Re2Assertion } from "./node.js";

/** The kind of what stands beside a place in a text, as far as assertions care. */
export type Neighbour = "nothing" | "newline" | "word" | "other";

/** The kind of a code point; word characters are ASCII. */
export function neighbourOf(code: number): Neighbour {
  if (code === 0x0a) return "newline";
  if (code > 0x7a) return "other";
  const isWord =
    code >= 0x61 ||
    (code >= 0x30 && code <= 0x39) ||
    (code >= 0x41 && code <= 0x5a) ||
    code === 0x5f;
  return isWord ? "word" : "other";
}

/** Tells whether an assertion holds between two neighbours. */
export function holds(assertion: Re2Assertion, before: Neighbour, after: Neighbour): boolean {
  switch (assertion) {
    case "beginText":
      return before === "nothing";
    case "endText":
      return after === "nothing";
    case "beginLine":
      return before === "nothing" || before === "newline";
    case "endLine":
      return after === "nothing" || after === "newline";
    case "wordBoundary":
      return (before === "word") !== (after === "word");
    case "noWordBoundary":
      return (before === "word") === (after === "word");
  }
}

/** The code point at a place, U+FFFD for an unpaired surrogate; -1 at the end. */
export function codeAt(text: string, place: number): number {
  const code = text.codePointAt(place);
  if (code === undefined) return -1;
  return code >= 0xd800 && code <= 0xdfff ? 0xfffd : code;
}

/** The neighbour before a place. */
export function neighbourBefore(text: string, place: number): Neighbour {
  return place === 0 ? "nothing" : neighbourOf(text.charCodeAt(place - 1));
}
