import type { Expr as CelExpr } from "../../../cel/syntax/ast.js";
import type { Expr } from "../../../emit/code.js";
import { expr } from "../../../emit/code.js";
import type { LibraryValue } from "../../../runtime/contract.js";
import type { Form, Operand } from "../writing/operand.js";
import { bool, isSameForm, operand, test } from "../writing/operand.js";
import type { ExpressionWriter } from "../writing/writer.js";
import { functionFor } from "./runtime-call.js";

const comparisons: Readonly<Record<string, LibraryValue>> = {
  "<": "celLess",
  "<=": "celLessEquals",
  ">": "celGreater",
  ">=": "celGreaterEquals",
};

const contrarySigns: Readonly<Record<string, string>> = {
  "<": ">=",
  "<=": ">",
  ">": "<=",
  ">=": "<",
};

/** `<`, `<=`, `>` and `>=`. */
export function emitComparison(
  writer: ExpressionWriter,
  sign: string,
  leftExpr: CelExpr,
  rightExpr: CelExpr,
): Operand {
  const left = writer.emit(leftExpr);
  const right = writer.emit(rightExpr);
  const kind = left.form.kind === right.form.kind ? left.form.kind : undefined;
  const isPlain =
    kind === "int" ||
    (isOrdered(left.form) && isOrdered(right.form)) ||
    (left.form.kind === "int" && isSmallDouble(rightExpr)) ||
    (right.form.kind === "int" && isSmallDouble(leftExpr));
  if (isPlain) {
    return writer.strict([left, right], ([a = left, b = right]) => inOrder(a.code, sign, b.code));
  }
  const order = kind === "string" ? "compareUtf8" : timeOrderOf(left.form, right.form);
  if (order !== undefined) {
    return writer.strict([left, right], ([a = left, b = right]) =>
      inOrder(expr`${writer.runtime(order)}(${a.code}, ${b.code})`, sign, expr`0`),
    );
  }
  return writer.strict([writer.box(left), writer.box(right)], ([a = left, b = right]) =>
    operand(
      expr`${writer.runtime(functionFor(sign, comparisons))}(${a.code}, ${b.code})`,
      bool,
      true,
    ),
  );
}

/**
 * A double to which ints compare as they are, however large: those beyond 2^53 need no rounding to
 * be beyond it.
 */
function isSmallDouble(node: CelExpr): boolean {
  if (node.kind !== "literal" || node.value.type !== "double") return false;
  return Math.abs(node.value.value) < Number.MAX_SAFE_INTEGER;
}

/** A comparison of what is never NaN: its opposite is one as well. */
function inOrder(left: Expr, sign: string, right: Expr): Operand {
  return test(left, sign, contrarySigns[sign] ?? "", right);
}

function timeOrderOf(left: Form, right: Form): LibraryValue | undefined {
  return left.kind === "class" && isSameForm(left, right) ? timeOrder[left.name] : undefined;
}

function isOrdered(form: Form): boolean {
  return form.kind === "double" && form.ordered === true;
}

/** Durations and times. */
export function isTime(form: Form): boolean {
  return form.kind === "class" && timeOrder[form.name] !== undefined;
}

/** Functions that order durations and times. */
const timeOrder: Readonly<Record<string, LibraryValue>> = {
  Duration: "compareDurations",
  Timestamp: "compareTimestamps",
};
