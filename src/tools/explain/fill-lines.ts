import { utf8Length } from "../../runtime/v1/values/go/utf8.js";

/**
 * Fills lines of at most `width` bytes with the words of a text. Kept are lines that are indented
 * by four blanks, empty lines, and the beginnings of what looks like the items of a list (kubectl
 * `explain/formatter.go`, `wrapString`).
 */
export function fillLines(text: string, width: number): readonly string[] {
  const filled: string[] = [];
  let words: string[] = [];
  let lastWord = "";
  const flush = (): void => {
    if (words.length === 0) return;
    filled.push(words.join(" "));
    [words, lastWord] = [[], ""];
  };
  for (const line of text.split("\n")) {
    const isEmpty = wordsOf(line).length === 0;
    if (line.startsWith("    ") || (isEmpty && filled.length > 0)) {
      flush();
      filled.push(isEmpty && !line.startsWith("    ") ? "" : line);
      continue;
    }
    if (isEmpty || lastWord.endsWith(":") || looksLikeItem.test(trimmed(line))) flush();
    for (const word of wordsOf(line)) {
      if (words.length > 0 && utf8Length([...words, word].join(" ")) > width) flush();
      words.push(word);
      lastWord = word;
    }
  }
  flush();
  return filled;
}

const looksLikeItem = /^(?:\d+\.?|[-*])[\t\n\f\r ]/;

/** What Go counts as white space (`unicode.IsSpace`). */
const space =
  "[\\t\\n\\v\\f\\r \\x85\\xA0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000]+";
const spaces = new RegExp(space);
const outerSpace = new RegExp(`^${space}|${space}$`, "g");

function wordsOf(line: string): readonly string[] {
  return line.split(spaces).filter((word) => word !== "");
}

function trimmed(line: string): string {
  return line.replace(outerSpace, "");
}
