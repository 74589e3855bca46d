import type { Imported } from "../imported.js";
import { partNames } from "./kinds.js";
import type { Node } from "./nodes.js";
import { has } from "./nodes.js";

/** Hands over what stands directly in a node, from left to right. */
function eachChild(node: Node, take: (node: Node) => void): void {
  const names = partNames.get(node.kind) ?? [];
  if (names.length === 0) return;
  const parts = partsOf(node);
  for (const name of names) {
    const part = parts[name];
    if (part === undefined) continue;
    if (isList(part)) for (const one of part) take(one);
    else take(part);
  }
}

/** What stands in a node under one of its `partNames`. */
export type Parts = Node | readonly Node[] | undefined;

/** The parts of a node by their names. */
export function partsOf(node: Node): Readonly<Record<string, Parts>> {
  return node as unknown as Readonly<Record<string, Parts>>; // by the table of kinds
}

/** Whether a part is a list of nodes; Array.isArray does not narrow readonly arrays. */
export function isList(part: Node | readonly Node[]): part is readonly Node[] {
  return Array.isArray(part);
}

/** What stands directly in a node, from left to right. */
export function childrenOf(node: Node): readonly Node[] {
  const parts = partsOf(node);
  return (partNames.get(node.kind) ?? []).flatMap((name) => parts[name] ?? []);
}

/** Hands over every node, from the outside in and from left to right. */
export function visit(node: Node, take: (node: Node) => void): void {
  const all = (of: Node): void => {
    take(of);
    eachChild(of, all);
  };
  all(node);
}

/** Adds what a tree imports to a set; parts that import nothing are not visited. */
export function collectImports(node: Node, into: Set<Imported>): void {
  const all = (of: Node): void => {
    if ((of.flags & has.imports) === 0) return;
    if (of.kind === "imported") into.add(of.use);
    else {
      if (of.kind === "reference" && of.use !== undefined) into.add(of.use);
      eachChild(of, all);
    }
  };
  all(node);
}

/** The words that stand in a tree as values: parameters, variables, and what JavaScript has. */
export function namesIn(node: Node): ReadonlySet<string> {
  const names = new Set<string>();
  visit(node, (of) => {
    if (of.kind === "name") names.add(of.text);
  });
  return names;
}
