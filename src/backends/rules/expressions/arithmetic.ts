import type { Call, Expr as CelExpr } from "../../../cel/syntax/ast.js";
import { expr } from "../../../emit/code.js";
import { binary } from "../../../emit/nodes/fold.js";
import type { LibraryValue } from "../../../runtime/contract.js";
import type { Operand } from "../writing/operand.js";
import { bounded, double, formOf, int, operand, string, value } from "../writing/operand.js";
import type { ExpressionWriter } from "../writing/writer.js";
import { functionFor } from "./runtime-call.js";

const dynamicArithmetic: Readonly<Record<string, LibraryValue>> = {
  "+": "addValues",
  "-": "subtractValues",
  "*": "multiplyValues",
  "/": "divideValues",
  "%": "moduloValues",
};

/** `+`, `-`, `*`, `/` and `%`; `undefined` for overloads that have a function of their own. */
export function emitArithmetic(
  writer: ExpressionWriter,
  node: Call,
  sign: string,
  leftExpr: CelExpr,
  rightExpr: CelExpr,
  overload: string,
): Operand | undefined {
  if (overload !== "") {
    if (/^(?:add|subtract|multiply)_int64$/.test(overload)) {
      return emitBounded(writer, sign, leftExpr, rightExpr);
    }
    if (!/_double$|^add_string$/.test(overload)) return undefined;
    const form = overload === "add_string" ? string : double;
    const left = writer.coerce(writer.emit(leftExpr), form);
    const right = writer.coerce(writer.emit(rightExpr), form);
    return writer.strict([left, right], ([a = left, b = right]) =>
      operand(binary(sign, a.code, b.code), form),
    );
  }
  const boxed = [writer.box(writer.emit(leftExpr)), writer.box(writer.emit(rightExpr))];
  return writer.strict(boxed, ([a, b]) =>
    writer.coerce(
      operand(
        expr`${writer.runtime(functionFor(sign, dynamicArithmetic))}(${a?.code}, ${b?.code})`,
        value,
        true,
      ),
      formOf(writer.typeOf(node)),
    ),
  );
}

const intFunctions: Readonly<Record<string, LibraryValue>> = {
  "+": "addInts",
  "-": "subtractInts",
  "*": "multiplyInts",
};

/** A plain operator where the operands are known to be small, else the function that checks. */
function emitBounded(
  writer: ExpressionWriter,
  sign: string,
  leftExpr: CelExpr,
  rightExpr: CelExpr,
): Operand {
  const left = writer.coerce(writer.emit(leftExpr), int);
  const right = writer.coerce(writer.emit(rightExpr), int);
  const bound = boundOf(sign, left.bound, right.bound);
  return writer.strict([left, right], ([a = left, b = right]) =>
    bound === undefined
      ? operand(
          expr`${writer.runtime(functionFor(sign, intFunctions))}(${a.code}, ${b.code})`,
          int,
          true,
        )
      : bounded(operand(binary(sign, a.code, b.code), int), bound),
  );
}

function boundOf(
  sign: string,
  left: number | undefined,
  right: number | undefined,
): number | undefined {
  if (left === undefined || right === undefined) return undefined;
  const bound = sign === "*" ? left * right : left + right;
  return bound <= Number.MAX_SAFE_INTEGER ? bound : undefined;
}
