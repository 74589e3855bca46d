import { Local } from "./local.js";
import type { Expr, Node, Stmt } from "./nodes.js";
import { visit } from "./visit.js";

/** Whether an expression is the word `true`. */
export function isTrue(of: Expr | undefined): boolean {
  return of?.kind === "name" && of.text === "true";
}

/** Whether an expression is the word `false`. */
export function isFalse(of: Expr | undefined): boolean {
  return of?.kind === "name" && of.text === "false";
}

/** Whether a statement says nothing. */
export function isNothing(of: Stmt): boolean {
  return of.kind === "list" && of.body.every(isNothing);
}

/** Whether two trees read the same; variables that were made one count as one. */
export function isSame(one: Node, other: Node): boolean {
  return one === other || (one.kind === other.kind && keyOf(one) === keyOf(other));
}

/** A text that trees which read the same have in common, for maps of them. */
export function keyOf(node: Node): string {
  const parts: string[] = [];
  addKey(node, parts);
  return parts.join("");
}

function addKey(value: unknown, parts: string[]): void {
  if (typeof value !== "object" || value === null) {
    parts.push(typeof value === "string" ? JSON.stringify(value) : String(value), ",");
    return;
  }
  if (Array.isArray(value)) {
    parts.push("[");
    for (const item of value as readonly unknown[]) addKey(item, parts); // isArray says any[]
    parts.push("]");
    return;
  }
  if (value instanceof Local) {
    parts.push(value.key);
    return;
  }
  addNode(value, parts);
}

function addNode(node: object, parts: string[]): void {
  parts.push("{");
  for (const [name, part] of Object.entries(node)) {
    // What is worked out of the other parts.
    if (name !== "flat" && name !== "flags") addKey(part, parts);
  }
  parts.push("}");
}

/** About as many columns as code takes on one line; locals count by what they are to be called. */
export function flatWidth(of: Node): number {
  let width = 0;
  visit(of, (node) => {
    width += ownWidth(node);
  });
  return width;
}

/** What a node adds to its parts. */
function ownWidth(node: Node): number {
  switch (node.kind) {
    case "name":
    case "literal":
    case "word":
      return node.text.length;
    case "imported":
      return node.use.local.length;
    case "local":
      return node.local.base.length;
    case "reference":
      return node.name.length;
    case "member":
      return node.name.length + 1;
    case "property":
    case "field":
      return node.key.length + 2;
    case "binary":
      return node.operator.length + 2;
    case "assign":
      // With its parentheses.
      return node.operator.length + 4;
    case "conditional":
      return " ?  : ".length;
    case "as":
      return node.word.length + 2;
    case "unary":
      return node.operator.length + (node.operator.length > 1 ? 1 : 0);
    case "call":
      return (node.isNew ? "new ()" : "()").length + commas(node.args);
    case "array":
      return "[]".length + commas(node.items);
    case "object":
      return "{  }".length + commas(node.members);
    default:
      return 2;
  }
}

function commas(items: readonly Node[]): number {
  return Math.max(items.length - 1, 0) * ", ".length;
}
