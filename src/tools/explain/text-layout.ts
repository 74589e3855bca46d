import { utf8Length } from "../../runtime/v1/values/go/utf8.js";

/**
 * Breaks a text at white space into lines of at most `limit` characters, as the package does that
 * kubectl uses (go-wordwrap, `WrapString`): line ends stay, white space at a break goes, a longer
 * word has a line of its own, and a no-break space is a part of its word.
 */
export function wrapWords(text: string, limit: number): string {
  const wrapped = new WrappedText(limit);
  for (const character of text) wrapped.add(character);
  return wrapped.end();
}

class WrappedText {
  readonly #limit: number;
  #text = "";
  /** How many characters the line has. */
  #column = 0;
  #space: string[] = [];
  #word: string[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(character: string): void {
    if (character === "\n") this.#endLine();
    else if (isSpace(character)) this.#addSpace(character);
    else this.#addToWord(character);
  }

  end(): string {
    const fits = this.#column + this.#space.length <= this.#limit;
    if (this.#word.length > 0 || fits) this.#flush();
    return this.#text;
  }

  #endLine(): void {
    const fits = this.#column + this.#space.length <= this.#limit;
    if (this.#word.length > 0 || fits) this.#flush();
    this.#space = [];
    this.#text += "\n";
    this.#column = 0;
  }

  #addSpace(character: string): void {
    if (this.#space.length === 0 || this.#word.length > 0) this.#flush();
    this.#space.push(character);
  }

  #addToWord(character: string): void {
    this.#word.push(character);
    const width = this.#column + this.#space.length + this.#word.length;
    if (width <= this.#limit || this.#word.length >= this.#limit) return;
    this.#text += "\n";
    this.#column = 0;
    this.#space = [];
  }

  #flush(): void {
    this.#column += this.#space.length + this.#word.length;
    this.#text += this.#space.join("") + this.#word.join("");
    this.#space = [];
    this.#word = [];
  }
}

/** `unicode.IsSpace` without the no-break space. */
function isSpace(character: string): boolean {
  return /[\t\v\f\r \x85\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]/.test(character);
}

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

/** The characters that Go counts as white space (`unicode.IsSpace`). */
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
