import type { CalledFunction } from "../../../cel/check/checked.js";
import { calledFunction } from "../../../cel/check/checked.js";
import type { Call } from "../../../cel/syntax/ast.js";
import { isDynamic } from "../../../cel/type.js";
import { expr } from "../../../emit/code.js";
import { UnsupportedExpression } from "../unsupported.js";
import type { RuntimeCall } from "../writing/functions.js";
import { runtimeCall } from "../writing/functions.js";
import type { Operand } from "../writing/operand.js";
import { formOf, operand, value } from "../writing/operand.js";
import { isTrackedOperand } from "../writing/tracked-operands.js";
import type { ExpressionWriter } from "../writing/writer.js";
import { emitDynamic } from "./dynamic-call.js";
import { emitOperator } from "./operator.js";
import { emitRuntimeCall } from "./runtime-call.js";
import { emitSpecial } from "./special-call.js";

/** A call of a function or operator, `&&`, `||`, `?:` and indices excepted. */
export function emitCall(writer: ExpressionWriter, node: Call): Operand {
  const called = calledFunction(writer.checked, node);
  return called.operands.some((arg) => isDynamic(writer.typeOf(arg)))
    ? emitUntyped(writer, node, called)
    : emitTyped(writer, node, called);
}

/** A call with operands whose types are known. */
function emitTyped(writer: ExpressionWriter, node: Call, called: CalledFunction): Operand {
  const own = emitOperator(writer, node, called) ?? emitSpecial(writer, node, called);
  if (own !== undefined) return own;
  if (called.overload === "") return emitDynamic(writer, node, called);
  const call = runtimeCall(called.overload, writer.file.kubernetes);
  if (call === undefined) throw new UnsupportedExpression(called.overload);
  return emitOverload(writer, node, called, call);
}

/**
 * A call with operands of any type; what there is but one function for may be called all the same.
 */
function emitUntyped(writer: ExpressionWriter, node: Call, called: CalledFunction): Operand {
  const operator = emitOperator(writer, node, { ...called, overload: "", overloads: [] });
  if (operator !== undefined) return operator;
  if (called.overload === "") return emitDynamic(writer, node, called);
  const call = runtimeCall(called.overload, writer.file.kubernetes);
  if (call !== undefined) {
    return needsTypes(call)
      ? emitDynamic(writer, node, called)
      : emitOverload(writer, node, called, call);
  }
  const special = emitSpecial(writer, node, called);
  if (special === undefined) throw new UnsupportedExpression(called.overload);
  return special;
}

/** Whether a function relies on the types of its arguments. */
function needsTypes({ parameters }: RuntimeCall): boolean {
  return parameters.some(({ form }) => form.kind !== "value");
}

function emitOverload(
  writer: ExpressionWriter,
  node: Call,
  { operands, overload }: CalledFunction,
  call: RuntimeCall,
): Operand {
  const values = operands.map((arg, index) =>
    writer.coerce(writer.emit(arg), call.parameters[index]?.form ?? value),
  );
  const args = values.map((arg, index) => tracked(writer, overload, index, arg));
  const form = formOf(writer.typeOf(node));
  return writer.strict(args, (items) => writer.coerce(emitRuntimeCall(writer, call, items), form));
}

/** What the cost of `distinct`, `sort`, `sortBy` and `flatten` depends on: see `trackedOperand`. */
function tracked(writer: ExpressionWriter, overload: string, index: number, arg: Operand): Operand {
  if (!arg.fails || !isTrackedOperand(overload, index)) return arg;
  return operand(expr`${writer.runtime("trackedOperand")}(${arg.code})`, arg.form);
}
