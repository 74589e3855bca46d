import type { Call, Expr as CelExpr } from "../../../cel/syntax/ast.js";
import { operators } from "../../../cel/syntax/ast.js";
import { expr } from "../../../emit/code.js";
import { binary } from "../../../emit/nodes/fold.js";
import type { Operand } from "../writing/operand.js";
import { bool, briefOf, isSameForm, operand, test } from "../writing/operand.js";
import type { ExpressionWriter } from "../writing/writer.js";
import { isTime } from "./order.js";
import { comparedCode, widenedCode } from "./widening.js";

const scalars: ReadonlySet<string> = new Set(["bool", "int", "double", "string"]);

/** `==` and `!=`. */
export function emitEquality(
  writer: ExpressionWriter,
  node: Call,
  leftExpr: CelExpr,
  rightExpr: CelExpr,
): Operand {
  const negated = node.function === operators.notEquals;
  const left = writer.emit(leftExpr);
  const right = writer.emit(rightExpr);
  if (left.form.kind === right.form.kind && scalars.has(left.form.kind)) {
    // Data holds an int beyond 2^53 as a number or as a bigint, which only the loose operator takes
    // for equal.
    const isLoose = [leftExpr, rightExpr].some(isBigLiteral);
    return scalarEquality(writer, node, left, right, isLoose);
  }
  if (isTime(left.form) && isSameForm(left.form, right.form)) {
    return writer.strict([left, right], ([a = left, b = right]) => timeEquality(a, b, negated));
  }
  return writer.strict([writer.box(left), writer.box(right)], ([a = left, b = right]) => {
    if (isNull(leftExpr) || isNull(rightExpr)) {
      return operand(binary(negated ? "!==" : "===", a.code, b.code), bool);
    }
    const name = writer.runtime(negated ? "celDiffers" : "celEquals");
    return operand(expr`${name}(${a.code}, ${b.code})`, bool, !negated);
  });
}

function scalarEquality(
  writer: ExpressionWriter,
  node: Call,
  left: Operand,
  right: Operand,
  isLoose: boolean,
): Operand {
  const negated = node.function === operators.notEquals;
  const [yes, no] = isLoose ? ["==", "!="] : ["===", "!=="];
  const [sign, contrary] = negated ? [no, yes] : [yes, no];
  return writer.lenient([left, right], ([from = left, other = right]) => {
    const made = writer.strict([from, other], ([a = from, b = other]) =>
      writer.findings.decided.has(node)
        ? test(widenedCode(writer, a), sign, contrary, widenedCode(writer, b))
        : test(comparedCode(writer, a, [b.code]), sign, contrary, b.code),
    );
    const brief = isLoose ? undefined : briefEquality(writer, from, other, negated);
    return brief === undefined ? made : { ...made, brief };
  });
}

function timeEquality(left: Operand, right: Operand, negated: boolean): Operand {
  const yes = expr`${left.code}.equals(${right.code})`;
  const no = expr`!${yes}`;
  return negated ? { ...operand(no, bool), negated: yes } : { ...operand(yes, bool), negated: no };
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
    (name) => expr`${name}(${a.code}, ${b.code})`,
  );
  if (yes === undefined || no === undefined) return undefined;
  return { ...operand(negated ? no : yes, bool, true), negated: negated ? yes : no };
}

function isBigLiteral(node: CelExpr): boolean {
  return (
    node.kind === "literal" &&
    node.value.type === "int" &&
    !Number.isSafeInteger(Number(node.value.value))
  );
}

function isNull(node: CelExpr): boolean {
  return node.kind === "literal" && node.value.type === "null";
}
