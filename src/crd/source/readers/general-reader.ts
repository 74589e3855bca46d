import type * as Yaml from "yaml";
import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { setKey } from "../../../runtime/v1/values/json/json.js";
import {
  collectionKey,
  invalidKey,
  maximumDepth,
  notYaml,
  SyntaxFault,
  tooDeep,
} from "../faults/syntax-fault.js";
import type { Mark, Marks } from "../marks.js";
import { resolvePlain, resolvePlainKey, resolveTagged } from "../scalars/resolve-scalar.js";
import {
  foldPlain,
  readDoubleQuoted,
  readSingleQuoted,
  ScalarText,
} from "../scalars/scalar-text.js";

/** The `yaml` package; whoever needs this reader imports it, so that others never load it. */
export type YamlModule = typeof Yaml;

/**
 * The general reader: the `yaml` package makes the tree, this class makes of the tree what Go's
 * decoder would (`decode.go` of `go.yaml.in/yaml/v2`). Serves the documents that the fast path
 * leaves, with anchors, aliases, merge keys, tags and explicit keys, and the tests as the second
 * opinion on all others.
 */
export class GeneralReader {
  /** True if some object has a key twice, merge keys aside. */
  hasDuplicates = false;

  readonly #yaml: YamlModule;
  readonly #text: string;
  readonly #start: number;
  readonly #marks: Marks | undefined;
  readonly #original: string;
  readonly #targets = new Map<Yaml.Alias, Yaml.Node>();
  readonly #open = new Set<Yaml.Node>();
  #depth = 0;
  #decodeCount = 0;
  #aliasCount = 0;
  #aliasDepth = 0;

  /** `original` as in `ScalarText`. */
  constructor(
    yaml: YamlModule,
    text: string,
    start: number,
    marks: Marks | undefined,
    original: string = text,
  ) {
    this.#yaml = yaml;
    this.#original = original;
    this.#text = text;
    this.#start = start;
    this.#marks = marks;
  }

  /** The value of the document that ends at `end`; `undefined` if it holds nothing but comments. */
  read(end: number): Json | undefined {
    const document = this.#parse(end);
    if (document.contents === null) return undefined;
    const value = this.#decode(document.contents);
    const [start, valueEnd] = this.#rangeOf(document.contents);
    this.#marks?.noteRoot(value, start, valueEnd);
    return value;
  }

  #parse(end: number): Yaml.Document.Parsed {
    const document = this.#compose(this.#text.slice(this.#start, end));
    const error = document.errors[0];
    if (error === undefined) return document;
    const start = skipBlanks(this.#text, this.#start + error.pos[0]);
    // The package's word for a full stack: it recurses without a limit of its own.
    if (error.code === "RESOURCE_EXHAUSTION") throw tooDeep(start);
    // The package takes a flow collection as a key only where a mapping begins.
    if (error.code === "IMPOSSIBLE" && this.#start < start) this.#readFrom(start);
    const reason = error.message.split("\n")[0] ?? "";
    throw notYaml(lowerFirst(reason), start, Math.max(start + 1, this.#start + error.pos[1]));
  }

  /** Reads what a line holds as if a document began there, for the sake of its fault. */
  #readFrom(start: number): void {
    const lineEnd = this.#text.indexOf("\n", start) + 1 || this.#text.length;
    new GeneralReader(this.#yaml, this.#text, start, undefined, this.#original).read(lineEnd);
  }

  #compose(text: string): Yaml.Document.Parsed {
    try {
      const document = this.#yaml.parseDocument(text, {
        schema: "failsafe",
        version: "1.1",
        merge: false,
        uniqueKeys: false,
        logLevel: "silent",
        prettyErrors: false,
      });
      this.#resolveAliases(document);
      return document;
    } catch (error) {
      // A full stack that the package does not notice itself, as in its walk over the tree.
      if (error instanceof RangeError) throw tooDeep(this.#start);
      throw error;
    }
  }

  /**
   * An alias means the last anchor of its name before it, however often anchors of that name
   * follow.
   */
  #resolveAliases(document: Yaml.Document.Parsed): void {
    const anchors = new Map<string, Yaml.Node>();
    this.#yaml.visit(document, {
      Value: (_key, node) => {
        if (node.anchor !== undefined) this.#setAnchor(anchors, node.anchor, node);
      },
      Alias: (_key, alias) => {
        const target = anchors.get(alias.source);
        if (target !== undefined) this.#targets.set(alias, target);
      },
    });
  }

  /** Names of anchors hold letters, digits, `_` and `-` alone. */
  #setAnchor(anchors: Map<string, Yaml.Node>, name: string, node: Yaml.Node): void {
    if (!/^[\w-]+$/.test(name)) {
      const reason = "did not find expected alphabetic or numeric character";
      throw notYaml(reason, ...this.#rangeOf(node));
    }
    anchors.set(name, node);
  }

  #rangeOf(node: Yaml.Node): readonly [number, number] {
    const [start, end] = node.range ?? [0, 0];
    return [this.#start + start, this.#start + trimEnd(this.#text, this.#start, start, end)];
  }

  /** The value of a node; counts as Go does, which bounds what aliases can make of a small text. */
  #decode(node: Yaml.Node | null): Json {
    this.#count();
    if (node === null) return null;
    if (this.#depth >= maximumDepth) throw tooDeep(this.#rangeOf(node)[0]);
    this.#depth++;
    const value = this.#decodeKind(node);
    this.#depth--;
    return value;
  }

  #decodeKind(node: Yaml.Node): Json {
    if (this.#yaml.isAlias(node)) return this.#decodeAlias(node);
    if (this.#yaml.isScalar(node)) return this.#decodeScalar(node);
    if (this.#yaml.isSeq<Yaml.Node>(node)) return this.#decodeSequence(node);
    if (this.#yaml.isMap<Yaml.Node, Yaml.Node | null>(node)) return this.#decodeMapping(node);
    throw notYaml("did not find expected node content", this.#start);
  }

  /** `allowedAliasRatio` in `decode.go`: how much of the work may come from aliases. */
  #count(): void {
    this.#decodeCount++;
    if (this.#aliasDepth > 0) this.#aliasCount++;
    if (this.#aliasCount <= 100 || this.#decodeCount <= 1000) return;
    const progress = Math.min(Math.max((this.#decodeCount - 400_000) / 3_600_000, 0), 1);
    if (this.#aliasCount / this.#decodeCount <= 0.99 - 0.89 * progress) return;
    const start = this.#start;
    throw new SyntaxFault({
      code: "source/excessive-aliasing",
      values: {},
      start,
      end: start + 1,
    });
  }

  #targetOf(alias: Yaml.Alias): Yaml.Node {
    const target = this.#targets.get(alias);
    if (target !== undefined) return target;
    const [start, end] = this.#rangeOf(alias);
    throw notYaml(`unknown anchor '${alias.source}' referenced`, start, end);
  }

  /** Rejects an alias that stands inside of the node that it stands for. */
  #rejectLoop(alias: Yaml.Alias, target: Yaml.Node): void {
    if (!this.#open.has(target)) return;
    throw notYaml(`anchor '${alias.source}' value contains itself`, ...this.#rangeOf(alias));
  }

  #decodeAlias(alias: Yaml.Alias): Json {
    const target = this.#targetOf(alias);
    this.#rejectLoop(alias, target);
    this.#aliasDepth++;
    const value = this.#decode(target);
    this.#aliasDepth--;
    return value;
  }

  #decodeScalar(node: Yaml.Scalar): Json {
    const [start, end] = this.#rangeOf(node);
    const text = this.#textOf(node);
    if (node.tag !== undefined) {
      const tagged = resolveTagged(node.tag, text);
      if (tagged.kind === "value") return tagged.value;
      throw tagged.kind === "refused"
        ? notYaml(tagged.reason, start, end)
        : notFinite(text, start, end);
    }
    if (node.type !== this.#yaml.Scalar.PLAIN && node.type !== undefined) return text;
    const value = resolvePlain(text);
    if (value === undefined) throw notFinite(text, start, end);
    return value;
  }

  /**
   * With the failsafe schema every scalar is a string. Those within lines are read as Go does,
   * which has rules of its own.
   */
  #textOf(node: Yaml.Scalar): string {
    const [start, end] = this.#rangeOf(node);
    const out = new ScalarText(this.#text, this.#original);
    if (node.type === this.#yaml.Scalar.QUOTE_DOUBLE) readDoubleQuoted(out, start, end, "yaml");
    else if (node.type === this.#yaml.Scalar.QUOTE_SINGLE) readSingleQuoted(out, start, end);
    else if (node.type === this.#yaml.Scalar.PLAIN) foldPlain(out, start, end);
    else return scalarText(node);
    return out.value;
  }

  #decodeSequence(node: Yaml.YAMLSeq<Yaml.Node>): Json[] {
    this.#open.add(node);
    const list: Json[] = [];
    for (const item of node.items) {
      list.push(this.#decode(item));
      const [start, end] = this.#rangeOf(item);
      const mark = { keyStart: start, keyEnd: end, valueStart: start, valueEnd: end };
      this.#marks?.note(list, list.length - 1, mark);
    }
    this.#open.delete(node);
    return list;
  }

  #decodeMapping(node: Yaml.YAMLMap<Yaml.Node, Yaml.Node | null>): JsonObject {
    const object: JsonObject = {};
    this.#fill(object, node, new Set());
    return object;
  }

  /**
   * Set the entries of a mapping in their order; what a merge key brings is set where the merge key
   * stands.
   */
  #fill(
    object: JsonObject,
    node: Yaml.YAMLMap<Yaml.Node, Yaml.Node | null>,
    own: Set<string>,
  ): void {
    this.#open.add(node);
    for (const { key, value } of node.items) {
      if (this.#isMerge(key)) {
        this.#merge(object, value);
        continue;
      }
      const name = this.#decodeKey(key);
      const isDuplicate = own.has(name);
      if (isDuplicate) this.hasDuplicates = true;
      own.add(name);
      const mark = this.#markOf(key, value);
      setKey(object, name, this.#decode(value));
      if (isDuplicate) this.#marks?.note(object, name, mark);
      else this.#marks?.inherit(object, name, mark);
    }
    this.#open.delete(node);
  }

  #markOf(key: Yaml.Node, value: Yaml.Node | null): Mark {
    const [keyStart, keyEnd] = this.#rangeOf(key);
    const [valueStart, valueEnd] = value === null ? [keyEnd, keyEnd] : this.#rangeOf(value);
    return { keyStart, keyEnd, valueStart, valueEnd };
  }

  #isMerge(key: Yaml.Node): boolean {
    if (!this.#yaml.isScalar(key) || scalarText(key) !== "<<") return false;
    if (key.tag !== undefined) return key.tag === "tag:yaml.org,2002:merge";
    return key.type === this.#yaml.Scalar.PLAIN;
  }

  #decodeKey(key: Yaml.Node | null): string {
    this.#count();
    if (key === null) throw invalidKey("'' is not a string", this.#start, this.#start + 1);
    const range = this.#rangeOf(key);
    const target = this.#yaml.isAlias(key) ? this.#targetOf(key) : key;
    if (!this.#yaml.isScalar(target)) throw collectionKey(this.#decode(target), ...range);
    const isPlain = target.tag === undefined && target.type === this.#yaml.Scalar.PLAIN;
    const value = isPlain ? undefined : this.#decodeScalar(target);
    if (typeof value === "string") return value;
    const text = this.#textOf(target);
    const name = resolvePlainKey(text);
    if (name === undefined) throw invalidKey(`'${text}' is not a string`, ...range);
    return name;
  }

  /**
   * `merge` in `decode.go`: a mapping, an alias of one, or a list of those, whose earlier items
   * take precedence.
   */
  #merge(object: JsonObject, value: Yaml.Node | null): void {
    if (this.#yaml.isSeq<Yaml.Node>(value)) {
      for (const item of value.items.toReversed()) this.#mergeOne(object, item);
    } else this.#mergeOne(object, value);
  }

  #mergeOne(object: JsonObject, value: Yaml.Node | null): void {
    const isAlias = this.#yaml.isAlias(value);
    const target = isAlias ? this.#targetOf(value) : value;
    if (!this.#yaml.isMap<Yaml.Node, Yaml.Node | null>(target)) {
      const range =
        value === null ? ([this.#start, this.#start + 1] as const) : this.#rangeOf(value);
      throw notYaml("map merge requires map or sequence of maps as the value", ...range);
    }
    if (isAlias) this.#rejectLoop(value, target);
    this.#count();
    if (isAlias) this.#aliasDepth++;
    this.#depth++;
    if (this.#depth > maximumDepth) throw tooDeep(this.#rangeOf(target)[0]);
    this.#fill(object, target, new Set());
    this.#depth--;
    if (isAlias) this.#aliasDepth--;
  }
}

function notFinite(value: string, start: number, end: number): SyntaxFault {
  return new SyntaxFault({ code: "source/not-finite", values: { value }, start, end });
}

function scalarText(node: Yaml.Scalar): string {
  return typeof node.value === "string" ? node.value : "";
}

/** The package counts the blank lines behind a block collection as part of it. */
function trimEnd(text: string, offset: number, start: number, end: number): number {
  let last = end;
  while (last > start && " \t\r\n".includes(text.charAt(offset + last - 1))) last--;
  return last;
}

/** The package marks whole lines where indentation is wrong. */
function skipBlanks(text: string, start: number): number {
  let at = start;
  while (text.charAt(at) === " ") at++;
  return at;
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
