import type { Imported } from "../imported.js";
import type { Local } from "./local.js";
import type { Node } from "./nodes.js";
import { has } from "./nodes.js";

/** Hands over what stands directly in a node, from left to right; nothing of what is left out. */
function eachChild(node: Node, take: (node: Node) => void): void {
  const maybe = (of: Node | undefined): void => {
    if (of !== undefined) take(of);
  };
  switch (node.kind) {
    case "name":
    case "local":
    case "imported":
    case "literal":
    case "comment":
    case "blank":
    case "leave":
    case "word":
      return;
    case "template":
      node.holes.forEach(take);
      return;
    case "array":
      node.items.forEach(take);
      return;
    case "object":
    case "union":
    case "intersection":
    case "fields":
    case "tuple":
      for (const member of node.members) take(member);
      return;
    case "sequence":
      node.parts.forEach(take);
      return;
    case "call":
      take(node.callee);
      node.types.forEach(take);
      node.args.forEach(take);
      return;
    case "member":
      take(node.object);
      return;
    case "index":
      take(node.object);
      take(node.index);
      return;
    case "unary":
    case "update":
      take(node.operand);
      return;
    case "binary":
    case "assign":
      take(node.left);
      take(node.right);
      return;
    case "conditional":
      take(node.test);
      take(node.yes);
      take(node.no);
      return;
    case "arrow":
    case "function":
      node.parameters.forEach(take);
      maybe(node.returns);
      maybe(node.body);
      return;
    case "spread":
    case "certain":
    case "commented":
    case "closed":
    case "rest":
    case "expression":
    case "operator":
      take(node.of);
      return;
    case "as":
      take(node.of);
      take(node.type);
      return;
    case "property":
      take(node.value);
      return;
    case "computed":
      take(node.key);
      take(node.value);
      return;
    case "shorthand":
      take(node.of);
      maybe(node.initial);
      return;
    case "parameter":
      take(node.pattern);
      maybe(node.type);
      maybe(node.initial);
      return;
    case "block":
    case "list":
      node.body.forEach(take);
      return;
    case "variable":
      if (isLeftOut(node)) return;
      take(node.pattern);
      maybe(node.type);
      maybe(node.value);
      return;
    case "return":
    case "throw":
      maybe(node.value);
      return;
    case "labeled":
      take(node.body);
      return;
    case "if":
      take(node.test);
      take(node.then);
      maybe(node.otherwise);
      return;
    case "forEach":
      take(node.pattern);
      take(node.over);
      take(node.body);
      return;
    case "for":
      maybe(node.begin);
      maybe(node.test);
      maybe(node.step);
      take(node.body);
      return;
    case "while":
      take(node.test);
      take(node.body);
      return;
    case "switch":
      take(node.of);
      node.cases.forEach(take);
      return;
    case "try":
      take(node.body);
      maybe(node.handler);
      maybe(node.last);
      return;
    case "interface":
      node.extends.forEach(take);
      node.members.forEach(take);
      return;
    case "alias":
    case "predicate":
    case "field":
      take(node.type);
      return;
    case "class":
      maybe(node.extends);
      node.fields.forEach(take);
      node.parameters.forEach(take);
      maybe(node.body);
      return;
    case "case":
      maybe(node.test);
      node.body.forEach(take);
      return;
    case "reference":
      node.args.forEach(take);
      return;
    case "arrayOf":
      take(node.items);
      return;
    case "lookup":
      take(node.of);
      take(node.index);
      return;
    case "choice":
      take(node.of);
      take(node.extends);
      take(node.yes);
      take(node.no);
      return;
    case "signature":
      node.parameters.forEach(take);
      take(node.returns);
  }
}

/** Hands over every node that is written, from the outside in and from left to right. */
export function visit(node: Node, take: (node: Node) => void): void {
  const all = (of: Node): void => {
    if (isLeftOut(of)) return;
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

/** The local variable that an expression is, if it is one and nothing else. */
export function findLocal(of: Node): Local | undefined {
  return of.kind === "local" ? of.local : undefined;
}

/** Whether a node is the declaration of a constant that is not written, as nothing reads it. */
export function isLeftOut(node: Node): boolean {
  return node.kind === "variable" && findLocal(node.pattern)?.isLeftOut === true;
}
