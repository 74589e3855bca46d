import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { setKey } from "../../../runtime/v1/values/json/json.js";
import {
  backslash,
  carriageReturn,
  colon,
  comma,
  dash,
  doubleQuote,
  greaterThan,
  hash,
  isBlank,
  isBlankOrEnd,
  leftBrace,
  leftBracket,
  lineFeed,
  question,
  rightBrace,
  rightBracket,
  singleQuote,
  space,
  tab,
  verticalBar,
} from "../characters.js";
import {
  collectionKey,
  invalidKey,
  maximumDepth,
  notYaml,
  SyntaxFault,
  tooDeep,
  Unsupported,
} from "../faults/syntax-fault.js";
import type { Marks } from "../marks.js";
import { resolvePlain, resolvePlainKey } from "../scalars/resolve-scalar.js";
import {
  foldPlain,
  readDoubleQuoted,
  readSingleQuoted,
  ScalarText,
} from "../scalars/scalar-text.js";

/** The meanings of the first character of a scalar: that it is a plain one, by default. */
const plainStart = 0;
/** An anchor, an alias or a tag, which are left to the general reader. */
const indicatorUnknown = 1;
/** Nothing begins with it. */
const indicatorNever = 2;

const indicators = /* @__PURE__ */ makeIndicators();

function makeIndicators(): Uint8Array {
  const table = new Uint8Array(128);
  for (const first of "&*!") table[first.charCodeAt(0)] = indicatorUnknown;
  for (const first of "%@`\t") table[first.charCodeAt(0)] = indicatorNever;
  return table;
}

/** `simple_key` of Go's scanner: a key and its colon stand within so many characters. */
export const longestKey = 1024;

/**
 * Reads what is alike everywhere in a YAML document: flow collections, quoted scalars, and where a
 * text stands. `BlockReader` adds what indentation tells. Reads as `go.yaml.in/yaml/v2` does and
 * throws as `BlockReader` does.
 */
export class FlowReader {
  /** True if some object has a key twice; which ones, only `marks` knows. */
  hasDuplicates = false;

  protected readonly text: string;
  /** The text of the file, where `text` has other line breaks; see `ScalarText`. */
  protected readonly original: string;
  protected readonly end: number;
  protected readonly marks: Marks | undefined;
  protected at: number;
  protected lineStart: number;
  /** `simple_key_allowed`: whether a key, a `- ` or a `? ` may stand here, and a tab may not. */
  protected keyAllowed = true;
  protected depth = 0;
  /** Span of the value read last. */
  protected valueStart = 0;
  protected valueEnd = 0;

  constructor(
    text: string,
    start: number,
    end: number,
    marks: Marks | undefined,
    original: string = text,
  ) {
    this.text = text;
    this.original = original;
    this.at = start;
    this.lineStart = start;
    this.end = end;
    this.marks = marks;
  }

  /** Skip blanks, comments and line breaks. */
  protected skipToToken(): void {
    const { text, end } = this;
    let at = this.at;
    for (; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code === space) continue;
      if (code === lineFeed) {
        this.lineStart = at + 1;
        this.keyAllowed = true;
      } else if (code === hash) {
        const line = text.indexOf("\n", at);
        at = (line === -1 ? end : line) - 1;
      } else if (code === tab) {
        if (this.keyAllowed) break;
      } else if (code !== carriageReturn) break;
    }
    this.at = at < end ? at : end;
  }

  protected rejectIndicator(code: number, at: number): void {
    const meaning = code < 128 ? indicators[code] : plainStart;
    if (meaning === plainStart) return;
    if (meaning === indicatorUnknown) throw new Unsupported();
    throw notYaml("found character that cannot start any token", at);
  }

  protected plainValue(start: number, lineEnd: number, end: number): Json {
    const text = this.plainText(start, lineEnd, end);
    const value = resolvePlain(text);
    if (value !== undefined) return value;
    throw new SyntaxFault({ code: "source/not-finite", values: { value: text }, start, end });
  }

  protected plainText(start: number, lineEnd: number, end: number): string {
    if (end === lineEnd) return this.text.slice(start, end);
    const out = new ScalarText(this.text, this.original);
    foldPlain(out, start, end);
    return out.value;
  }

  /** Move over line breaks to the next line with text; whether the scalar goes on there. */
  protected nextPlainLine(indent: number): boolean {
    const { text, end } = this;
    if (this.at >= end || text.charCodeAt(this.at) === hash) return false;
    let at = this.at;
    for (; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code === space || code === carriageReturn) continue;
      if (code === lineFeed) {
        this.lineStart = at + 1;
        this.keyAllowed = true;
      } else if (code === tab) {
        if (at - this.lineStart <= indent) {
          throw notYaml("found a tab character that violates indentation", at);
        }
      } else break;
    }
    this.at = at;
    if (at >= end || at - this.lineStart <= indent) return false;
    return text.charCodeAt(at) !== hash;
  }

  /** The quoted scalar at `this.at`. */
  protected readQuoted(): string {
    const { text, end } = this;
    const start = this.at;
    const quote = text.charCodeAt(start);
    for (let at = start + 1; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code === quote) {
        if (quote === singleQuote && text.charCodeAt(at + 1) === singleQuote) break;
        this.at = at + 1;
        return text.slice(start + 1, at);
      }
      if (code === lineFeed || code === carriageReturn) break;
      if (code === backslash && quote === doubleQuote) break;
    }
    const out = new ScalarText(text, this.original);
    this.at =
      quote === doubleQuote
        ? readDoubleQuoted(out, start, end, "yaml")
        : readSingleQuoted(out, start, end);
    // Within the scalar alone: its line may be as long as the file.
    const lastBreak = text.slice(start, this.at).lastIndexOf("\n");
    if (lastBreak !== -1) this.lineStart = start + lastBreak + 1;
    return out.value;
  }

  protected skipBlanks(): void {
    while (this.at < this.end && isBlank(this.text.charCodeAt(this.at))) this.at++;
  }

  protected enter(): void {
    if (++this.depth > maximumDepth) throw tooDeep(this.at);
  }

  protected plainKey(start: number, end: number): string {
    const text = this.text.slice(start, end);
    if (text === "<<") throw new Unsupported();
    const key = resolvePlainKey(text);
    if (key === undefined) throw invalidKey(`'${text}' is not a string`, start, end);
    return key;
  }

  protected setEntry(
    object: JsonObject,
    key: string,
    value: Json,
    start: number,
    end: number,
  ): void {
    if (object[key] !== undefined && Object.hasOwn(object, key)) this.hasDuplicates = true;
    setKey(object, key, value);
    if (this.marks === undefined) return;
    this.marks.note(object, key, {
      keyStart: start,
      keyEnd: end,
      valueStart: this.valueStart,
      valueEnd: this.valueEnd,
    });
  }

  protected noteItem(list: Json[]): void {
    const { valueStart, valueEnd } = this;
    const mark = { keyStart: valueStart, keyEnd: valueEnd, valueStart, valueEnd };
    this.marks?.note(list, list.length - 1, mark);
  }

  protected readFlow(): Json {
    this.enter();
    const isList = this.text.charCodeAt(this.at) === leftBracket;
    const value = isList ? this.#readFlowSequence() : this.#readFlowMapping();
    this.depth--;
    return value;
  }

  #readFlowSequence(): Json[] {
    const { text } = this;
    const start = this.at++;
    const list: Json[] = [];
    for (;;) {
      const code = this.#nextInFlow();
      if (code === rightBracket) break;
      list.push(this.#readFlowItemOrPair(code));
      this.noteItem(list);
      const next = this.#nextInFlow();
      if (next !== comma && next !== rightBracket) {
        throw notYaml("did not find expected ',' or ']'", this.at);
      }
      if (text.charCodeAt(this.at) === comma) this.at++;
    }
    this.at++;
    this.valueStart = start;
    this.valueEnd = this.at;
    return list;
  }

  /** In a flow sequence `a: b` is a mapping of one entry; only its colon tells. */
  #readFlowItemOrPair(code: number): Json {
    const { at, lineStart } = this;
    const value = this.#readFlowItem(code);
    if (this.#nextInFlow() !== colon) return value;
    const object: JsonObject = {};
    this.at = at;
    this.lineStart = lineStart;
    this.#readFlowEntry(object, code, "]");
    this.valueStart = at;
    return object;
  }

  #readFlowMapping(): JsonObject {
    const start = this.at++;
    const object: JsonObject = {};
    for (;;) {
      const code = this.#nextInFlow();
      if (code === rightBrace) break;
      this.#readFlowEntry(object, code);
      const next = this.#nextInFlow();
      if (next !== comma && next !== rightBrace) {
        throw notYaml("did not find expected ',' or '}'", this.at);
      }
      if (next === comma) this.at++;
    }
    this.at++;
    this.valueStart = start;
    this.valueEnd = this.at;
    return object;
  }

  /** The first character of the next token inside a flow collection. */
  #nextInFlow(): number {
    this.skipToToken();
    this.keyAllowed = false;
    if (this.at >= this.end) throw notYaml("did not find expected ',' or ']' or '}'", this.end - 1);
    return this.text.charCodeAt(this.at);
  }

  /** An entry of a flow mapping, or the only one of a mapping in a flow sequence. */
  #readFlowEntry(object: JsonObject, code: number, close: "}" | "]" = "}"): void {
    const { text, lineStart } = this;
    const keyStart = this.at;
    if (code === leftBrace || code === leftBracket) throw this.#collectionInFlow(close);
    const quoted = code === doubleQuote || code === singleQuote;
    const key = quoted ? this.readQuoted() : this.#readFlowKey(code);
    const keyEnd = quoted ? this.at : this.valueEnd;
    this.valueStart = this.valueEnd = keyEnd;
    if (this.#nextInFlow() !== colon) {
      this.setEntry(object, key, null, keyStart, keyEnd);
      return;
    }
    if (lineStart !== this.lineStart || this.at - keyStart > longestKey) {
      throw notYaml("did not find expected ',' or '}'", this.at);
    }
    this.at++;
    const next = this.#nextInFlow();
    const isEmpty = next === comma || next === rightBrace || next === rightBracket;
    if (isEmpty) this.valueStart = this.valueEnd = this.at;
    const value = isEmpty ? null : this.#readFlowItem(next);
    this.setEntry(object, key, value, keyStart, keyEnd);
    if (text.charCodeAt(this.at) === colon) {
      throw notYaml("did not find expected ',' or '}'", this.at);
    }
  }

  /** Go refuses a collection as a key only when it decodes; an empty one confuses its scanner. */
  #collectionInFlow(close: "}" | "]"): SyntaxFault {
    const start = this.at;
    const value = this.readFlow();
    const end = this.at;
    const next = this.#nextInFlow();
    const isEmpty = Object.keys(value ?? {}).length === 0;
    const isEntry = next === comma || next === rightBrace || (next === colon && !isEmpty);
    if (isEntry) return collectionKey(value, start, end);
    return notYaml(`did not find expected ',' or '${close}'`, this.at);
  }

  #readFlowKey(code: number): string {
    const start = this.at;
    this.#rejectFlowStart(code);
    const lineEnd = this.#scanFlowPlain(start);
    const end = this.#scanFlowContinuation(lineEnd);
    this.valueEnd = end;
    if (end === lineEnd) return this.plainKey(start, end);
    return this.plainText(start, lineEnd, end);
  }

  #readFlowItem(code: number): Json {
    if (code === leftBracket || code === leftBrace) return this.readFlow();
    const start = this.at;
    if (code === doubleQuote || code === singleQuote) {
      const value = this.readQuoted();
      this.valueStart = start;
      this.valueEnd = this.at;
      return value;
    }
    this.#rejectFlowStart(code);
    const lineEnd = this.#scanFlowPlain(start);
    const end = this.#scanFlowContinuation(lineEnd);
    this.valueStart = start;
    this.valueEnd = end;
    return this.plainValue(start, lineEnd, end);
  }

  /** Rejects a character that cannot begin a plain scalar inside a flow collection. */
  #rejectFlowStart(code: number): void {
    const { at } = this;
    if (code === question) throw new Unsupported();
    if (code === colon) throw notYaml("did not find expected node content", at);
    const isEntry = code === dash && isBlankOrEnd(this.text.charCodeAt(at + 1));
    if (isEntry || code === comma || code === rightBrace || code === rightBracket) {
      throw notYaml("did not find expected node content", at);
    }
    if (code === verticalBar || code === greaterThan) {
      throw notYaml("found character that cannot start any token", at);
    }
    this.rejectIndicator(code, at);
  }

  #scanFlowPlain(start: number): number {
    const { text, end } = this;
    let at = start;
    for (; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code === lineFeed || code === carriageReturn || code === comma) break;
      if (code === question || code === leftBracket || code === leftBrace) break;
      if (code === rightBracket || code === rightBrace) break;
      if (code === colon && isBlankOrEnd(text.charCodeAt(at + 1))) break;
      if (code === hash && at > start && isBlank(text.charCodeAt(at - 1))) break;
    }
    this.at = at;
    while (at > start && isBlank(text.charCodeAt(at - 1))) at--;
    return at;
  }

  #scanFlowContinuation(firstEnd: number): number {
    let last = firstEnd;
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== lineFeed && code !== carriageReturn) return last;
      if (!this.nextPlainLine(-1)) return last;
      const before = this.at;
      const end = this.#scanFlowPlain(before);
      if (end === before) return last;
      last = end;
    }
  }
}
