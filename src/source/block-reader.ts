import type { Json, JsonObject } from "../runtime/v1/json.js";
import { setKey } from "../runtime/v1/json.js";
import {
  byteOrderMark,
  carriageReturn,
  colon,
  comma,
  dash,
  doubleQuote,
  greaterThan,
  hash,
  isBlank,
  isBlankOrEnd,
  isLetter,
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
} from "./characters.js";
import type { Marks } from "./marks.js";
import type { RepeatedValues } from "./repeated-values.js";
import { resolvePlain, resolvePlainKey } from "./resolve-scalar.js";
import { readBlockContent, readBlockHeader } from "./block-scalar.js";
import { foldPlain, readDoubleQuoted, readSingleQuoted, ScalarText } from "./scalar-text.js";
import {
  invalidKey,
  maximumDepth,
  notYaml,
  SyntaxFault,
  tooDeep,
  Unsupported,
} from "./syntax-fault.js";

/** What a first character means: 0 begins a plain scalar. */
const plainStart = 0;
const indicatorUnknown = 1;
const indicatorNever = 2;
const indicators = /* @__PURE__ */ makeIndicators();

function makeIndicators(): Uint8Array {
  const table = new Uint8Array(128);
  for (const first of "&*!") table[first.charCodeAt(0)] = indicatorUnknown;
  for (const first of "%@`\t") table[first.charCodeAt(0)] = indicatorNever;
  return table;
}

/** `simple_key` of Go's scanner: a key and its colon stand within so many characters. */
const longestKey = 1024;

/**
 * The fast path: one pass over the text of one document by character codes, straight into values, no tokens, no tree.
 * It reads block mappings and sequences, flow collections and scalars of all styles as `go.yaml.in/yaml/v2` reads them, and
 * throws `Unsupported` at what files written by tools never hold: anchors, aliases, merge keys, tags, explicit keys.
 * What Go refuses is a `SyntaxFault` in Go's words.
 *
 * The recursion follows the grammar; its depth is bounded by `maximumDepth`.
 */
export class BlockReader {
  /** Whether some object has a key twice; which ones, only `marks` knows. */
  hasDuplicates = false;

  private readonly text: string;
  private readonly end: number;
  private readonly marks: Marks | undefined;
  private readonly repeated: RepeatedValues | undefined;
  private at: number;
  private lineStart: number;
  /** `simple_key_allowed`: whether a key, a `- ` or a `? ` may stand here, and a tab may not. */
  private keyAllowed = true;
  private depth = 0;
  /** Span of the value read last. */
  private valueStart = 0;
  private valueEnd = 0;

  /** `repeated` makes blocks that repeat one object; marks tell objects apart, so that only one of the two can be given. */
  constructor(
    text: string,
    start: number,
    end: number,
    marks: Marks | undefined,
    repeated?: RepeatedValues,
  ) {
    this.text = text;
    this.at = start;
    this.lineStart = start;
    this.end = end;
    this.marks = marks;
    this.repeated = repeated;
  }

  /** The document's value; `undefined` if it holds nothing but comments. */
  read(): Json | undefined {
    this.skipToToken();
    if (this.at >= this.end) return undefined;
    const value = this.readNode(-1, false);
    this.marks?.noteRoot(value, this.valueStart, this.valueEnd);
    this.skipToToken();
    if (this.at < this.end) throw notYaml("did not find expected <document start>", this.at);
    return value;
  }

  /** Skip blanks, comments and line breaks. */
  private skipToToken(): void {
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
      } else if (code !== carriageReturn && !(code === byteOrderMark && at === this.lineStart)) {
        break;
      }
    }
    this.at = at < end ? at : end;
  }

  /**
   * The node that belongs to the collection at column `indent`, `null` if there is none. Below a mapping a sequence may
   * begin at the mapping's own column.
   */
  private readNode(indent: number, inMapping: boolean): Json {
    const behind = this.at;
    this.skipToToken();
    const { at, text } = this;
    const column = at - this.lineStart;
    if (at >= this.end || column <= indent) {
      if (inMapping && column === indent && at < this.end && this.isEntry(at)) {
        return this.readSequence(column);
      }
      if (column === indent && this.isBlockScalar(at)) return this.readBlockScalar(indent);
      this.valueStart = this.valueEnd = behind;
      return null;
    }
    const code = text.charCodeAt(at);
    switch (code) {
      case dash:
        if (!isBlankOrEnd(text.charCodeAt(at + 1))) break;
        if (!this.keyAllowed) {
          throw notYaml("block sequence entries are not allowed in this context", at);
        }
        return this.readSequence(column);
      case doubleQuote:
      case singleQuote:
        return this.readQuotedNode(column);
      case verticalBar:
      case greaterThan:
        return this.readBlockScalar(indent);
      case leftBracket:
      case leftBrace:
        return this.readFlowNode();
      case question:
      case colon:
        if (isBlankOrEnd(text.charCodeAt(at + 1))) throw new Unsupported();
        break;
      case comma:
      case rightBracket:
      case rightBrace:
        throw notYaml("did not find expected node content", at);
      default:
        this.rejectIndicator(code, at);
    }
    return this.readPlainNode(indent, column);
  }

  /** As a method, since the compiler believes an assignment before calls that change the field. */
  private isKeyAllowed(): boolean {
    return this.keyAllowed;
  }

  private rejectIndicator(code: number, at: number): void {
    const meaning = code < 128 ? indicators[code] : plainStart;
    if (meaning === plainStart) return;
    if (meaning === indicatorUnknown) throw new Unsupported();
    throw notYaml("found character that cannot start any token", at);
  }

  /** Go's scanner takes a block scalar even at the column of its own collection. */
  private isBlockScalar(at: number): boolean {
    const code = this.text.charCodeAt(at);
    return at < this.end && (code === verticalBar || code === greaterThan);
  }

  private isEntry(at: number): boolean {
    return this.text.charCodeAt(at) === dash && isBlankOrEnd(this.text.charCodeAt(at + 1));
  }

  /** A plain scalar, or the mapping whose first key it is. */
  private readPlainNode(indent: number, column: number): Json {
    const start = this.at;
    const end = this.scanPlain(start);
    if (this.text.charCodeAt(this.at) === colon && this.at < this.end) {
      if (!this.keyAllowed) {
        throw notYaml("mapping values are not allowed in this context", this.at);
      }
      return this.readMapping(column, start, end);
    }
    const last = this.scanContinuation(indent, end);
    this.valueStart = start;
    this.valueEnd = last;
    return this.plainValue(start, end, last);
  }

  private plainValue(start: number, lineEnd: number, end: number): Json {
    const text = this.plainText(start, lineEnd, end);
    const value = resolvePlain(text);
    if (value !== undefined) return value;
    throw new SyntaxFault({ code: "source/not-finite", values: { value: text }, start, end });
  }

  private plainText(start: number, lineEnd: number, end: number): string {
    if (end === lineEnd) return this.text.slice(start, end);
    const out = new ScalarText(this.text);
    foldPlain(out, start, end);
    return out.value;
  }

  /** The end of the part of a plain scalar that stands in this line; `this.at` is what ended it: a break, ` #`, `: `. */
  private scanPlain(start: number): number {
    const { text, end } = this;
    let at = start;
    for (; at < end; at++) {
      const code = text.charCodeAt(at);
      if (code > colon) continue;
      if (code === colon) {
        if (isBlankOrEnd(text.charCodeAt(at + 1)) || at + 1 >= end) break;
      } else if (code === lineFeed || code === carriageReturn) break;
      else if (code === hash && at > start && isBlank(text.charCodeAt(at - 1))) break;
    }
    this.at = at;
    while (at > start && isBlank(text.charCodeAt(at - 1))) at--;
    return at;
  }

  /** Further lines of a plain scalar: those beyond column `indent`, up to a comment. The end of the last one. */
  private scanContinuation(indent: number, firstEnd: number): number {
    let last = firstEnd;
    while (this.nextPlainLine(indent)) {
      const start = this.at;
      last = this.scanPlain(start);
      if (this.at < this.end && this.text.charCodeAt(this.at) === colon) {
        throw notYaml("mapping values are not allowed in this context", this.at);
      }
    }
    return last;
  }

  /** Move over line breaks to the next line with text; whether the scalar goes on there. */
  private nextPlainLine(indent: number): boolean {
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

  /** A quoted scalar, or the mapping whose first key it is. */
  private readQuotedNode(column: number): Json {
    const start = this.at;
    const line = this.lineStart;
    const { keyAllowed } = this;
    const value = this.readQuoted();
    const end = this.at;
    this.skipBlanks();
    if (this.text.charCodeAt(this.at) === colon && this.at < this.end) {
      if (isBlankOrEnd(this.text.charCodeAt(this.at + 1))) {
        if (!keyAllowed || line !== this.lineStart) {
          throw notYaml("mapping values are not allowed in this context", this.at);
        }
        return this.readMapping(column, start, end, value);
      }
    }
    this.keyAllowed = false;
    this.valueStart = start;
    this.valueEnd = end;
    return value;
  }

  /** The quoted scalar at `this.at`. */
  private readQuoted(): string {
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
      if (code === 0x5c && quote === doubleQuote) break;
    }
    const out = new ScalarText(text);
    this.at =
      quote === doubleQuote
        ? readDoubleQuoted(out, start, end, "yaml")
        : readSingleQuoted(out, start, end);
    const lastBreak = text.lastIndexOf("\n", this.at - 1);
    if (lastBreak >= start) this.lineStart = lastBreak + 1;
    return out.value;
  }

  private skipBlanks(): void {
    while (this.at < this.end && isBlank(this.text.charCodeAt(this.at))) this.at++;
  }

  private readBlockScalar(parent: number): string {
    const { text, end, at } = this;
    const header = readBlockHeader(text, at, end);
    const out = new ScalarText(text);
    this.at = readBlockContent(out, header, parent, end);
    this.lineStart = this.at;
    this.keyAllowed = true;
    this.valueStart = at;
    this.valueEnd = Math.max(
      this.at > at && this.at < end ? this.at - 1 : this.at,
      header.content - 1,
    );
    return out.value;
  }

  private enter(): void {
    if (++this.depth > maximumDepth) throw tooDeep(this.at);
  }

  /** A block mapping at `column` whose first key was just scanned; `this.at` is at its colon. */
  private readMapping(column: number, start: number, end: number, quoted?: string): JsonObject {
    this.enter();
    const { text } = this;
    const object: JsonObject = {};
    let keyStart = start;
    let keyEnd = end;
    let key = quoted ?? this.plainKey(start, end);
    for (;;) {
      if (this.at - keyStart > longestKey) throw notYaml("could not find expected ':'", keyStart);
      this.at++;
      this.keyAllowed = false;
      const value = this.readValue(column);
      this.setEntry(object, key, value, keyStart, keyEnd);
      this.skipToToken();
      const next = this.at - this.lineStart;
      if (this.at >= this.end || next < column) break;
      if (next > column || !this.isKeyAllowed())
        throw notYaml("did not find expected key", this.at);
      keyStart = this.at;
      const code = text.charCodeAt(keyStart);
      if (code === doubleQuote || code === singleQuote) {
        const line = this.lineStart;
        key = this.readQuoted();
        keyEnd = this.at;
        if (line !== this.lineStart) throw notYaml("could not find expected ':'", keyStart, keyEnd);
        this.skipBlanks();
      } else {
        this.rejectNonKey(code);
        keyEnd = this.scanPlain(keyStart);
        key = this.plainKey(keyStart, keyEnd);
      }
      if (text.charCodeAt(this.at) !== colon || !isBlankOrEnd(text.charCodeAt(this.at + 1))) {
        throw notYaml("could not find expected ':'", keyStart, keyEnd);
      }
    }
    this.depth--;
    this.valueStart = start;
    return object;
  }

  /** The value behind a colon in the mapping at `column`; a block that stood in the text before is not read again. */
  private readValue(column: number): Json {
    const { at, depth, repeated } = this;
    if (repeated === undefined || this.text.charCodeAt(at) !== lineFeed) {
      return this.readNode(column, true);
    }
    const known = repeated.find(at, column, depth);
    if (known !== undefined && this.endsBlock(at + known.end - known.start, column)) {
      this.at = this.lineStart = at + known.end - known.start;
      this.keyAllowed = true;
      return known.value;
    }
    const value = this.readNode(column, true);
    this.skipToToken();
    const end = this.lineStart;
    if (typeof value === "object" && this.endsBlock(end, column) && !this.hasDuplicates) {
      repeated.note({ start: at, end, value, column, depth });
    }
    return value;
  }

  /**
   * Whether a line shows at once that the value of a key in the mapping at `column` ends before it: comments, empty lines
   * and indicators at that column might belong to the value.
   */
  private endsBlock(line: number, column: number): boolean {
    const { text, end } = this;
    let at = line;
    while (at < end && text.charCodeAt(at) === space) at++;
    if (at >= end) return line === end;
    const code = text.charCodeAt(at);
    if (at - line === column) return isLetter(code);
    return at - line < column && (isLetter(code) || code === dash);
  }

  /** What cannot be an implicit key in a block mapping. */
  private rejectNonKey(code: number): void {
    const { at } = this;
    if (code === dash || code === question || code === colon) {
      if (!isBlankOrEnd(this.text.charCodeAt(at + 1))) return;
      if (code === dash) throw notYaml("did not find expected key", at);
      throw new Unsupported();
    }
    if (code === leftBrace || code === leftBracket) throw new Unsupported();
    if (
      code === comma ||
      code === rightBrace ||
      code === rightBracket ||
      code === verticalBar ||
      code === greaterThan
    ) {
      throw notYaml("did not find expected key", at);
    }
    this.rejectIndicator(code, at);
  }

  private plainKey(start: number, end: number): string {
    const text = this.text.slice(start, end);
    if (text === "<<") throw new Unsupported();
    const key = resolvePlainKey(text);
    if (key === undefined) throw invalidKey(`'${text}' is no text`, start, end);
    return key;
  }

  private setEntry(object: JsonObject, key: string, value: Json, start: number, end: number): void {
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

  /** A block sequence whose dashes stand at `column`. */
  private readSequence(column: number): Json[] {
    this.enter();
    const start = this.at;
    const list: Json[] = [];
    for (;;) {
      this.at++;
      this.keyAllowed = true;
      list.push(this.readNode(column, false));
      this.noteItem(list);
      this.skipToToken();
      const next = this.at - this.lineStart;
      if (this.at >= this.end || next !== column || !this.isEntry(this.at)) {
        break;
      }
    }
    this.depth--;
    this.valueStart = start;
    return list;
  }

  private noteItem(list: Json[]): void {
    const { valueStart, valueEnd } = this;
    const mark = { keyStart: valueStart, keyEnd: valueEnd, valueStart, valueEnd };
    this.marks?.note(list, list.length - 1, mark);
  }

  /** A flow collection in block context; as a key it is left to the general reader. */
  private readFlowNode(): Json {
    const { keyAllowed, lineStart } = this;
    this.keyAllowed = false;
    const value = this.readFlow();
    const { valueStart, valueEnd } = this;
    this.skipBlanks();
    if (this.at < this.end && this.text.charCodeAt(this.at) === colon) {
      if (keyAllowed && lineStart === this.lineStart) {
        throw invalidKey("a key must be a scalar", valueStart, valueEnd);
      }
      throw notYaml("mapping values are not allowed in this context", this.at);
    }
    return value;
  }

  private readFlow(): Json {
    this.enter();
    const isList = this.text.charCodeAt(this.at) === leftBracket;
    const value = isList ? this.readFlowSequence() : this.readFlowMapping();
    this.depth--;
    return value;
  }

  private readFlowSequence(): Json[] {
    const { text } = this;
    const start = this.at++;
    const list: Json[] = [];
    for (;;) {
      const code = this.nextInFlow();
      if (code === rightBracket) break;
      list.push(this.readFlowItemOrPair(code));
      this.noteItem(list);
      const next = this.nextInFlow();
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
  private readFlowItemOrPair(code: number): Json {
    const { at, lineStart } = this;
    const value = this.readFlowItem(code);
    if (this.nextInFlow() !== colon) return value;
    const object: JsonObject = {};
    this.at = at;
    this.lineStart = lineStart;
    this.readFlowEntry(object, code);
    this.valueStart = at;
    return object;
  }

  private readFlowMapping(): JsonObject {
    const start = this.at++;
    const object: JsonObject = {};
    for (;;) {
      const code = this.nextInFlow();
      if (code === rightBrace) break;
      this.readFlowEntry(object, code);
      const next = this.nextInFlow();
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
  private nextInFlow(): number {
    this.skipToToken();
    this.keyAllowed = false;
    if (this.at >= this.end) throw notYaml("did not find expected ',' or ']' or '}'", this.end - 1);
    return this.text.charCodeAt(this.at);
  }

  private readFlowEntry(object: JsonObject, code: number): void {
    const { text, lineStart } = this;
    const keyStart = this.at;
    if (code === leftBrace || code === leftBracket) {
      throw invalidKey("a key must be a scalar", keyStart, keyStart + 1);
    }
    const quoted = code === doubleQuote || code === singleQuote;
    const key = quoted ? this.readQuoted() : this.readFlowKey(code);
    const keyEnd = this.valueEndAfterKey(quoted);
    this.valueStart = this.valueEnd = keyEnd;
    if (this.nextInFlow() !== colon) {
      this.setEntry(object, key, null, keyStart, keyEnd);
      return;
    }
    if (lineStart !== this.lineStart || this.at - keyStart > longestKey) {
      throw notYaml("did not find expected ',' or '}'", this.at);
    }
    this.at++;
    const next = this.nextInFlow();
    const isEmpty = next === comma || next === rightBrace;
    if (isEmpty) this.valueStart = this.valueEnd = this.at;
    const value = isEmpty ? null : this.readFlowItem(next);
    this.setEntry(object, key, value, keyStart, keyEnd);
    if (text.charCodeAt(this.at) === colon) {
      throw notYaml("did not find expected ',' or '}'", this.at);
    }
  }

  private valueEndAfterKey(quoted: boolean): number {
    return quoted ? this.at : this.valueEnd;
  }

  private readFlowKey(code: number): string {
    const start = this.at;
    this.rejectFlowStart(code);
    const lineEnd = this.scanFlowPlain(start);
    const end = this.scanFlowContinuation(lineEnd);
    this.valueEnd = end;
    if (end === lineEnd) return this.plainKey(start, end);
    return this.plainText(start, lineEnd, end);
  }

  private readFlowItem(code: number): Json {
    if (code === leftBracket || code === leftBrace) return this.readFlow();
    const start = this.at;
    if (code === doubleQuote || code === singleQuote) {
      const value = this.readQuoted();
      this.valueStart = start;
      this.valueEnd = this.at;
      return value;
    }
    this.rejectFlowStart(code);
    const lineEnd = this.scanFlowPlain(start);
    const end = this.scanFlowContinuation(lineEnd);
    this.valueStart = start;
    this.valueEnd = end;
    return this.plainValue(start, lineEnd, end);
  }

  /** What cannot begin a plain scalar inside a flow collection. */
  private rejectFlowStart(code: number): void {
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

  private scanFlowPlain(start: number): number {
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

  private scanFlowContinuation(firstEnd: number): number {
    let last = firstEnd;
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== lineFeed && code !== carriageReturn) return last;
      if (!this.nextPlainLine(-1)) return last;
      const before = this.at;
      const end = this.scanFlowPlain(before);
      if (end === before) return last;
      last = end;
    }
  }
}
