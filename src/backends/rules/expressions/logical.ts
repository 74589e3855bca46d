import type { Expr as CelExpr } from "../../../cel/syntax/ast.js";
import type { Expr } from "../../../emit/code.js";
import { expr, operatorCode } from "../../../emit/code.js";
import { UnsupportedExpression } from "../unsupported.js";
import type { Guard, Operand, Plan } from "../writing/operand.js";
import { bool, briefOf, contentOf, isConstant, operand, partsOf } from "../writing/operand.js";
import { isTracked } from "../writing/tracked-operands.js";
import type { ExpressionWriter } from "../writing/writer.js";

type Operator = "&&" | "||";

/** `left && right` and `left || right`. */
export function emitLogical(
  writer: ExpressionWriter,
  left: CelExpr,
  right: CelExpr,
  operator: Operator,
): Operand {
  // A constant that decides does so whatever the other operand is, an error included.
  const literal = [left, right].find((node) => isBoolLiteral(node, operator === "||"));
  const operands = literal === undefined ? [left, right] : [literal];
  const conditions = operands.map((node) => writer.condition(node));
  const decisive = conditions.find((from) => isConstant(from, operator === "||"));
  if (decisive !== undefined) {
    // Nothing decides where an evaluation is broken off.
    if (literal !== left && isTracked(left))
      throw new UnsupportedExpression("an operand that the cost tracker asks for");
    return decisive;
  }
  const open = conditions.filter((from) => !isConstant(from, operator === "&&"));
  // Of nothing but constants that do not decide, one says it all.
  return chainOf(writer, open.length === 0 ? conditions.slice(0, 1) : open, operator);
}

/** Whether an expression is `true`, or `false`, as it stands. */
export function isBoolLiteral(node: CelExpr, wanted: boolean): boolean {
  return node.kind === "literal" && node.value.type === "bool" && node.value.value === wanted;
}

/** What operands begin with in common is checked once: its error is that of all of them. */
function chainOf(
  writer: ExpressionWriter,
  operands: readonly Operand[],
  operator: Operator,
): Operand {
  const parts = operands.flatMap((from) => partsOf(from, operator));
  const startsLike = (index: number): boolean => isSameStart(parts[index], parts[index + 1]);
  const at = parts.findIndex((_, index) => startsLike(index));
  const guard = at < 0 ? undefined : firstGuard(parts[at]);
  if (guard === undefined) return joined(writer, parts, operator);
  let end = at + 1;
  while (startsLike(end - 1)) end++;
  const inner = parts.slice(at, end).map((part) => withoutFirst(writer, part, guard));
  const whole = writer.guarded([guard], chainOf(writer, inner, operator));
  const outer = [...parts.slice(0, at), whole, ...parts.slice(end)];
  return outer.length === 1 ? whole : chainOf(writer, outer, operator);
}

function isSameStart(one: Operand | undefined, other: Operand | undefined): boolean {
  const [a, b] = [firstGuard(one), firstGuard(other)];
  if (a === undefined || b === undefined) return false;
  return contentOf(a) === contentOf(b);
}

/** The rest of an operand where its first guard, which holds the same as `known`, was no error. */
function withoutFirst(writer: ExpressionWriter, from: Operand, known: Guard): Operand {
  if (from.plan?.kind !== "strict") return from;
  const [first, ...others] = from.plan.guards;
  if (first !== undefined) writer.body.rename(first.name, known.name);
  return writer.guarded(others, { ...from.plan.result, form: from.form });
}

function joined(writer: ExpressionWriter, parts: readonly Operand[], operator: Operator): Operand {
  const [first, ...others] = parts;
  if (first === undefined) throw new UnsupportedExpression(operator);
  const whole = others.reduce((left, right) => pair(writer, left, right, operator), first);
  const brief = briefChain(writer, parts, operator);
  return brief === undefined ? whole : { ...whole, brief };
}

/**
 * The operand that decides wins over an error of the other, else the first error stands. What
 * cannot fail is left to JavaScript's operator.
 */
function pair(
  writer: ExpressionWriter,
  left: Operand,
  right: Operand,
  operator: Operator,
): Operand {
  const [a, b] = [left.code, right.code];
  const plan: Plan = { kind: "logical", operator, left, right };
  const isPlain = !left.fails && right.plan === undefined;
  const whole = (parts: readonly Expr[], fails: boolean): Operand => {
    const made = operand(operatorCode(parts, operator), bool, fails);
    return isPlain ? made : { ...made, plan };
  };
  if (!left.fails) return whole([a, b], right.fails);
  const goesOn = (it: Expr): Expr =>
    operator === "&&" ? expr`${it} !== false` : expr`${it} === true`;
  const first = writer.hold(left, "left");
  if (!right.fails) return whole([goesOn(first.assign), b, first.held.code], true);
  const second = writer.hold(right, "right");
  const [one, other] = [first.held.code, second.held.code];
  const decided =
    operator === "&&"
      ? expr`${one} === true ? ${other} : ${one}`
      : expr`${one} !== false ? ${one} : ${other}`;
  return whole([goesOn(first.assign), goesOn(second.assign), decided], true);
}

/** The first check of an operand that begins with one. */
function firstGuard(from: Operand | undefined): Guard | undefined {
  return from?.plan?.kind === "strict" ? from.plan.guards[0] : undefined;
}

/** A chain in short: what cannot fail comes first as it is. */
function briefChain(
  writer: ExpressionWriter,
  parts: readonly Operand[],
  operator: Operator,
): Operand | undefined {
  const briefs = parts.flatMap((part) => briefOf(part) ?? []);
  const failing = briefs.findIndex(({ fails }) => fails);
  if (failing < 0 || briefs.length < parts.length) return undefined;
  const rest = briefs.slice(failing).map((part) => part.code);
  const name = writer.runtime(operator === "&&" ? "allHold" : "anyHolds");
  const last = rest.reduce((left, right) => expr`${name}(${left}, ${right})`);
  if (failing === 0) return operand(last, bool, true);
  const shown = [...briefs.slice(0, failing).map((part) => part.code), last];
  return operand(operatorCode(shown, operator), bool, true);
}
