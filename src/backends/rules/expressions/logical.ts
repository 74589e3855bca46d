import type { Expr } from "../../../cel/syntax/ast.js";
import type { Code } from "../../../emit/code.js";
import { code, join, raw } from "../../../emit/code.js";
import { UnsupportedExpression } from "../unsupported.js";
import type { Guard, Operand, Plan } from "../writing/operand.js";
import {
  bool,
  briefOf,
  composite,
  contentOf,
  isConstant,
  operand,
  partsOf,
} from "../writing/operand.js";
import { beside } from "../writing/parentheses.js";
import { isTracked } from "../writing/tracked-operands.js";
import type { ExpressionWriter } from "../writing/writer.js";

type Operator = "&&" | "||";

/** `left && right` and `left || right`. */
export function emitLogical(
  writer: ExpressionWriter,
  left: Expr,
  right: Expr,
  operator: Operator,
): Operand {
  // A constant that decides does so whatever the other operand is, an error included.
  const literal = [left, right].find((expr) => isBoolLiteral(expr, operator === "||"));
  const operands = literal === undefined ? [left, right] : [literal];
  const conditions = operands.map((expr) => writer.condition(expr));
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
export function isBoolLiteral(expr: Expr, wanted: boolean): boolean {
  return expr.kind === "literal" && expr.value.type === "bool" && expr.value.value === wanted;
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
  const a = beside(left, operator);
  const b = beside(right, operator);
  const plan: Plan = { kind: "logical", operator, left, right };
  const isPlain = !left.fails && right.plan === undefined;
  const whole = (parts: readonly Code[], fails: boolean): Operand => {
    const made = composite(join(parts, ` ${operator} `), bool, operator, fails);
    return isPlain ? made : { ...made, plan };
  };
  if (!left.fails) return whole([a, b], right.fails);
  const [test, other] = operator === "&&" ? ["!== false", "=== true"] : ["=== true", "!== false"];
  const first = writer.hold(left, "left");
  if (!right.fails) return whole([code`${first.assign} ${raw(test)}`, b, first.held.code], true);
  const second = writer.hold(right, "right");
  const [yes, no] = operator === "&&" ? [second, first] : [first, second];
  const decided = code`(${first.held.code} ${raw(other)} ? ${yes.held.code} : ${no.held.code})`;
  const tests = [first, second].map(({ assign }) => code`${assign} ${raw(test)}`);
  return whole([...tests, decided], true);
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
  const lone = briefs[failing];
  if (lone === undefined || briefs.length < parts.length) return undefined;
  const rest = briefs.slice(failing).map((part) => part.code);
  const name = writer.runtime(operator === "&&" ? "allHold" : "anyHolds");
  const last = rest.reduce((left, right) => code`${name}(${left}, ${right})`);
  if (failing === 0) return operand(last, bool, true);
  const plain = briefs.slice(0, failing);
  const shown = [
    ...plain,
    { ...operand(last, bool, true), operator: rest.length > 1 ? undefined : lone.operator },
  ];
  return composite(
    join(
      shown.map((part) => beside(part, operator)),
      ` ${operator} `,
    ),
    bool,
    operator,
    true,
  );
}
