import type { Expr as CelExpr } from "../../../cel/syntax/ast.js";
import { operators } from "../../../cel/syntax/ast.js";
import { expr } from "../../../emit/code.js";
import type { Operand } from "../writing/operand.js";
import { bool, operand, oppositeOf } from "../writing/operand.js";
import type { ExpressionWriter } from "../writing/writer.js";

/** `!(a && b)` is `!a || !b`, errors included, and reads better where one may be an error. */
export function emitNegation(writer: ExpressionWriter, node: CelExpr): Operand {
  const opposite = node.kind === "call" ? opposites[node.function] : undefined;
  if (node.kind !== "call" || opposite === undefined)
    return emitNot(writer, writer.condition(node));
  const args = node.args.map((arg): CelExpr => ({
    ...node,
    id: unknownId,
    function: operators.logicalNot,
    args: [arg],
  }));
  return writer.condition({ ...node, id: unknownId, function: opposite, args });
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
  const { code, negated, fails } = it;
  const made = operand(oppositeOf(it), bool, fails);
  return negated === undefined ? made : { ...made, negated: code };
}

function briefNot(writer: ExpressionWriter, from: Operand): Operand | undefined {
  const { brief, fails, plan, look } = from;
  if (brief?.negated !== undefined) return negatedOperand(brief);
  if (!fails || plan !== undefined || look !== undefined) return undefined;
  return operand(expr`${writer.runtime("opposite")}(${from.code})`, bool, true);
}
