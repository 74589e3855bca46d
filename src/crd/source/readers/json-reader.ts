import { quote } from "../../../runtime/v1/values/go/quote.js";
import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { setKey } from "../../../runtime/v1/values/json/json.js";
import {
  backslash,
  carriageReturn,
  colon,
  comma,
  doubleQuote,
  leftBrace,
  leftBracket,
  lineFeed,
  rightBrace,
  rightBracket,
  space,
  tab,
} from "../characters.js";
import { maximumDepth, notJson, SyntaxFault, tooDeep } from "../faults/syntax-fault.js";
import type { Marks } from "../marks.js";
import { resolveJsonNumber } from "../scalars/resolve-scalar.js";
import { readDoubleQuoted, ScalarText } from "../scalars/scalar-text.js";

const numberForm = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;

const loneSurrogate = /\p{Surrogate}/gu;

/**
 * Reads JSON texts that may follow each other, as Go's `encoding/json` decoder does. Unlike
 * `JSON.parse` it keeps what the API server tells apart (integers beyond 2^53, `1.0`) and knows
 * where things stand. The last of two equal keys wins.
 */
export class JsonReader {
  /** True if some object has a key twice; which ones, only `marks` knows. */
  hasDuplicates = false;
  /** Offset behind what was read. */
  at: number;

  readonly #text: string;
  readonly #end: number;
  readonly #marks: Marks | undefined;
  #depth = 0;
  #valueStart = 0;

  constructor(text: string, start: number, end: number, marks: Marks | undefined) {
    this.#text = text;
    this.at = start;
    this.#end = end;
    this.#marks = marks;
  }

  /** The next value of the stream, which `this.at` is then behind. */
  read(): Json {
    const value = this.#readValue(this.skipSpace());
    this.#marks?.noteRoot(value, this.#valueStart, this.at);
    return value;
  }

  /** The next character that is no white space; NaN at the end. */
  skipSpace(): number {
    const text = this.#text;
    const end = this.#end;
    while (this.at < end) {
      const code = text.charCodeAt(this.at);
      const isSpace =
        code === space || code === lineFeed || code === carriageReturn || code === tab;
      if (!isSpace) return code;
      this.at++;
    }
    return NaN;
  }

  #readValue(code: number): Json {
    const start = this.at;
    const value = this.#readAny(code);
    this.#valueStart = start;
    return value;
  }

  #readAny(code: number): Json {
    switch (code) {
      case leftBrace:
        return this.#readObject();
      case leftBracket:
        return this.#readList();
      case doubleQuote:
        return this.#readString();
      case 0x74: // t
        return this.#readWord("true", true);
      case 0x66: // f
        return this.#readWord("false", false);
      case 0x6e: // n
        return this.#readWord("null", null);
      default:
        return this.#readNumber();
    }
  }

  #readWord(word: string, value: Json): Json {
    if (!this.#text.startsWith(word, this.at))
      throw this.#unexpected("looking for beginning of value");
    this.at += word.length;
    return value;
  }

  #readNumber(): Json {
    const start = this.at;
    numberForm.lastIndex = start;
    const literal = start < this.#end ? numberForm.exec(this.#text)?.[0] : undefined;
    if (literal === undefined) throw this.#unexpected("looking for beginning of value");
    this.at = start + literal.length;
    const value = resolveJsonNumber(literal);
    if (value !== undefined) return value;
    throw new SyntaxFault({
      code: "source/not-finite",
      values: { value: literal },
      start,
      end: this.at,
    });
  }

  #readString(): string {
    const text = this.#text;
    const end = this.#end;
    const start = this.at;
    let escaped = false;
    for (let at = start + 1; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code === doubleQuote) {
        this.at = at + 1;
        return escaped ? this.#readEscaped(start) : text.slice(start + 1, at);
      }
      if (code === backslash) {
        this.#checkEscape(at);
        escaped = true;
        at++;
      } else if (code < space) {
        this.at = at;
        throw this.#unexpected("in string literal");
      }
    }
    throw notJson("unexpected end of JSON input", start, end);
  }

  /** JSON has fewer escapes than YAML, whose reader decodes the string. */
  #checkEscape(at: number): void {
    if ('"\\/bfnrtu'.includes(this.#text.charAt(at + 1)) && at + 1 < this.#end) return;
    this.at = at + 1;
    throw this.#unexpected("in string escape code");
  }

  #readEscaped(start: number): string {
    const out = new ScalarText(this.#text);
    readDoubleQuoted(out, start, this.at, "json");
    return out.value.replace(loneSurrogate, "\ufffd");
  }

  #enter(): void {
    if (++this.#depth > maximumDepth) throw tooDeep(this.at);
  }

  #readList(): Json[] {
    this.#enter();
    const list: Json[] = [];
    this.at++;
    let code = this.skipSpace();
    while (code !== rightBracket) {
      list.push(this.#readValue(code));
      const start = this.#valueStart;
      this.#marks?.note(list, list.length - 1, {
        keyStart: start,
        keyEnd: this.at,
        valueStart: start,
        valueEnd: this.at,
      });
      code = this.skipSpace();
      if (code === rightBracket) break;
      if (code !== comma) throw this.#unexpected("after array element");
      this.at++;
      code = this.skipSpace();
      if (code === rightBracket) throw this.#unexpected("looking for beginning of value");
    }
    this.at++;
    this.#depth--;
    return list;
  }

  #readObject(): JsonObject {
    this.#enter();
    const object: JsonObject = {};
    this.at++;
    let code = this.skipSpace();
    while (code !== rightBrace) {
      this.#readEntry(object, code);
      code = this.skipSpace();
      if (code === rightBrace) break;
      if (code !== comma) throw this.#unexpected("after object key:value pair");
      this.at++;
      code = this.skipSpace();
      if (code === rightBrace) {
        throw this.#unexpected("looking for beginning of object key string");
      }
    }
    this.at++;
    this.#depth--;
    return object;
  }

  #readEntry(object: JsonObject, code: number): void {
    if (code !== doubleQuote) throw this.#unexpected("looking for beginning of object key string");
    const keyStart = this.at;
    const key = this.#readString();
    const keyEnd = this.at;
    if (this.skipSpace() !== colon) throw this.#unexpected("after object key");
    this.at++;
    const value = this.#readValue(this.skipSpace());
    if (object[key] !== undefined && Object.hasOwn(object, key)) this.hasDuplicates = true;
    setKey(object, key, value);
    const valueStart = this.#valueStart;
    this.#marks?.note(object, key, { keyStart, keyEnd, valueStart, valueEnd: this.at });
  }

  /** A fault in the words of `encoding/json`. */
  #unexpected(where: string): SyntaxFault {
    if (this.at >= this.#end) return notJson("unexpected end of JSON input", this.#end - 1);
    const char = String.fromCodePoint(this.#text.codePointAt(this.at) ?? 0);
    return notJson(`invalid character ${quotedCharacter(char)} ${where}`, this.at);
  }
}

/** `quoteChar` of `encoding/json`. */
function quotedCharacter(char: string): string {
  if (char === "'") return "'\\''";
  return char === '"' ? `'"'` : `'${quote(char).slice(1, -1)}'`;
}
