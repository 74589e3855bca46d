import type { SyntaxNode } from "@lezer/common";
import { Tree } from "@lezer/common";
import { parser } from "@lezer/yaml";
import { startOfLine } from "../../../crd/source/split-documents.js";

/** A stretch of text. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A key with what stands behind it, an item of a list, or a document. */
export interface Entry {
  /** The index of an item. */
  readonly key: string | number;
  /** The column of its key or its dash, in brackets that of what holds it; -1 of a document. */
  readonly indent: number;
  /** The key, or the dash; of an item in brackets the value. */
  readonly from: number;
  readonly to: number;
  /** A scalar, or brackets with all that is in them; of a block scalar, its header. */
  readonly value: Range | undefined;
  readonly children: readonly Entry[];
}

/** The outline of a document, whether it can be read or not. */
export interface Outline {
  readonly text: string;
  /** The text with blanks where the parser may not look. */
  readonly readable: string;
  /** The document itself. */
  readonly root: Entry;
  /** The parser's tree of `readable`. */
  readonly tree: Tree;
}

/**
 * The keys and items of a document that is still being written: what the parser of the editor
 * cannot understand is passed over.
 *
 * @param readable the text, with blanks where the parser may not look
 * @param from where the document begins
 */
export function outlineOf(text: string, readable: string, from: number): Outline {
  const head = { key: "", indent: -1, from, to: from };
  try {
    const tree = parse(readable);
    const content = contentOf(tree.topNode.getChild("Document")?.firstChild);
    return { text, readable, root: entryOf(text, head, content), tree };
  } catch (error) {
    // The parser nests as deep as the text does.
    if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
    return { text, readable, root: entryOf(text, head, undefined), tree: Tree.empty };
  }
}

/**
 * So many milliseconds the editor may stand still: the parser takes hours for some texts that
 * nobody writes. With so few steps it is ready soon, however busy the machine is.
 */
const patience = 1_000;
const fewSteps = 1_000;

function parse(text: string): Tree {
  const steps = parser.startParse(text);
  const start = performance.now();
  for (let count = 0; ; count++) {
    const tree = steps.advance();
    if (tree !== null) return tree;
    if (count > fewSteps && performance.now() - start > patience) return Tree.empty;
  }
}

/** A node, or what follows it, without comments, tags and anchors. */
function contentOf(node: SyntaxNode | null | undefined): SyntaxNode | undefined {
  if (!node) return undefined;
  const isPassedOver = node.type.isError || /^(?:Comment|DirectiveEnd|[-:])$/.test(node.name);
  if (isPassedOver) return contentOf(node.nextSibling);
  if (node.name === "Tagged" || node.name === "Anchored") return contentOf(node.lastChild);
  if (node.name !== "FlowMapping" || node.firstChild?.name !== "Pair") return node;
  // An item of a list whose brace is open is read as a key.
  const inner = node.firstChild.getChild("Key")?.firstChild;
  return inner?.name === "FlowMapping" ? inner : node;
}

type Head = Pick<Entry, "key" | "indent" | "from" | "to">;

function entryOf(text: string, head: Head, content: SyntaxNode | undefined): Entry {
  const isBlock = content?.name === "BlockMapping" || content?.name === "BlockSequence";
  const value = content?.name === "BlockLiteral" ? content.firstChild : content;
  return {
    ...head,
    value: isBlock || !value ? undefined : { from: value.from, to: value.to },
    children: content === undefined ? [] : childrenOf(text, head.indent, content),
  };
}

function childrenOf(text: string, indent: number, content: SyntaxNode): readonly Entry[] {
  switch (content.name) {
    case "BlockMapping":
    case "FlowMapping": {
      const isBlock = content.name === "BlockMapping";
      return content.getChildren("Pair").flatMap((pair) => {
        const [key, colon] = [pair.getChild("Key"), pair.getChild(":")];
        if (key === null || colon === null) return [];
        const { from, to } = key;
        const own = isBlock ? columnOf(text, from) : indent;
        const head = { key: plainText(text.slice(from, to)), indent: own, from, to };
        return [entryOf(text, head, contentOf(colon))];
      });
    }
    case "BlockSequence":
      return content.getChildren("-").map((dash, key) => {
        const { from, to } = dash;
        const head = { key, indent: columnOf(text, from), from, to };
        return entryOf(text, head, contentOf(contentOf(dash)?.firstChild));
      });
    case "FlowSequence":
      return content.getChildren("Item").map(({ from, to, firstChild }, key) => {
        return entryOf(text, { key, indent, from, to }, contentOf(firstChild));
      });
    default:
      return [];
  }
}

function columnOf(text: string, offset: number): number {
  return offset - startOfLine(text, offset);
}

/** A key or a value without its quotes. */
export function plainText(text: string): string {
  if (text.startsWith("'")) return text.slice(1, -1).replaceAll("''", "'");
  if (!text.startsWith('"')) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}

/** The entries that begin last at or before an offset, each within the one before. */
export function lastBefore(root: Entry, offset: number): readonly Entry[] {
  const chain = [root];
  for (let holder: Entry | undefined = root; holder !== undefined;) {
    holder = holder.children.findLast(({ from }) => from <= offset);
    if (holder !== undefined) chain.push(holder);
  }
  return chain;
}
