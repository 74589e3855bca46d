import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import {
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
  verticalBar,
} from "../characters.js";
import type { SyntaxFault } from "../faults/syntax-fault.js";
import { collectionKey, notYaml, Unsupported } from "../faults/syntax-fault.js";
import type { Marks } from "../marks.js";
import { readBlockContent, readBlockHeader, ScalarText } from "../scalars/scalar-text.js";
import { FlowReader, longestKey } from "./flow-reader.js";
import type { RepeatedValues } from "./repeated-values.js";

/**
 * The fast path: one pass over the text of one document by character codes, straight into values,
 * no tokens, no tree. It reads block mappings and sequences, flow collections and scalars of all
 * styles as `go.yaml.in/yaml/v2` reads them, and throws `Unsupported` at what files written by
 * tools never hold: anchors, aliases, merge keys, tags, explicit keys. What Go refuses is a
 * `SyntaxFault` in Go's words.
 *
 * The recursion follows the grammar; its depth is bounded by `maximumDepth`.
 */
export class BlockReader extends FlowReader {
  readonly #repeated: RepeatedValues | undefined;
  /** Where the key read last ends. */
  #keyEnd = 0;

  /**
   * `repeated` makes blocks that repeat one object; marks tell objects apart, so that only one of
   * the two can be given.
   */
  constructor(
    text: string,
    start: number,
    end: number,
    marks: Marks | undefined,
    repeated?: RepeatedValues,
    original?: string,
  ) {
    super(text, start, end, marks, original);
    this.#repeated = repeated;
  }

  /** The document's value; `undefined` if it holds nothing but comments. */
  read(): Json | undefined {
    this.skipToToken();
    if (this.at >= this.end) return undefined;
    const value = this.#readNode(-1, false);
    this.marks?.noteRoot(value, this.valueStart, this.valueEnd);
    this.skipToToken();
    if (this.at < this.end) throw notYaml("did not find expected <document start>", this.at);
    return value;
  }

  /**
   * The node that belongs to the collection at column `indent`, `null` if there is none. Below a
   * mapping a sequence may begin at the mapping's own column.
   */
  #readNode(indent: number, inMapping: boolean): Json {
    const behind = this.at;
    this.skipToToken();
    const { at, text } = this;
    const column = at - this.lineStart;
    if (at >= this.end || column <= indent) {
      if (inMapping && column === indent && at < this.end && this.#isEntry(at)) {
        return this.#readSequence(column);
      }
      if (column === indent && this.#isBlockScalar(at)) return this.#readBlockScalar(indent);
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
        return this.#readSequence(column);
      case doubleQuote:
      case singleQuote:
        return this.#readQuotedNode(column);
      case verticalBar:
      case greaterThan:
        return this.#readBlockScalar(indent);
      case leftBracket:
      case leftBrace:
        return this.#readFlowNode();
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
    return this.#readPlainNode(indent, column);
  }

  /** Go's scanner takes a block scalar even at the column of its own collection. */
  #isBlockScalar(at: number): boolean {
    const code = this.text.charCodeAt(at);
    return at < this.end && (code === verticalBar || code === greaterThan);
  }

  #isEntry(at: number): boolean {
    return this.text.charCodeAt(at) === dash && isBlankOrEnd(this.text.charCodeAt(at + 1));
  }

  /** A plain scalar, or the mapping whose first key it is. */
  #readPlainNode(indent: number, column: number): Json {
    const start = this.at;
    const end = this.#scanPlain(start);
    if (this.text.charCodeAt(this.at) === colon && this.at < this.end) {
      if (!this.keyAllowed) {
        throw notYaml("mapping values are not allowed in this context", this.at);
      }
      return this.#readMapping(column, start, end, this.plainKey(start, end));
    }
    const last = this.#scanContinuation(indent, end);
    this.valueStart = start;
    this.valueEnd = last;
    return this.plainValue(start, end, last);
  }

  /**
   * The end of the part of a plain scalar that stands in this line; `this.at` is what ended it: a
   * break, ` #`, `: `.
   */
  #scanPlain(start: number): number {
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

  /**
   * Further lines of a plain scalar: those beyond column `indent`, up to a comment. The end of the
   * last one.
   */
  #scanContinuation(indent: number, firstEnd: number): number {
    let last = firstEnd;
    while (this.nextPlainLine(indent)) {
      const start = this.at;
      last = this.#scanPlain(start);
      if (this.at < this.end && this.text.charCodeAt(this.at) === colon) {
        throw notYaml("mapping values are not allowed in this context", this.at);
      }
    }
    return last;
  }

  /** A quoted scalar, or the mapping whose first key it is. */
  #readQuotedNode(column: number): Json {
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
        return this.#readMapping(column, start, end, value);
      }
    }
    this.keyAllowed = false;
    this.valueStart = start;
    this.valueEnd = end;
    return value;
  }

  #readBlockScalar(parent: number): string {
    const { text, end, at } = this;
    const header = readBlockHeader(text, at, end);
    const out = new ScalarText(text, this.original);
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

  /** A block mapping at `column` whose first key was just read; `this.at` is at its colon. */
  #readMapping(column: number, start: number, end: number, firstKey: string): JsonObject {
    this.enter();
    const object: JsonObject = {};
    let keyStart = start;
    let keyEnd = end;
    let key = firstKey;
    for (;;) {
      if (this.at - keyStart > longestKey) throw notYaml("could not find expected ':'", keyStart);
      this.at++;
      this.keyAllowed = false;
      const value = this.#readValue(column);
      this.setEntry(object, key, value, keyStart, keyEnd);
      if (!this.#findKey(column)) break;
      keyStart = this.at;
      key = this.#readKey();
      keyEnd = this.#keyEnd;
    }
    this.depth--;
    this.valueStart = start;
    return object;
  }

  /**
   * Goes to the next token and tells whether it belongs to the mapping at `column`; it is a key
   * then.
   */
  #findKey(column: number): boolean {
    this.skipToToken();
    const next = this.at - this.lineStart;
    if (this.at >= this.end || next < column) return false;
    if (next > column || !this.keyAllowed) throw notYaml("did not find expected key", this.at);
    return true;
  }

  /** The key at `this.at`, up to its colon; `keyEnd` is where it ends itself. */
  #readKey(): string {
    const { text, lineStart, at: start } = this;
    const code = text.charCodeAt(start);
    let key: string;
    if (code === doubleQuote || code === singleQuote) {
      key = this.readQuoted();
      this.#keyEnd = this.at;
      if (lineStart !== this.lineStart) {
        throw notYaml("could not find expected ':'", start, this.#keyEnd);
      }
      this.skipBlanks();
    } else {
      this.#rejectNonKey(code);
      this.#keyEnd = this.#scanPlain(start);
      key = this.plainKey(start, this.#keyEnd);
    }
    if (text.charCodeAt(this.at) !== colon || !isBlankOrEnd(text.charCodeAt(this.at + 1))) {
      throw notYaml("could not find expected ':'", start, this.#keyEnd);
    }
    return key;
  }

  /**
   * The value behind a colon in the mapping at `column`; a block that stood in the text before is
   * not read again.
   */
  #readValue(column: number): Json {
    const { at, depth } = this;
    const repeated = this.#repeated;
    if (repeated === undefined || this.text.charCodeAt(at) !== lineFeed) {
      return this.#readNode(column, true);
    }
    const known = repeated.find(at, column, depth);
    if (known !== undefined && this.#endsBlock(at + known.end - known.start, column)) {
      this.at = this.lineStart = at + known.end - known.start;
      this.keyAllowed = true;
      return known.value;
    }
    const value = this.#readNode(column, true);
    this.skipToToken();
    const end = this.lineStart;
    if (typeof value === "object" && this.#endsBlock(end, column) && !this.hasDuplicates) {
      repeated.note({ start: at, end, value, column, depth });
    }
    return value;
  }

  /**
   * Tells whether a line shows at once that the value of a key in the mapping at `column` ends
   * before it: comments, empty lines and indicators at that column might belong to the value.
   */
  #endsBlock(line: number, column: number): boolean {
    const { text, end } = this;
    let at = line;
    while (at < end && text.charCodeAt(at) === space) at++;
    if (at >= end) return line === end;
    const code = text.charCodeAt(at);
    if (at - line === column) return isLetter(code);
    return at - line < column && (isLetter(code) || code === dash);
  }

  /** Rejects a token that cannot be an implicit key in a block mapping. */
  #rejectNonKey(code: number): void {
    const { at } = this;
    if (code === dash || code === question || code === colon) {
      if (!isBlankOrEnd(this.text.charCodeAt(at + 1))) return;
      if (code === dash) throw notYaml("did not find expected key", at);
      throw new Unsupported();
    }
    if (code === leftBrace || code === leftBracket) throw this.#collectionAsKey();
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

  /**
   * Returns Go's fault for a flow collection where the next key of a block mapping should stand.
   */
  #collectionAsKey(): SyntaxFault {
    const { at: start, lineStart } = this;
    const value = this.readFlow();
    const end = this.at;
    this.skipBlanks();
    const next = this.at < this.end ? this.text.charCodeAt(this.at) : lineFeed;
    const isInLine = lineStart === this.lineStart;
    if (isInLine && next === colon && isBlankOrEnd(this.text.charCodeAt(this.at + 1))) {
      return this.#collectionKey(value, start, end);
    }
    const isAlone = [colon, lineFeed, carriageReturn, hash].includes(next) || !isInLine;
    return notYaml(
      isAlone ? "could not find expected ':'" : "did not find expected key",
      start,
      end,
    );
  }

  /** Go's scanner does not notice an empty collection that is a key. */
  #collectionKey(value: Json, start: number, end: number): SyntaxFault {
    const isEmpty = Object.keys(value ?? {}).length === 0;
    return isEmpty
      ? notYaml("did not find expected key", start, end)
      : collectionKey(value, start, end);
  }

  /** A block sequence whose dashes stand at `column`. */
  #readSequence(column: number): Json[] {
    this.enter();
    const start = this.at;
    const list: Json[] = [];
    for (;;) {
      this.at++;
      this.keyAllowed = true;
      list.push(this.#readNode(column, false));
      this.noteItem(list);
      this.skipToToken();
      const next = this.at - this.lineStart;
      if (this.at >= this.end || next !== column || !this.#isEntry(this.at)) {
        break;
      }
    }
    this.depth--;
    this.valueStart = start;
    return list;
  }

  /** A flow collection in block context. */
  #readFlowNode(): Json {
    const { keyAllowed, lineStart } = this;
    this.keyAllowed = false;
    const value = this.readFlow();
    const { valueStart, valueEnd } = this;
    this.skipBlanks();
    if (this.at < this.end && this.text.charCodeAt(this.at) === colon) {
      if (keyAllowed && lineStart === this.lineStart) {
        throw this.#collectionKey(value, valueStart, valueEnd);
      }
      throw notYaml("mapping values are not allowed in this context", this.at);
    }
    return value;
  }
}
