import type { Call, Expr } from "../../../cel/syntax/ast.js";
import { operators } from "../../../cel/syntax/ast.js";
import { code, raw } from "../../../emit/code.js";
import type { Operand } from "../writing/operand.js";
import { bool, briefOf, composite, isSameForm, operand, test } from "../writing/operand.js";
import { parenthesized } from "../writing/parentheses.js";
import type { ExpressionWriter } from "../writing/writer.js";
import { isTime } from "./order.js";
import { comparedCode, widenedCode } from "./widening.js";

const scalars: ReadonlySet<string> = new Set(["bool", "int", "double", "string"]);

/** `==` and `!=`. */
export function emitEquality(
  writer: ExpressionWriter,
  expr: Call,
  leftExpr: Expr,
  rightExpr: Expr,
): Operand {
  const negated = expr.function === operators.notEquals;
  const left = writer.emit(leftExpr);
  const right = writer.emit(rightExpr);
  if (left.form.kind === right.form.kind && scalars.has(left.form.kind)) {
    // Data holds an int beyond 2^53 as a number or as a bigint, which only the loose operator takes
    // for equal.
    const isLoose = [leftExpr, rightExpr].some(isBigLiteral);
    return scalarEquality(writer, expr, left, right, isLoose);
  }
  if (isTime(left.form) && isSameForm(left.form, right.form)) {
    return writer.strict([left, right], ([a = left, b = right]) => timeEquality(a, b, negated));
  }
  return writer.strict([writer.box(left), writer.box(right)], ([a = left, b = right]) => {
    if (isNull(leftExpr) || isNull(rightExpr)) {
      const sign = raw(negated ? "!==" : "===");
      return composite(code`${parenthesized(a)} ${sign} ${parenthesized(b)}`, bool, "other");
    }
    const name = writer.runtime(negated ? "celDiffers" : "celEquals");
    return operand(code`${name}(${a.code}, ${b.code})`, bool, !negated);
  });
}

function scalarEquality(
  writer: ExpressionWriter,
  expr: Call,
  left: Operand,
  right: Operand,
  isLoose: boolean,
): Operand {
  const negated = expr.function === operators.notEquals;
  const [yes, no] = isLoose ? ["==", "!="] : ["===", "!=="];
  const sign = raw(negated ? no : yes);
  const contrary = raw(negated ? yes : no);
  return writer.lenient([left, right], ([from = left, other = right]) => {
    const made = writer.strict([from, other], ([a = from, b = other]) =>
      writer.findings.decided.has(expr)
        ? test(widenedCode(writer, a), sign, contrary, widenedCode(writer, b))
        : test(comparedCode(writer, a, [b.code]), sign, contrary, parenthesized(b)),
    );
    const brief = isLoose ? undefined : briefEquality(writer, from, other, negated);
    return brief === undefined ? made : { ...made, brief };
  });
}

function timeEquality(left: Operand, right: Operand, negated: boolean): Operand {
  const yes = code`${parenthesized(left)}.equals(${right.code})`;
  const no = code`!${yes}`;
  return negated
    ? { ...composite(no, bool, "other"), negated: yes }
    : { ...operand(yes, bool), negated: no };
}

/** Equality of data that only has to be looked at. */
function briefEquality(
  writer: ExpressionWriter,
  left: Operand,
  right: Operand,
  negated: boolean,
): Operand | undefined {
  const [a, b] = [left, right].map((it) =>
    it.look !== undefined && it.plan === undefined ? it : briefOf(it),
  );
  if (a === undefined || b === undefined || (!a.fails && !b.fails)) return undefined;
  const [yes, no] = [writer.runtime("isSame"), writer.runtime("isDifferent")].map(
    (name) => code`${name}(${a.code}, ${b.code})`,
  );
  if (yes === undefined || no === undefined) return undefined;
  return { ...operand(negated ? no : yes, bool, true), negated: negated ? yes : no };
}

function isBigLiteral(expr: Expr): boolean {
  return (
    expr.kind === "literal" &&
    expr.value.type === "int" &&
    !Number.isSafeInteger(Number(expr.value.value))
  );
}

function isNull(expr: Expr): boolean {
  return expr.kind === "literal" && expr.value.type === "null";
}
