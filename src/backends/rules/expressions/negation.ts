import type { Expr } from "../../../cel/syntax/ast.js";
import { operators } from "../../../cel/syntax/ast.js";
import { code } from "../../../emit/code.js";
import type { Operand } from "../writing/operand.js";
import { bool, composite, operand } from "../writing/operand.js";
import { parenthesized } from "../writing/parentheses.js";
import type { ExpressionWriter } from "../writing/writer.js";

/** `!(a && b)` is `!a || !b`, errors included, and reads better where one may be an error. */
export function emitNegation(writer: ExpressionWriter, expr: Expr): Operand {
  const opposite = expr.kind === "call" ? opposites[expr.function] : undefined;
  if (expr.kind !== "call" || opposite === undefined)
    return emitNot(writer, writer.condition(expr));
  const args = expr.args.map((arg): Expr => ({
    ...expr,
    id: unknownId,
    function: operators.logicalNot,
    args: [arg],
  }));
  return writer.condition({ ...expr, id: unknownId, function: opposite, args });
}

const opposites: Readonly<Record<string, string>> = {
  [operators.logicalAnd]: operators.logicalOr,
  [operators.logicalOr]: operators.logicalAnd,
};

/** Of nodes that the checker has not seen. */
const unknownId = -1;

function emitNot(writer: ExpressionWriter, condition: Operand): Operand {
  return writer.lenient([condition], ([from = condition]) => {
    const made = writer.strict([from], ([it = from]) => negatedOperand(it));
    const brief = briefNot(writer, from);
    return brief === undefined ? made : { ...made, brief };
  });
}

function negatedOperand(it: Operand): Operand {
  const { code: text, negated, fails } = it;
  const made = composite(negated ?? code`!${parenthesized(it)}`, bool, "other", fails);
  return negated === undefined ? made : { ...made, operator: it.operator, negated: text };
}

function briefNot(writer: ExpressionWriter, from: Operand): Operand | undefined {
  const { brief, fails, plan, look } = from;
  if (brief?.negated !== undefined) return negatedOperand(brief);
  if (!fails || plan !== undefined || look !== undefined) return undefined;
  return operand(code`${writer.runtime("opposite")}(${from.code})`, bool, true);
}
