import type { CalledFunction } from "../../../cel/check/checked.js";
import type { Call } from "../../../cel/syntax/ast.js";
import { operators } from "../../../cel/syntax/ast.js";
import type { Operand } from "../writing/operand.js";
import type { ExpressionWriter } from "../writing/writer.js";
import { emitArithmetic } from "./arithmetic.js";
import { emitEquality } from "./equality.js";
import { emitIn } from "./membership.js";
import { emitNegation } from "./negation.js";
import { emitComparison } from "./order.js";
import { selectOptional } from "./selection.js";

/**
 * A call of an operator; `undefined` for other functions, and for overloads that have one of their
 * own.
 */
export function emitOperator(
  writer: ExpressionWriter,
  expr: Call,
  { name, operands, overload }: CalledFunction,
): Operand | undefined {
  const [first, second] = operands;
  if (first === undefined) return undefined;
  if (name === operators.logicalNot) return emitNegation(writer, first);
  if (second === undefined) return undefined;
  switch (name) {
    case operators.equals:
    case operators.notEquals:
      return emitEquality(writer, expr, first, second);
    case operators.less:
    case operators.lessEquals:
    case operators.greater:
    case operators.greaterEquals:
      return emitComparison(writer, name.slice(1, -1), first, second);
    case operators.in:
      return emitIn(writer, expr, first, second);
    case operators.optionalSelect:
    case operators.optionalIndex:
      return selectOptional(writer, writer.emit(first), writer.emit(second));
    case operators.add:
    case operators.subtract:
    case operators.multiply:
    case operators.divide:
    case operators.modulo:
      return emitArithmetic(writer, expr, name.slice(1, -1), first, second, overload);
  }
  return undefined;
}
