import type { Expr } from "../../../emit/code.js";
import { isSame } from "../../../emit/code.js";
import type { Operand } from "../writing/operand.js";
import { isLiteral, widened } from "../writing/operand.js";
import type { ExpressionWriter } from "../writing/writer.js";

/** The left side of a comparison: a literal beside other ones is taken for any value. */
export function comparedCode(writer: ExpressionWriter, it: Operand, others: readonly Expr[]): Expr {
  const isOther = others.some((other) => !isSame(other, it.code) && isLiteral(other));
  return isOther ? widenedCode(writer, it) : it.code;
}

/** An operand whose type does not show its value. */
export function widenedCode(writer: ExpressionWriter, it: Operand): Expr {
  return widened(it, writer.file.type(it.form, false)).code;
}
