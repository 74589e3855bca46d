import { childrenOf, isExpr, isProperty } from "../nodes/kinds.js";
import type { Block, Expr, Node, Of, Stmt, TypeNode } from "../nodes/nodes.js";
import { flatSignature, flatText, isTable, listText, sizeOf } from "./flat-text.js";
import { isBrokenChain, memberChainOf } from "./member-chain.js";
import { balanced, isLogical, isOperandInParentheses, prefixText } from "./parentheses.js";

/** Tells whether a chain ends in an object or list that stays on the line of its operator. */
export function isInline({ operator, right }: Of<Expr, "binary">): boolean {
  return isLogical(operator) && sizeOf(right) > 0;
}

/** Tells whether a list is one of numbers, of which a line takes as many as fit. */
export function areNumbers(items: readonly Expr[]): boolean {
  return items.length > 1 && items.every(isNumber);
}

/** A number with or without a sign. */
function isNumber(of: Expr): boolean {
  if (of.kind === "unary") return (of.operator === "-" || of.operator === "+") && isNumber(of.operand); // prettier-ignore
  return of.kind === "literal" && of.type === "number";
}

/** Chains of members and calls that have no good place to break. */
export function isPoorlyBreakable(of: Expr, isNested: boolean): boolean {
  switch (of.kind) {
    case "call":
      if (of.isNew || of.types.length > 0 || !isLone(of.args)) return false;
      if (memberChainOf(of, false) !== undefined) return false;
      return isPoorlyBreakable(of.callee, true);
    case "member":
    case "index":
      return isPoorlyBreakable(of.object, true);
    case "name":
    case "local":
    case "imported":
      return isNested;
    case "unary":
      return !isNested && isPoorlyBreakable(of.operand, false);
    default:
      return false;
  }
}

function isLone(args: readonly Expr[]): boolean {
  const [only, second] = args;
  return only === undefined || (second === undefined && isShort(only));
}

/** Tells whether an argument is so short that a break before it gains nothing. */
function isShort(of: Expr): boolean {
  switch (of.kind) {
    case "unary":
      return isShort(of.operand);
    case "name":
    case "local":
    case "imported":
      return (flatText(of)?.length ?? Infinity) <= 20;
    case "literal":
      return of.type === "number" || of.text.length <= 20;
    default:
      return false;
  }
}

/** Returns the part of an expression before the first place where it may break. */
export function headOf(of: Expr): string {
  switch (of.kind) {
    case "array":
      return of.items.length === 0 ? "[]" : "[";
    case "object":
      return of.members.length === 0 ? "{}" : "{";
    case "call":
      return headOfCall(of);
    case "conditional":
      return headOf(of.test);
    case "binary":
      return headOfBinary(balanced(of));
    case "as":
      return headOf(of.of);
    case "unary":
      return prefixText(of.operator) + headOf(of.operand);
    case "commented":
      return `${of.comment} ${headOf(of.of)}`;
    case "arrow":
      return headOfArrow(of);
    default:
      return flatText(of) ?? "";
  }
}

function headOfBinary({ operator, left }: Of<Expr, "binary">): string {
  const open = isOperandInParentheses(left, operator, false) ? "(" : "";
  const head = headOf(left);
  if (head !== flatText(left)) return open + head;
  return `${open}${head}${open === "" ? "" : ")"} ${operator}`;
}

function headOfArrow({ parameters, returns, body }: Of<Expr, "arrow">): string {
  const signature = flatSignature(parameters, returns) ?? "(";
  switch (body.kind) {
    case "block":
      return `${signature} => {${body.body.length === 0 ? "}" : ""}`;
    case "array":
    case "object":
      return `${signature} => ${body.kind === "object" ? "(" : ""}${headOf(body)}`;
    default:
      return `${signature} =>`;
  }
}

function headOfCall(of: Of<Expr, "call">): string {
  const chain = memberChainOf(of, false);
  if (chain === undefined) return `${of.isNew ? "new " : ""}${headOf(of.callee)}(`;
  // Before the line of the first member that is called.
  const lastBeside = (chain.isMerged ? chain.groups[0] : chain.beside).at(-1);
  return flatText(lastBeside ?? chain.start) ?? "";
}

/** Returns the part of the arguments before the first place where they are broken. */
export function headOfArguments(args: readonly Expr[]): string {
  const last = args.at(-1);
  if (last === undefined) return "()";
  if (!isLastHugged(args)) return "(";
  const lead = listText(args.slice(0, -1), "argument");
  if (lead === null) return "(";
  return `${lead === "" ? "(" : `(${lead}, `}${headOf(last)}`;
}

/** Tells whether the last argument may be broken beside the parenthesis. */
export function isLastHugged(args: readonly Expr[]): boolean {
  const last = args.at(-1);
  const previous = args.at(-2);
  if (last === undefined || !isExpandable(last) || previous?.kind === last.kind) return false;
  if (args.length === 2 && previous?.kind === "arrow" && last.kind === "array") return false;
  return !(args.length > 1 && last.kind === "array" && areNumbers(last.items));
}

function isExpandable(of: Expr): boolean {
  if (of.kind === "as") return isExpandable(of.of);
  return of.kind === "arrow" ? isExpandableBody(of.body) : sizeOf(of) > 0;
}

function isExpandableBody(body: Expr | Block): boolean {
  switch (body.kind) {
    case "block":
      return body.body.length > 0;
    case "call":
      return !body.isNew;
    case "arrow":
    case "conditional":
      return true;
    default:
      return sizeOf(body) > 0;
  }
}

/** Tells whether an expression takes several lines even if there is room for all of it on one. */
export function mustBreak(of: Node): boolean {
  if (!isExpr(of)) return isProperty(of) && childrenOf(of).some(mustBreak);
  if (flatText(of) !== null) return false;
  if (of.kind === "arrow") {
    return of.body.kind === "block" ? of.body.body.length > 0 : mustBreak(of.body);
  }
  return mustBreakItself(of) || childrenOf(of).some(mustBreak);
}

function mustBreakItself(of: Expr): boolean {
  switch (of.kind) {
    case "object":
      return of.broken;
    case "array":
      return isTable(of.items);
    case "call":
      return isBrokenChain(of);
    default:
      return false;
  }
}

/** A branch as a block. */
export function blockOf(of: Stmt): Block {
  if (of.kind === "block") return of;
  return { kind: "block", flags: of.flags, flat: undefined, body: of.kind === "list" ? of.body : [of] }; // prettier-ignore
}

/** The only statement of a branch, if it may stand behind its condition. */
export function loneStatement(body: Stmt): Stmt | undefined {
  const only = body.kind !== "block" ? body : body.body.length === 1 ? body.body[0] : undefined;
  switch (only?.kind) {
    case "return":
    case "throw":
    case "leave":
    case "expression":
      return only;
    default:
      return undefined;
  }
}

/** Tells whether a type takes several types, one of which takes types itself. */
export function hasManyTypes(of: TypeNode): boolean {
  if (of.kind !== "reference" || of.args.length < 2) return false;
  return of.args.some((one) => one.kind === "reference" && one.args.length > 0);
}
