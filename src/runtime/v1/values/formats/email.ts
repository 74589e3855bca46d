import { isIpText } from "./addresses.js";

/**
 * Format `email`: one mailbox of RFC 5322, with or without a display name, as Go's
 * `net/mail.ParseAddress` reads it.
 */
export function isEmail(value: string): boolean {
  return new AddressReader(value).isSingleAddress();
}

const notAtom = '()<>[]:;@\\,"';

/**
 * Reads an address from left to right; every method returns whether it found what it is named
 * after.
 */
class AddressReader {
  readonly #text: string;
  #place = 0;

  constructor(text: string) {
    this.#text = text;
  }

  isSingleAddress(): boolean {
    return this.#addresses(true) === 1 && this.#skipComments() && this.#isAtEnd();
  }

  /** Number of mailboxes: one, or those of a group; undefined if there is no address. */
  #addresses(groups: boolean): number | undefined {
    this.#skipBlanks();
    if (this.#isAtEnd()) return undefined;
    if (this.#readAddrSpec()) {
      this.#skipBlanks();
      return this.#peek() !== "(" || this.#readNameComment() ? 1 : undefined;
    }
    if (this.#peek() !== "<" && !this.#readPhrase()) return undefined;
    this.#skipBlanks();
    if (groups && this.#take(":")) return this.#groupMembers();
    return this.#take("<") && this.#readAddrSpec() && this.#take(">") ? 1 : undefined;
  }

  #groupMembers(): number | undefined {
    this.#skipBlanks();
    if (this.#take(";")) return this.#skipComments() ? 0 : undefined;
    let count = 0;
    for (;;) {
      if (this.#addresses(false) === undefined || !this.#skipComments()) return undefined;
      count++;
      if (this.#take(";")) return this.#skipComments() ? count : undefined;
      if (!this.#take(",")) return undefined;
    }
  }

  /** `local@domain`; goes back to where it began if that is not there. */
  #readAddrSpec(): boolean {
    const start = this.#place;
    this.#skipBlanks();
    const isLocal = this.#peek() === '"' ? (this.#readQuoted() ?? 0) > 0 : this.#readDotAtom();
    if (isLocal && this.#take("@")) {
      this.#skipBlanks();
      if (this.#peek() === "[" ? this.#readDomainLiteral() : this.#readDotAtom()) return true;
    }
    this.#place = start;
    return false;
  }

  #readDotAtom(): boolean {
    const atom = this.#readAtom();
    return atom !== "" && !/^\.|\.\.|\.$/.test(atom);
  }

  #readAtom(): string {
    const start = this.#place;
    while (!this.#isAtEnd() && !notAtom.includes(this.#peek()) && isVisible(this.#peek()))
      this.#place++;
    return this.#text.slice(start, this.#place);
  }

  #readDomainLiteral(): boolean {
    const close = this.#text.indexOf("]", this.#place);
    if (close < 0) return false;
    const address = this.#text.slice(this.#place + 1, close);
    this.#place = close + 1;
    return isIpText(address, false);
  }

  /**
   * Length of a quoted string's content; undefined if it is not closed or has characters that do
   * not print.
   */
  #readQuoted(): number | undefined {
    let length = 0;
    for (let i = this.#place + 1; i < this.#text.length; i++) {
      let character = this.#text.charAt(i);
      if (character === '"') {
        this.#place = i + 1;
        return length;
      }
      if (character === "\\") character = this.#text.charAt(++i);
      if (!isVisible(character) && character !== " " && character !== "\t") return undefined;
      length++;
    }
    return undefined;
  }

  /**
   * One or more words: atoms, quoted strings, encoded words. What comes behind the last good one is
   * left to the caller.
   */
  #readPhrase(): boolean {
    let words = 0;
    let isEncoded = false;
    for (;;) {
      if (words > 0 && !this.#skipComments()) return false;
      this.#skipBlanks();
      if (this.#isAtEnd()) return true;
      const word = this.#readWord();
      if (word === undefined) return words > 0 || isEncoded;
      if (word === "plain") words++;
      // Encoded words count among the words once another word follows.
      if (word === "plain" && isEncoded) isEncoded = false;
      if (word === "decoded") isEncoded = true;
    }
  }

  #readWord(): "plain" | "decoded" | "empty" | undefined {
    if (this.#peek() === '"') return this.#readQuoted() === undefined ? undefined : "plain";
    const atom = this.#readAtom();
    const kind = atom === "" ? "unknown charset" : classifyWord(atom);
    return kind === "unknown charset" ? undefined : kind;
  }

  /** The comment behind an address is its display name, so its words must be decodable. */
  #readNameComment(): boolean {
    const start = this.#place + 1;
    if (!this.#skipComment()) return false;
    const words = this.#text
      .slice(start, this.#place - 1)
      .replace(/\\(.)/gsu, "$1")
      .split(/[ \t]+/);
    return words.every((word) => classifyWord(word) !== "unknown charset");
  }

  #skipComments(): boolean {
    this.#skipBlanks();
    while (this.#peek() === "(") {
      if (!this.#skipComment()) return false;
      this.#skipBlanks();
    }
    return true;
  }

  /** A comment, which may hold others; a backslash takes the next character's meaning. */
  #skipComment(): boolean {
    let depth = 0;
    for (; !this.#isAtEnd(); this.#place++) {
      const character = this.#peek();
      if (character === "\\") this.#place++;
      else if (character === "(") depth++;
      else if (character === ")" && --depth === 0) {
        this.#place++;
        return true;
      }
    }
    return false;
  }

  #skipBlanks(): void {
    while (this.#peek() === " " || this.#peek() === "\t") this.#place++;
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#place++;
    return true;
  }

  /** The character at this place, "" at the end. */
  #peek(): string {
    return this.#text.charAt(this.#place);
  }

  #isAtEnd(): boolean {
    return this.#place >= this.#text.length;
  }
}

function isVisible(character: string): boolean {
  return character > " " && character !== "\x7f";
}

/**
 * The meaning of an atom of a display name in RFC 2047: plain text, a decoded word (perhaps empty),
 * or one in a charset Go lacks.
 */
export type EncodedWord = "plain" | "decoded" | "empty" | "unknown charset";

/**
 * Classifies an atom as Go's `mime.WordDecoder` does; what is no proper encoded word is plain text.
 */
function classifyWord(word: string): EncodedWord {
  const match = /^=\?([^?]+)\?([bBqQ])\?([^?]*)\?=$/.exec(word);
  if (match === null) return "plain";
  const [, charset = "", encoding = "", text = ""] = match;
  const isText = /[bB]/.test(encoding) ? isBase64(text) : isQuotedPrintable(text);
  if (!isText) return "plain";
  if (!/^(?:utf-8|iso-8859-1|us-ascii)$/i.test(charset)) return "unknown charset";
  return text === "" ? "empty" : "decoded";
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

function isQuotedPrintable(text: string): boolean {
  return /^(?:=[0-9A-Fa-f]{2}|[ -<>-~])*$/.test(text);
}
