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
