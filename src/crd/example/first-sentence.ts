import { directionMarks, laterControls, lineSeparators } from "../source/hidden-characters.js";

/**
 * The first sentence of a description, on one line: up to a full stop before a blank, or up to an
 * empty line. Abbreviations such as `e.g.` end none. Characters that are not printed become blanks.
 *
 * @param longest what is longer is cut, in UTF-16 units
 */
export function firstSentence(description: string, longest = 300): string {
  const [paragraph = ""] = description.trim().split(/\n[ \t\r]*\n/);
  const text = paragraph.replace(unprinted, " ").replace(/\s+/g, " ").trim();
  const end = endOfSentence.exec(text);
  const sentence = end === null ? text : text.slice(0, end.index + 1);
  if (sentence.length <= longest) return sentence;
  return `${sentence
    .slice(0, longest)
    .replace(/\s+\S*$/, "")
    .replace(/\p{Surrogate}$/u, "")} …`;
}

const unprinted = new RegExp(
  String.raw`[\0-\x1F${laterControls}${directionMarks}${lineSeparators}\uFEFF\uFFFE\uFFFF]|\p{Surrogate}`,
  "gu",
);

/** A full stop behind a word of more than one letter that is no abbreviation. */
const endOfSentence = /(?<!\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl|[A-Za-z]))[.!?](?= |$)/;
