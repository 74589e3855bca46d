import type { Block, Expression, Statement } from "./nodes.js";

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
export function not(of: Expression): Expression {
  const operand = truthOf(of);
  const opposite = operand.kind === "binary" ? opposites[operand.operator] : undefined;
  if (operand.kind === "binary" && opposite !== undefined)
    return { ...operand, operator: opposite };
  if (operand.kind === "unary" && operand.operator === "!" && isBoolean(operand.operand)) {
    return operand.operand;
  }
  return { kind: "unary", operator: "!", operand };
}

/** An expression of which only counts whether it is true. */
export function truthOf(of: Expression): Expression {
  if (of.kind === "unary" && of.operator === "!") return shorterOpposite(of.operand) ?? of;
  if (of.kind !== "binary" || (of.operator !== "&&" && of.operator !== "||")) return of;
  const [left, right] = [truthOf(of.left), truthOf(of.right)];
  return left === of.left && right === of.right ? of : { ...of, left, right };
}

/** What is true where an expression is not, if that is shorter than `!` before it. */
function shorterOpposite(of: Expression): Expression | undefined {
  if (of.kind === "unary" && of.operator === "!") return truthOf(of.operand);
  if (of.kind !== "binary" || (of.operator !== "&&" && of.operator !== "||")) return undefined;
  const [left, right] = [shorterOpposite(of.left), shorterOpposite(of.right)];
  if (left === undefined || right === undefined) return undefined;
  return { ...of, operator: of.operator === "&&" ? "||" : "&&", left, right };
}

/** `left operator right` */
export function binary(operator: string, left: Expression, right: Expression): Expression {
  const known = valueOf(left);
  if (operator === "&&" && known !== undefined) return known ? right : left;
  if (operator === "||" && known !== undefined) return known ? left : right;
  return { kind: "binary", operator, left, right };
}

/** `test ? yes : no` */
export function conditional(test: Expression, yes: Expression, no: Expression): Expression {
  return { kind: "conditional", test: truthOf(test), yes, no };
}

/** A branch; in another one behind `else` it needs no braces. */
export function ifStatement(
  test: Expression,
  then: Statement,
  otherwise: Statement | undefined,
): Statement {
  const [only] = otherwise?.kind === "block" ? otherwise.body : [];
  const isChain = otherwise?.kind === "block" && otherwise.body.length === 1 && only?.kind === "if";
  return { kind: "if", test: truthOf(test), then, otherwise: isChain ? only : otherwise };
}

/** The body of a loop: without a `continue` where the round ends anyway. */
export function round(body: Statement): Statement {
  return body.kind === "block" ? withoutLastContinue(body) : body;
}

function withoutLastContinue(block: Block): Block {
  const last = block.body.at(-1);
  if (last === undefined || block.body.length === 1) return block;
  const before = block.body.slice(0, -1);
  if (isContinue(last)) return withoutLastContinue({ kind: "block", body: before });
  const shorter = last.kind === "if" ? shorterBranch(last) : last;
  return shorter === last ? block : { kind: "block", body: [...before, shorter] };
}

function shorterBranch(branch: Extract<Statement, { kind: "if" }>): Statement {
  const then = branch.then.kind === "block" ? withoutLastContinue(branch.then) : branch.then;
  const { otherwise } = branch;
  const rest =
    otherwise?.kind === "block"
      ? withoutLastContinue(otherwise)
      : otherwise?.kind === "if"
        ? shorterBranch(otherwise)
        : otherwise;
  return then === branch.then && rest === otherwise ? branch : { ...branch, then, otherwise: rest };
}

function isContinue(statement: Statement): boolean {
  return statement.kind === "leave" && statement.word === "continue" && statement.label === "";
}

/** Whether an expression can have no other values than `true` and `false`. */
function isBoolean(of: Expression): boolean {
  switch (of.kind) {
    case "unary":
      return of.operator === "!";
    case "binary":
      if (of.operator === "&&" || of.operator === "||") return isBoolean(of.left) && isBoolean(of.right); // prettier-ignore
      return comparisons.has(of.operator);
    default:
      return valueOf(of) !== undefined;
  }
}

const comparisons = new Set(["===", "!==", "<", "<=", ">", ">=", "in", "instanceof"]);

function valueOf(of: Expression): boolean | undefined {
  if (of.kind !== "name") return undefined;
  return of.text === "true" ? true : of.text === "false" ? false : undefined;
}
