import type { Token, TokenKind } from "../syntax/token.js";

/**
 * A token of the tree; `text` is what the expression has there, or a note that the parser put a
 * token in.
 */
export interface Leaf {
  readonly kind: TokenKind;
  readonly offset: number;
  readonly text: string;
}

/** One use of a production, possibly with parts missing. */
export interface SyntaxNode {
  readonly rule: string;
  /** Name of the alternative that was taken; `""` where a rule has one, or none was found. */
  alternative: string;
  /** UTF-16 index of its first token. */
  readonly offset: number;
  readonly nodes: Map<string, SyntaxNode[]>;
  readonly leaves: Map<string, Leaf[]>;
}

/** A node without alternative, children and leaves, which the parser fills in as it goes. */
export function createNode(rule: string, start: Token): SyntaxNode {
  return { rule, alternative: "", offset: start.start, nodes: new Map(), leaves: new Map() };
}

/** Nodes under a label, in order. */
export function nodesOf(node: SyntaxNode | undefined, label: string): readonly SyntaxNode[] {
  return node?.nodes.get(label) ?? [];
}

/** The node under a label that has only one. */
export function nodeOf(node: SyntaxNode | undefined, label: string): SyntaxNode | undefined {
  return node?.nodes.get(label)?.[0];
}

/** Tokens under a label, in order. */
export function leavesOf(node: SyntaxNode | undefined, label: string): readonly Leaf[] {
  return node?.leaves.get(label) ?? [];
}

/** The token under a label that has only one. */
export function leafOf(node: SyntaxNode | undefined, label: string): Leaf | undefined {
  return node?.leaves.get(label)?.[0];
}

/** Append under a label: a production may give several parts the same one (ANTLR's `+=`). */
export function addTo<Value>(map: Map<string, Value[]>, label: string, value: Value): void {
  const values = map.get(label);
  if (values === undefined) map.set(label, [value]);
  else values.push(value);
}
