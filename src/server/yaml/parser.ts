import type { BodyText } from "./cursor.js";
import { parserFault, YamlFault } from "./cursor.js";
import type { MappingNode, SequenceNode, YamlNode } from "./decode.js";
import type { Token, TokenKind } from "./scanner.js";
import { Scanner } from "./scanner.js";

/** The first document of a text; undefined if it holds none. @throws YamlFault */
export function parseYaml(text: BodyText): YamlNode | undefined {
  return new Parser(text).parse();
}

const defaultHandles: readonly (readonly [handle: string, prefix: string])[] = [
  ["!", "!"],
  ["!!", "tag:yaml.org,2002:"],
];

const documentEnds: readonly TokenKind[] = [
  "version directive",
  "tag directive",
  "document start",
  "document end",
  "stream end",
];

/** The properties that stand before a node. */
interface Properties {
  readonly line: number;
  readonly anchor: string;
  readonly tag: string;
}

/**
 * Makes a tree of tokens (`parserc.go` and the parser in `decode.go` of `go.yaml.in/yaml/v2`), and
 * looks at no token sooner than Go does: the first fault is the one that is told.
 */
class Parser {
  readonly #scanner: Scanner;
  readonly #handles = new Map<string, string>();
  readonly #anchors = new Map<string, YamlNode>();

  constructor(text: BodyText) {
    this.#scanner = new Scanner(text);
  }

  parse(): YamlNode | undefined {
    this.#scanner.take();
    const first = this.#scanner.peek();
    if (first.kind === "stream end") return undefined;
    const isExplicit = documentEnds.includes(first.kind) && first.kind !== "document end";
    this.#readDirectives();
    if (isExplicit) this.#expectDocumentStart();
    const isEmpty = isExplicit && this.#isNext(documentEnds);
    const root = isEmpty ? emptyScalar(this.#scanner.peek().start.line) : this.#block(false);
    this.#scanner.peek();
    return root;
  }

  #expectDocumentStart(): void {
    const { kind, start } = this.#scanner.peek();
    if (kind !== "document start") {
      throw parserFault("did not find expected <document start>", start.line);
    }
    this.#scanner.skip();
  }

  #readDirectives(): void {
    let hasVersion = false;
    for (;;) {
      const { kind, text, suffix, start } = this.#scanner.peek();
      if (kind === "version directive") {
        if (hasVersion) throw parserFault("found duplicate %YAML directive", start.line);
        if (text !== "1.1") throw parserFault("found incompatible YAML document", start.line);
        hasVersion = true;
      } else if (kind === "tag directive") {
        if (this.#handles.has(text)) {
          throw parserFault("found duplicate %TAG directive", start.line);
        }
        this.#handles.set(text, suffix);
      } else break;
      this.#scanner.skip();
    }
    for (const [handle, prefix] of defaultHandles) {
      if (!this.#handles.has(handle)) this.#handles.set(handle, prefix);
    }
  }

  #isNext(kinds: readonly TokenKind[]): boolean {
    return kinds.includes(this.#scanner.peek().kind);
  }

  /** @param isInMapping a list may begin in the column of its key */
  #block(isInMapping: boolean): YamlNode {
    const first = this.#scanner.peek();
    if (first.kind === "alias") return this.#alias();
    const properties = this.#properties(first);
    const { kind } = this.#scanner.peek();
    if (isInMapping && kind === "-") return this.#indentlessSequence(properties);
    if (kind === "block sequence") return this.#blockSequence(properties);
    if (kind === "block mapping") return this.#blockMapping(properties);
    return this.#flowOrScalar(properties);
  }

  #flow(): YamlNode {
    const first = this.#scanner.peek();
    return first.kind === "alias" ? this.#alias() : this.#flowOrScalar(this.#properties(first));
  }

  #flowOrScalar(properties: Properties): YamlNode {
    const { kind, start } = this.#scanner.peek();
    if (kind === "scalar") return this.#scalar(properties);
    if (kind === "[") return this.#flowSequence(properties);
    if (kind === "{") return this.#flowMapping(properties);
    const { line, anchor, tag } = properties;
    if (anchor === "" && tag === "") {
      throw parserFault("did not find expected node content", start.line);
    }
    return this.#named(anchor, { kind: "scalar", line, tag, text: "", isImplicit: tag === "" });
  }

  #alias(): YamlNode {
    const { text: name, start } = this.#scanner.take();
    const target = this.#anchors.get(name);
    if (target === undefined) throw new YamlFault(`yaml: unknown anchor '${name}' referenced`);
    return { kind: "alias", line: start.line, name, target };
  }

  #scalar({ line, anchor, tag }: Properties): YamlNode {
    const { text, isPlain } = this.#scanner.take();
    const isImplicit = (tag === "" && isPlain) || tag === "!";
    return this.#named(anchor, { kind: "scalar", line, tag, text, isImplicit });
  }

  #named<Node extends YamlNode>(anchor: string, node: Node): Node {
    if (anchor !== "") this.#anchors.set(anchor, node);
    return node;
  }

  /** An anchor and a tag, in any order. */
  #properties(first: Token): Properties {
    let [anchor, tag]: (Token | undefined)[] = [];
    if (first.kind === "anchor") {
      anchor = this.#scanner.take();
      if (this.#isNext(["tag"])) tag = this.#scanner.take();
    } else if (first.kind === "tag") {
      tag = this.#scanner.take();
      if (this.#isNext(["anchor"])) anchor = this.#scanner.take();
    }
    // What comes next is looked at before the tag is.
    this.#scanner.peek();
    return { line: first.start.line, anchor: anchor?.text ?? "", tag: this.#tagOf(tag) };
  }

  #tagOf(token: Token | undefined): string {
    if (token === undefined) return "";
    const { text: handle, suffix, start } = token;
    if (handle === "") return suffix;
    const prefix = this.#handles.get(handle);
    if (prefix === undefined) throw parserFault("found undefined tag handle", start.line);
    return prefix + suffix;
  }

  #blockSequence({ line, anchor }: Properties): YamlNode {
    const node = this.#named(anchor, newSequence(line));
    this.#scanner.skip();
    for (;;) {
      const { kind, start, endLine } = this.#scanner.take();
      if (kind === "block end") return node;
      if (kind !== "-") throw parserFault("did not find expected '-' indicator", start.line);
      const isEmpty = this.#isNext(["-", "block end"]);
      node.items.push(isEmpty ? emptyScalar(endLine) : this.#block(false));
    }
  }

  /** A list in the column of its key. */
  #indentlessSequence({ line, anchor }: Properties): YamlNode {
    const node = this.#named(anchor, newSequence(line));
    while (this.#isNext(["-"])) {
      const { endLine } = this.#scanner.take();
      const isEmpty = this.#isNext(["-", "key", "value", "block end"]);
      node.items.push(isEmpty ? emptyScalar(endLine) : this.#block(false));
    }
    return node;
  }

  #blockMapping({ line, anchor }: Properties): YamlNode {
    const node = this.#named(anchor, newMapping(line));
    this.#scanner.skip();
    for (;;) {
      const { kind, start } = this.#scanner.peek();
      if (kind === "block end") break;
      if (kind !== "key") throw parserFault("did not find expected key", start.line);
      node.entries.push([this.#blockPart(), this.#blockValue()]);
    }
    this.#scanner.skip();
    return node;
  }

  #blockValue(): YamlNode {
    const { kind, start } = this.#scanner.peek();
    return kind === "value" ? this.#blockPart() : emptyScalar(start.line);
  }

  /** Reads the node behind the sign of a key, or of a value. */
  #blockPart(): YamlNode {
    const { endLine } = this.#scanner.take();
    const isEmpty = this.#isNext(["key", "value", "block end"]);
    return isEmpty ? emptyScalar(endLine) : this.#block(true);
  }

  #flowSequence({ line, anchor }: Properties): YamlNode {
    const node = this.#named(anchor, newSequence(line));
    this.#scanner.skip();
    for (let isFirst = true; this.#hasNext("]", isFirst); isFirst = false) {
      node.items.push(this.#isNext(["key"]) ? this.#pair() : this.#flow());
    }
    this.#scanner.skip();
    return node;
  }

  /** Tells whether there is one more entry before a bracket; goes over the comma before it. */
  #hasNext(bracket: "]" | "}", isFirst: boolean): boolean {
    const { kind, start } = this.#scanner.peek();
    if (kind === bracket) return false;
    if (isFirst) return true;
    if (kind !== ",") {
      throw parserFault(`did not find expected ',' or '${bracket}'`, start.line);
    }
    this.#scanner.skip();
    return !this.#isNext([bracket]);
  }

  /** A mapping of one entry in a list, without brackets. */
  #pair(): YamlNode {
    const { start } = this.#scanner.take();
    const node = newMapping(start.line);
    const { kind, endLine } = this.#scanner.peek();
    // Without a key the sign behind it is gone over, too.
    const isEmpty = kind === "value" || kind === "," || kind === "]";
    if (isEmpty) this.#scanner.skip();
    const key = isEmpty ? emptyScalar(endLine) : this.#flow();
    node.entries.push([key, this.#flowValue("]")]);
    this.#scanner.peek();
    return node;
  }

  #flowMapping({ line, anchor }: Properties): YamlNode {
    const node = this.#named(anchor, newMapping(line));
    this.#scanner.skip();
    for (let isFirst = true; this.#hasNext("}", isFirst); isFirst = false) {
      if (this.#isNext(["key"])) {
        this.#scanner.skip();
        const { kind, start } = this.#scanner.peek();
        const isEmpty = kind === "value" || kind === "," || kind === "}";
        const key = isEmpty ? emptyScalar(start.line) : this.#flow();
        node.entries.push([key, this.#flowValue("}")]);
      } else {
        const key = this.#flow();
        node.entries.push([key, emptyScalar(this.#scanner.peek().start.line)]);
      }
    }
    this.#scanner.skip();
    return node;
  }

  #flowValue(bracket: "]" | "}"): YamlNode {
    if (this.#isNext(["value"])) {
      this.#scanner.skip();
      if (!this.#isNext([",", bracket])) return this.#flow();
    }
    return emptyScalar(this.#scanner.peek().start.line);
  }
}

function emptyScalar(line: number): YamlNode {
  return { kind: "scalar", line, tag: "", text: "", isImplicit: true };
}

function newSequence(line: number): SequenceNode {
  return { kind: "sequence", line, items: [] };
}

function newMapping(line: number): MappingNode {
  return { kind: "mapping", line, entries: [] };
}
