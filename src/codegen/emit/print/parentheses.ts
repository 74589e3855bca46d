import type { Expr, Of } from "../nodes/nodes.js";
import { isChain, precedences } from "../nodes/nodes.js";

/** Where an expression stands, as far as its parentheses and its layout depend on it. */
export type Place =
  | "statement"
  | "value"
  | "if"
  | "return"
  | "argument"
  | "callee"
  | "object"
  | "unary"
  | "arrowBody"
  | "test"
  | "branch"
  | "operand"
  | "as"
  | "spread"
  | "assigned";

/** Tells whether an expression needs parentheses where it stands, or gets them from prettier. */
export function needsParentheses(of: Expr, place: Place): boolean {
  switch (of.kind) {
    // The most frequent ones first.
    case "name":
      return false;
    case "member":
    case "call":
    case "index":
    case "certain":
      return beginsAt(of, place);
    case "binary":
      return isTight(place) || place === "as" || place === "spread" || beginsAt(of, place);
    case "object":
      return place === "statement" || place === "arrowBody";
    case "literal":
      return of.type === "number" && (place === "object" || (place === "callee" && isNegative(of)));
    case "as":
      return isTight(place) || isBeforeOperator(place) || beginsAt(of, place);
    case "conditional":
      if (place === "spread" || place === "arrowBody") return true;
      return isTight(place) || place === "as" || place === "test" || beginsAt(of, place);
    case "arrow":
      return isTight(place) || place === "as" || place === "test";
    case "assign":
      return (place !== "statement" && place !== "operand") || beginsAt(of, place);
    case "sequence":
      return (place !== "statement" && place !== "operand") || beginsAt(of, place);
    case "unary":
      return place === "callee" || place === "object";
    case "update":
      return place === "callee" || place === "object" || beginsAt(of, place);
    case "commented":
      return isTight(place) ? needsParentheses(of.of, place) : beginsAt(of, place);
    default:
      return false;
  }
}

/** Tells whether a place takes only the closest-binding expressions without parentheses. */
export function isTight(place: Place): boolean {
  return place === "callee" || place === "object" || place === "unary";
}

function isBeforeOperator(place: Place): boolean {
  return place === "branch" || place === "test" || place === "spread" || place === "assigned";
}

function beginsAt(of: Expr, place: Place): boolean {
  return (place === "statement" || place === "arrowBody") && beginsWithBrace(of);
}

/**
 * Tells whether the first token of an expression is a brace, which would begin a block elsewhere.
 */
export function beginsWithBrace(of: Expr): boolean {
  switch (of.kind) {
    case "object":
      return true;
    case "member":
    case "index":
      return beginsWithBraceAt(of.object, "object");
    case "call":
      return !of.isNew && beginsWithBraceAt(of.callee, "callee");
    case "binary":
      return beginsWithBrace(of.left) && !isOperandInParentheses(of.left, of.operator, false);
    case "assign":
      return beginsWithBraceAt(of.left, "assigned");
    case "conditional":
      return beginsWithBraceAt(of.test, "test");
    case "certain":
      return beginsWithBraceAt(of.of, "object");
    case "as":
      return beginsWithBraceAt(of.of, "as");
    case "update":
      return !of.prefix && beginsWithBraceAt(of.operand, "unary");
    case "commented":
      return beginsWithBraceAt(of.of, "unary");
    case "sequence":
      return of.parts.slice(0, 1).some((part) => beginsWithBraceAt(part, "value"));
    default:
      return false;
  }
}

function beginsWithBraceAt(of: Expr, place: Place): boolean {
  return beginsWithBrace(of) && !needsParentheses(of, place);
}

/** Tells whether an operator decides by its left side if it looks at the right one. */
export function isLogical(operator: string): boolean {
  return operator === "&&" || operator === "||" || operator === "??";
}

/** Tells whether two operators in a chain are written side by side, without parentheses. */
export function isFlattened(outer: string, inner: string): boolean {
  const here = precedences[outer];
  if (here !== precedences[inner] || outer === "**") return false;
  // Of comparisons, `a < b > (c)` would call `a` with the type `b`.
  if (here === 7 || here === 8 || here === 9) return false;
  if ((outer === "%") !== (inner === "%")) return false;
  return outer === inner || here !== 11;
}

/** Tells whether an operand of an operator needs parentheses, or gets them from prettier. */
export function isOperandInParentheses(of: Expr, outer: string, isRight: boolean): boolean {
  switch (of.kind) {
    case "name":
    case "member":
    case "call":
      return false;
    case "conditional":
    case "arrow":
    case "assign":
    case "sequence":
    case "as":
      return true;
    case "unary":
      return outer === "**" && !isRight;
    case "literal":
      return outer === "**" && !isRight && isNegative(of);
    case "commented":
      return outer === "**" && !isRight && isOperandInParentheses(of.of, outer, isRight);
    case "binary":
      return isBinaryInParentheses(of.operator, outer, isRight);
    default:
      return false;
  }
}

function isBinaryInParentheses(operator: string, outer: string, isRight: boolean): boolean {
  if (isLogical(outer) && isLogical(operator)) return outer !== operator || isRight;
  const here = precedences[outer] ?? 0;
  const inner = precedences[operator] ?? 0;
  if (here > inner || (here === inner && isRight)) return true;
  if (here === inner && !isFlattened(outer, operator)) return true;
  if (here < inner && operator === "%") return outer === "+" || outer === "-";
  // Beside bits and shifts nobody knows what binds closer.
  return here === 4 || here === 5 || here === 6 || here === 9;
}

/**
 * Tells whether an item of a list would be read as the start of a call with types: of `a < b, c >
 * (d)`.
 */
export function isTakenForCall(items: readonly Expr[], item: Expr): boolean {
  if (!endsWithLess(item)) return false;
  return items.slice(items.indexOf(item) + 1).some(beginsWithMore);
}

function endsWithLess(of: Expr): boolean {
  switch (of.kind) {
    case "binary":
      return of.operator === "<" || endsWithLess(of.right);
    case "conditional":
      return endsWithLess(of.no);
    case "arrow":
      return of.body.kind !== "block" && endsWithLess(of.body);
    case "spread":
      return endsWithLess(of.of);
    default:
      return false;
  }
}

function beginsWithMore(of: Expr): boolean {
  if (of.kind === "conditional") return beginsWithMore(of.test);
  return of.kind === "binary" && (of.operator === ">" || beginsWithMore(of.left));
}

/** `a || (b || c)` means the same as `a || b || c`. */
export function balanced(of: Of<Expr, "binary">): Of<Expr, "binary"> {
  const { operator, right } = of;
  if (right.kind !== "binary" || right.operator !== operator || !isLogical(operator)) return of;
  const inner = balanced({ ...of, flat: undefined, right: right.left });
  return balanced({ ...of, flat: undefined, left: inner, right: right.right });
}

/** A sign before a sign would be another operator: `--1` is no negated `-1`. */
export function isSignBeforeSign({ operator, operand }: Of<Expr, "unary">): boolean {
  if (operator !== "-" && operator !== "+") return false;
  switch (operand.kind) {
    case "unary":
      return operand.operator === operator;
    case "update":
      return operand.prefix && operand.operator.startsWith(operator);
    default:
      return operator === "-" && isNegative(operand);
  }
}

/** Negative numbers of data may be literals with their sign. */
function isNegative(of: Expr): boolean {
  return of.kind === "literal" && of.type === "number" && of.text.startsWith("-");
}

/** Returns the text that a unary operator puts before its operand. */
export function prefixText(operator: string): string {
  return operator.length > 2 ? `${operator} ` : operator;
}

/** Tells whether `new` would take the parentheses of a call inside its callee for its own. */
export function isMadeOfCall(callee: Expr): boolean {
  switch (callee.kind) {
    case "commented":
    case "certain":
      return isMadeOfCall(callee.of);
    case "call":
      return callee.optional || !callee.isNew;
    case "member":
    case "index":
      return isChain(callee) || isMadeOfCall(callee.object);
    default:
      return false;
  }
}

/**
 * Tells whether `in` occurs in an expression outside of brackets: a `for` takes it for its own.
 * TypeScript takes it so in the brackets of a list, too.
 */
export function hasIn(of: Expr): boolean {
  switch (of.kind) {
    case "binary":
      return of.operator === "in" || hasIn(of.left) || hasIn(of.right);
    case "assign":
      return hasIn(of.left) || hasIn(of.right);
    case "member":
    case "index":
      return hasIn(of.object);
    case "call":
      return hasIn(of.callee);
    case "unary":
    case "update":
      return hasIn(of.operand);
    case "spread":
    case "as":
    case "certain":
    case "commented":
      return hasIn(of.of);
    case "conditional":
      return hasIn(of.test) || hasIn(of.yes) || hasIn(of.no);
    case "sequence":
      return of.parts.some(hasIn);
    case "array":
      return of.items.some(hasIn);
    case "arrow":
      return of.body.kind !== "block" && hasIn(of.body);
    default:
      return false;
  }
}
