import { maxDepth } from "../json/copy-json.js";
import type { Json, JsonObject } from "../json/json.js";
import { Float64, isInt64, setKey } from "../json/json.js";
import { quote } from "./quote.js";

/*
 * JSON text as the API server's decoder reads it (sigs.k8s.io/json: case-sensitive, integers kept
 * as int64).
 */

/** A document, and what a strict reader has against it. */
export interface ParsedJson {
  readonly value: Json;
  /** The paths of keys that came twice, such as `spec.a`, in their order, at most 100. */
  readonly duplicates: readonly string[];
  /** All keys that came twice, each with the place of its value, in characters. */
  readonly repeats: readonly { readonly key: string; readonly place: number }[];
  /** The values of the document's apiVersion and kind, in its order: overwritten ones too. */
  readonly typeMeta: readonly (readonly [key: string, value: Json])[];
  /**
   * Go's text where a number is too large for a float64: only who wants more than kind and version
   * minds.
   */
  readonly badNumber: string | undefined;
}

/** Why a text is no JSON that the server can read; `message` is Go's text. */
export class JsonFault extends Error {}

/** How a text is read. */
export interface ParseOptions {
  /** Keys that come again are kept, each with a mark and where it stands behind it. */
  readonly marksRepeated?: boolean;
  /** Scalars but null are given as they are written, as texts. */
  readonly keepsScalars?: boolean;
  readonly onKey?: HearKey;
}

/** Stands behind a key that comes again. */
export const repeatMark = "\0again\0";

/** How many duplicate keys are told. */
const maxDuplicates = 100;

/**
 * Parses one JSON document. The last of equal keys wins. A number without `.` and exponent that
 * fits is an int64 (bigint where a number cannot hold it), every other a float64. Surrogates
 * without their partner become U+FFFD.
 */
export function parseJson(text: string, options: ParseOptions = {}): ParsedJson | JsonFault {
  return new JsonReader(text, options).parse();
}

/** Hears of each key in the order of the text. */
export type HearKey = (key: {
  /** How many objects and lists are around its value. */
  readonly depth: number;
  readonly key: string;
  /** As in `ParsedJson.duplicates`. */
  readonly path: () => string;
  /** It came once before in its object. */
  readonly isSecond: boolean;
}) => void;

/** An object or a list that is being read; `key` is where its next value goes. */
type ParseFrame = ObjectFrame | { readonly kind: "list"; readonly list: Json[] };

interface ObjectFrame {
  readonly kind: "object";
  readonly object: JsonObject;
  key: string;
  /** The keys that came twice. */
  repeated?: Set<string>;
}

const typeFields = ["apiVersion", "kind"];

const blanks = /[ \t\r\n]*/y;
const plainCharacters = /[^"\\\u0000-\u001f]*/y;
const numberText = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;

class JsonReader {
  readonly #text: string;
  readonly #marksRepeated: boolean;
  readonly #keepsScalars: boolean;
  readonly #onKey: HearKey | undefined;
  #place = 0;
  readonly #frames: ParseFrame[] = [];
  readonly #duplicates = new Set<string>();
  readonly #repeats: { key: string; place: number }[] = [];
  readonly #typeMeta: (readonly [string, Json])[] = [];
  /** The fault of the first number that no float64 holds; told only if the syntax is good. */
  #badNumber: string | undefined;

  constructor(text: string, options: ParseOptions) {
    const { marksRepeated = false, keepsScalars = false, onKey } = options;
    this.#text = text;
    this.#marksRepeated = marksRepeated;
    this.#keepsScalars = keepsScalars;
    this.#onKey = onKey;
  }

  parse(): ParsedJson | JsonFault {
    try {
      for (;;) {
        const begun = this.#readValue();
        const value = begun === undefined ? undefined : this.#finishValue(begun);
        if (value !== undefined) return { ...this.#found(), value };
      }
    } catch (fault) {
      if (fault instanceof JsonFault) return fault;
      throw fault;
    }
  }

  #found(): Omit<ParsedJson, "value"> {
    return {
      duplicates: [...this.#duplicates],
      repeats: this.#repeats,
      typeMeta: this.#typeMeta,
      badNumber: this.#badNumber,
    };
  }

  /** Reads a scalar or an empty composite, or opens a composite (undefined). */
  #readValue(): Json | undefined {
    const character = this.#next();
    if (character === "{" || character === "[") return this.#open(character);
    const start = this.#place;
    const value = this.#readScalar(character);
    return this.#keepsScalars && value !== null ? this.#text.slice(start, this.#place) : value;
  }

  #readScalar(character: string): Json {
    if (character === '"') return this.#readString();
    if (/^[-0-9]/.test(character)) return this.#readNumber();
    if (character === "t") return this.#readWord("true", true);
    if (character === "f") return this.#readWord("false", false);
    if (character === "n") return this.#readWord("null", null);
    throw this.#unexpected("looking for beginning of value");
  }

  #open(bracket: "{" | "["): Json | undefined {
    if (this.#frames.length >= maxDepth) throw this.#unexpected("exceeded max depth");
    this.#place++;
    const isList = bracket === "[";
    if (this.#next() === (isList ? "]" : "}")) {
      this.#place++;
      return isList ? [] : {};
    }
    if (isList) this.#frames.push({ kind: "list", list: [] });
    else {
      const frame: ObjectFrame = { kind: "object", object: {}, key: "" };
      this.#frames.push(frame);
      this.#readKey(frame);
    }
    return undefined;
  }

  #readKey(frame: ObjectFrame): void {
    if (this.#next() !== '"') throw this.#unexpected("looking for beginning of object key string");
    const key = this.#readString();
    if (this.#next() !== ":") throw this.#unexpected("after object key");
    this.#place++;
    frame.key = key;
    const isRepeated = Object.hasOwn(frame.object, key);
    const depth = this.#frames.length;
    const isSecond = isRepeated && frame.repeated?.has(key) !== true;
    this.#onKey?.({ depth, key, isSecond, path: () => this.#path() });
    if (!isRepeated) return;
    this.#next();
    this.#repeats.push({ key, place: this.#place });
    if (isSecond) {
      (frame.repeated ??= new Set()).add(key);
      if (this.#duplicates.size < maxDuplicates) this.#duplicates.add(this.#path());
    }
    if (this.#marksRepeated) frame.key = `${key}${repeatMark}${this.#place}`;
  }

  #path(): string {
    let path = "";
    for (const [depth, frame] of this.#frames.entries()) {
      if (frame.kind === "list") path += `[${frame.list.length}]`;
      else path += depth === 0 ? frame.key : `.${frame.key}`;
    }
    return path;
  }

  /** Puts a value where it belongs and goes on to the next, or returns the document. */
  #finishValue(value: Json): Json | undefined {
    let finished = value;
    for (;;) {
      const frame = this.#frames[this.#frames.length - 1];
      const character = this.#next();
      if (frame === undefined) {
        if (character === "") return finished;
        throw this.#unexpected("after top-level value");
      }
      const isList = frame.kind === "list";
      if (isList) frame.list.push(finished);
      else this.#setMember(frame, finished);
      const isMore = character === ",";
      if (!isMore && character !== (isList ? "]" : "}")) {
        throw this.#unexpected(`after ${isList ? "array element" : "object key:value pair"}`);
      }
      this.#place++;
      if (isMore) {
        if (!isList) this.#readKey(frame);
        return undefined;
      }
      this.#frames.pop();
      finished = isList ? frame.list : frame.object;
    }
  }

  #setMember({ object, key }: ObjectFrame, value: Json): void {
    setKey(object, key, value);
    if (this.#frames.length > 1) return;
    // Who looks for these alone reads them as Go does, whatever their case.
    const field = typeFields.find((one) => one.toLowerCase() === key.toLowerCase());
    if (field !== undefined) this.#typeMeta.push([field, value]);
  }

  #readWord(word: string, value: Json): Json {
    for (const letter of word) {
      if (this.#text.charAt(this.#place) !== letter) {
        throw this.#unexpectedInside(`in literal ${word} (expecting '${letter}')`);
      }
      this.#place++;
    }
    return value;
  }

  #readNumber(): Json {
    numberText.lastIndex = this.#place;
    const [literal] = numberText.exec(this.#text) ?? [];
    this.#place += literal?.length ?? 1;
    if (literal === undefined) throw this.#unexpectedInside("in numeric literal");
    const next = this.#text.charAt(this.#place);
    if (next === "." && !/[.eE]/.test(literal)) {
      this.#place++;
      throw this.#unexpectedInside("after decimal point in numeric literal");
    }
    if (/[eE]/.test(next) && !/[eE]/.test(literal)) {
      this.#place++;
      if (/[+-]/.test(this.#text.charAt(this.#place))) this.#place++;
      throw this.#unexpectedInside("in exponent of numeric literal");
    }
    if (!Number.isFinite(Number(literal))) {
      this.#badNumber ??= `json: cannot unmarshal number ${literal} into Go value of type float64`;
    }
    return numberOfLiteral(literal);
  }

  #readString(): string {
    let read = "";
    for (this.#place++; ;) {
      plainCharacters.lastIndex = this.#place;
      const [plain = ""] = plainCharacters.exec(this.#text) ?? [];
      read += plain;
      this.#place += plain.length;
      const character = this.#text.charAt(this.#place);
      if (character === '"') break;
      if (character !== "\\") throw this.#unexpected("in string literal");
      this.#place++;
      read += this.#readEscape();
    }
    this.#place++;
    return read.replace(/[\ud800-\udfff]/gu, "\ufffd");
  }

  #readEscape(): string {
    const character = this.#text.charAt(this.#place);
    const simple = '"\\/bfnrt'.indexOf(character);
    if (character !== "" && simple >= 0) {
      this.#place++;
      return '"\\/\b\f\n\r\t'.charAt(simple);
    }
    if (character !== "u") throw this.#unexpectedInside("in string escape code");
    const start = this.#place + 1;
    for (this.#place = start; this.#place < start + 4; this.#place++) {
      if (!/^[0-9A-Fa-f]$/.test(this.#text.charAt(this.#place))) {
        throw this.#unexpectedInside("in \\u hexadecimal character escape");
      }
    }
    return String.fromCharCode(parseInt(this.#text.slice(start, this.#place), 16));
  }

  /** The next character that is no blank, which it goes to. */
  #next(): string {
    blanks.lastIndex = this.#place;
    this.#place += blanks.exec(this.#text)?.[0].length ?? 0;
    return this.#text.charAt(this.#place);
  }

  /** The same inside a token that cannot end here: to Go's scanner a blank follows the text. */
  #unexpectedInside(context: string): JsonFault {
    const isEnd = this.#place >= this.#text.length;
    return isEnd ? new JsonFault(`invalid character ' ' ${context}`) : this.#unexpected(context);
  }

  /** Returns the fault that Go reports for the byte at this place. */
  #unexpected(context: string): JsonFault {
    const code = this.#text.codePointAt(this.#place);
    if (code === undefined) return new JsonFault("unexpected end of JSON input");
    return new JsonFault(`invalid character ${quoteByte(firstByte(code))} ${context}`);
  }
}

/** In digits, with a sign. */
const longestInt64 = 20;

/**
 * The value of a JSON number's text: int64 where it is spelled as an integer and fits, else
 * float64.
 */
export function numberOfLiteral(literal: string): number | bigint | Float64 {
  const value = Number(literal);
  if (!/[.eE]/.test(literal)) {
    if (Number.isSafeInteger(value)) return value === 0 ? 0 : value;
    const integer = literal.length > longestInt64 ? undefined : BigInt(literal);
    if (integer !== undefined && isInt64(integer)) return integer;
  }
  return isInt64(value) ? new Float64(value) : value;
}

/** The first byte of a character in UTF-8, which Go's scanner takes for a character. */
function firstByte(code: number): number {
  if (code < 0x80) return code;
  if (code < 0x800) return 0xc0 | (code >> 6);
  return code < 0x10000 ? 0xe0 | (code >> 12) : 0xf0 | (code >> 18);
}

function quoteByte(byte: number): string {
  if (byte === 0x27) return "'\\''";
  if (byte === 0x22) return "'\"'";
  return `'${quote(String.fromCharCode(byte)).slice(1, -1)}'`;
}
