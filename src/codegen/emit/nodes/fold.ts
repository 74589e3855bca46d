import { visit } from "./kinds.js";
import * as make from "./make.js";
import type { Block, Expr, Node, Of, Stmt } from "./nodes.js";
import { Local } from "./nodes.js";

/*
 * Trees in their simplest form: what is known of `&&` and `||` is folded, opposites are told by
 * their own operators, and what the end of a loop's round says is not said twice. All keep the
 * meaning, so that templates need not look after it.
 */

const opposites: Readonly<Record<string, string>> = { "===": "!==", "!==": "===" };

/**
 * `!operand`. `!true` stays, and so do conditions that are known: rules ask for such things, and
 * what they leave out may be all that uses an import.
 */
export function not(of: Expr): Expr {
  const operand = truthOf(of);
  const opposite = operand.kind === "binary" ? opposites[operand.operator] : undefined;
  if (operand.kind === "binary" && opposite !== undefined)
    return make.plainBinary(opposite, operand.left, operand.right);
  if (operand.kind === "unary" && operand.operator === "!" && isBoolean(operand.operand)) {
    return operand.operand;
  }
  return make.unary("!", operand);
}

/** An expression of which only counts whether it is true. */
function truthOf(of: Expr): Expr {
  if (of.kind === "unary" && of.operator === "!") return shorterOpposite(of.operand) ?? of;
  if (!isAndOr(of)) return of;
  const [left, right] = [truthOf(of.left), truthOf(of.right)];
  return left === of.left && right === of.right ? of : make.plainBinary(of.operator, left, right);
}

function isAndOr(of: Expr): of is Of<Expr, "binary"> {
  return of.kind === "binary" && (of.operator === "&&" || of.operator === "||");
}

/**
 * Returns an expression that is true where another one is not, if it is shorter than that with `!`
 * before it.
 */
function shorterOpposite(of: Expr): Expr | undefined {
  if (of.kind === "unary" && of.operator === "!") return truthOf(of.operand);
  if (!isAndOr(of)) return undefined;
  const [left, right] = [shorterOpposite(of.left), shorterOpposite(of.right)];
  if (left === undefined || right === undefined) return undefined;
  return make.plainBinary(of.operator === "&&" ? "||" : "&&", left, right);
}

/** `left operator right` */
export function binary(operator: string, left: Expr, right: Expr): Expr {
  if (operator !== "&&" && operator !== "||") return make.plainBinary(operator, left, right);
  const known = valueOf(left);
  if (known !== undefined) return known === (operator === "&&") ? right : left;
  if (right.kind !== "binary" || right.operator !== operator) {
    return make.plainBinary(operator, left, right);
  }
  // `a && (b && c)` is `a && b && c`.
  return make.plainBinary(operator, binary(operator, left, right.left), right.right);
}

/** `test ? yes : no` */
export function conditional(test: Expr, yes: Expr, no: Expr): Expr {
  return make.plainConditional(truthOf(test), yes, no);
}

/** A branch; in another one behind `else` it needs no braces. */
export function ifStatement(test: Expr, then: Stmt, otherwise: Stmt | undefined): Stmt {
  const [only] = otherwise?.kind === "block" ? otherwise.body : [];
  const isChain = otherwise?.kind === "block" && otherwise.body.length === 1 && only?.kind === "if";
  return make.plainIf(truthOf(test), then, isChain ? only : otherwise);
}

/** The body of a loop: without a `continue` where the round ends anyway. */
export function round(body: Stmt): Stmt {
  return body.kind === "block" ? withoutLastContinue(body) : body;
}

function withoutLastContinue(block: Block): Block {
  const last = block.body.at(-1);
  if (last === undefined || block.body.length === 1) return block;
  const before = block.body.slice(0, -1);
  if (isContinue(last)) return withoutLastContinue(make.block(before));
  const shorter = last.kind === "if" ? shorterBranch(last) : last;
  return shorter === last ? block : make.block([...before, shorter]);
}

function shorterBranch(branch: Of<Stmt, "if">): Stmt {
  const then = branch.then.kind === "block" ? withoutLastContinue(branch.then) : branch.then;
  const rest = branch.otherwise === undefined ? undefined : shorterRest(branch.otherwise);
  return then === branch.then && rest === branch.otherwise
    ? branch
    : make.plainIf(branch.test, then, rest);
}

function shorterRest(otherwise: Stmt): Stmt {
  if (otherwise.kind === "block") return withoutLastContinue(otherwise);
  return otherwise.kind === "if" ? shorterBranch(otherwise) : otherwise;
}

function isContinue(statement: Stmt): boolean {
  return statement.kind === "leave" && statement.word === "continue" && statement.label === "";
}

/** Tells whether an expression can have no other values than `true` and `false`. */
function isBoolean(of: Expr): boolean {
  switch (of.kind) {
    case "unary":
      return of.operator === "!";
    case "binary":
      return of.operator === "&&" || of.operator === "||"
        ? isBoolean(of.left) && isBoolean(of.right)
        : comparisons.has(of.operator);
    default:
      return valueOf(of) !== undefined;
  }
}

const comparisons = new Set(["===", "!==", "<", "<=", ">", ">=", "in", "instanceof"]);

/** The value of the words `true` and `false`. */
function valueOf(of: Expr): boolean | undefined {
  if (of.kind !== "name") return undefined;
  return of.text === "true" ? true : of.text === "false" ? false : undefined;
}

/** Tells whether an expression is the word `true`. */
export function isTrue(of: Expr | undefined): boolean {
  return of?.kind === "name" && of.text === "true";
}

/** Tells whether an expression is the word `false`. */
export function isFalse(of: Expr | undefined): boolean {
  return of?.kind === "name" && of.text === "false";
}

/** Tells whether a statement does nothing. */
export function isNothing(of: Stmt): boolean {
  return of.kind === "list" && of.body.every(isNothing);
}

/** Tells whether two trees read the same; variables that were made one count as one. */
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

/** Returns the width that a node adds to that of its parts. */
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
