import type { Imported } from "../imports.js";
import type { Case, Expr, Member, Node, Of, Parameter, Property, Stmt, TypeNode } from "./nodes.js";
import { has } from "./nodes.js";

// prettier-ignore

/** The names of those parts of a node that are nodes or lists of nodes, from left to right. */
type PartsOf<N extends Node> = {
  readonly [K in N["kind"]]: readonly (keyof Of<N, K>)[];
};

const exprs: PartsOf<Expr> = {
  name: [],
  local: [],
  imported: [],
  literal: [],
  template: ["holes"],
  array: ["items"],
  object: ["members"],
  member: ["object"],
  index: ["object", "index"],
  unary: ["operand"],
  update: ["operand"],
  binary: ["left", "right"],
  assign: ["left", "right"],
  conditional: ["test", "yes", "no"],
  arrow: ["parameters", "returns", "body"],
  spread: ["of"],
  sequence: ["parts"],
  as: ["of", "type"],
  certain: ["of"],
  commented: ["of"],
  closed: ["of"],
  call: ["callee", "types", "args"],
};

const stmts: PartsOf<Stmt> = {
  block: ["body"],
  comment: [],
  blank: [],
  list: ["body"],
  variable: ["pattern", "type", "value"],
  expression: ["of"],
  return: ["value"],
  throw: ["value"],
  leave: [],
  labeled: ["body"],
  if: ["test", "then", "otherwise"],
  forEach: ["pattern", "over", "body"],
  for: ["begin", "test", "step", "body"],
  while: ["test", "body"],
  switch: ["of", "cases"],
  try: ["body", "handler", "last"],
  function: ["parameters", "returns", "body"],
  interface: ["extends", "members"],
  alias: ["type"],
  class: ["extends", "fields", "parameters", "body"],
};

const typeNodes: PartsOf<TypeNode> = {
  word: [],
  reference: ["args"],
  arrayOf: ["items"],
  operator: ["of"],
  union: ["members"],
  intersection: ["members"],
  fields: ["members"],
  tuple: ["members"],
  lookup: ["of", "index"],
  choice: ["of", "extends", "yes", "no"],
  signature: ["parameters", "returns"],
  predicate: ["type"],
};

const properties: PartsOf<Property> = {
  property: ["value"],
  computed: ["key", "value"],
  shorthand: ["of", "initial"],
  rest: ["of"],
};

const others: PartsOf<Parameter | Case | Member> = {
  parameter: ["pattern", "type", "initial"],
  case: ["test", "body"],
  field: ["type"],
};

const kinds = { ...exprs, ...stmts, ...typeNodes, ...properties, ...others };

/** The names of the parts of nodes, by their kinds. */
export const partNames: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(kinds));

const exprKinds = kindsOf(exprs);
const stmtKinds = kindsOf(stmts);
const typeNodeKinds = kindsOf(typeNodes);
const propertyKinds = kindsOf(properties);

function kindsOf(table: object): ReadonlySet<string> {
  return new Set(Object.keys(table));
}

/** Tells whether a node is an expression. */
export function isExpr(node: Node): node is Expr {
  return exprKinds.has(node.kind);
}

/** Tells whether a node is a statement or a declaration. */
export function isStmt(node: Node): node is Stmt {
  return stmtKinds.has(node.kind);
}

/** Tells whether a node is a type. */
export function isTypeNode(node: Node): node is TypeNode {
  return typeNodeKinds.has(node.kind);
}

/** Tells whether a node is a member of an object literal. */
export function isProperty(node: Node): node is Property {
  return propertyKinds.has(node.kind);
}

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

/** The contents of a node under one of its `partNames`. */
export type Parts = Node | readonly Node[] | undefined;

/** The parts of a node by their names. */
export function partsOf(node: Node): Readonly<Record<string, Parts>> {
  return node as unknown as Readonly<Record<string, Parts>>; // by the table of kinds
}

/** Tells whether a part is a list of nodes; Array.isArray does not narrow readonly arrays. */
export function isList(part: Node | readonly Node[]): part is readonly Node[] {
  return Array.isArray(part);
}

/** Returns the nodes directly inside a node, from left to right. */
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
