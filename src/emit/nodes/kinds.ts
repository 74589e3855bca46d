import type { Expr, Node, Property, Stmt, TypeNode } from "./nodes.js";

/** Whether a node is an expression. */
export function isExpr(node: Node): node is Expr {
  return exprKinds.has(node.kind);
}

const exprKinds: ReadonlySet<string> = new Set<Expr["kind"]>([
  "name",
  "local",
  "imported",
  "literal",
  "template",
  "array",
  "object",
  "member",
  "index",
  "unary",
  "update",
  "binary",
  "assign",
  "conditional",
  "arrow",
  "spread",
  "sequence",
  "as",
  "certain",
  "commented",
  "closed",
  "call",
]);

/** Whether a node is a statement or a declaration. */
export function isStmt(node: Node): node is Stmt {
  return stmtKinds.has(node.kind);
}

const stmtKinds: ReadonlySet<string> = new Set<Stmt["kind"]>([
  "block",
  "comment",
  "blank",
  "list",
  "variable",
  "expression",
  "return",
  "throw",
  "leave",
  "labeled",
  "if",
  "forEach",
  "for",
  "while",
  "switch",
  "try",
  "function",
  "interface",
  "alias",
  "class",
]);

/** Whether a node is a type. */
export function isTypeNode(node: Node): node is TypeNode {
  return typeNodeKinds.has(node.kind);
}

const typeNodeKinds: ReadonlySet<string> = new Set<TypeNode["kind"]>([
  "word",
  "reference",
  "arrayOf",
  "operator",
  "union",
  "intersection",
  "fields",
  "tuple",
  "lookup",
  "choice",
  "signature",
  "predicate",
]);

/** Whether a node is a member of an object literal. */
export function isProperty(node: Node): node is Property {
  return propertyKinds.has(node.kind);
}

const propertyKinds: ReadonlySet<string> = new Set<Property["kind"]>([
  "property",
  "computed",
  "shorthand",
  "rest",
]);
