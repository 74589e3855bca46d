import type { Code } from "../../../emit/code.js";
import type { Operand } from "../writing/operand.js";
import { isLiteral, widened } from "../writing/operand.js";
import { parenthesized } from "../writing/parentheses.js";
import type { ExpressionWriter } from "../writing/writer.js";

/** The left side of a comparison: a literal beside other ones is taken for any value. */
export function comparedCode(writer: ExpressionWriter, it: Operand, others: readonly Code[]): Code {
  const isOther = others.some((other) => other.text !== it.code.text && isLiteral(other));
  return isOther ? widenedCode(writer, it) : parenthesized(it);
}

/** An operand whose type does not show its value. */
export function widenedCode(writer: ExpressionWriter, it: Operand): Code {
  return parenthesized(widened(it, writer.file.type(it.form, false)));
}
