import type { Comprehension } from "../../../cel/syntax/ast.js";
import type { Fold } from "../../../cel/syntax/fold.js";
import { foldOf, isBinding } from "../../../cel/syntax/fold.js";
import { code, join, variableName } from "../../../emit/code.js";
import { identifierOf, identifiersIn } from "../facts/variable-names.js";
import { FunctionCode } from "../writing/function-code.js";
import type { Operand } from "../writing/operand.js";
import { operand, simple } from "../writing/operand.js";
import type { ExpressionWriter, Scope } from "../writing/writer.js";
import { foldBody } from "./fold-body.js";
import { loopOf } from "./loop.js";

/** A comprehension as a function of its own with a loop; a binding as a variable. */
export function emitComprehension(writer: ExpressionWriter, expr: Comprehension): Operand {
  if (isBinding(expr)) return emitBinding(writer, expr);
  const fold = foldOf(expr);
  const range = writer.emit(expr.iterRange);
  return writer.strict([range], ([over = range]) => emitLoop(writer, expr, fold, over));
}

function emitBinding(writer: ExpressionWriter, expr: Comprehension): Operand {
  const initial = writer.emit(expr.accuInit);
  const { assign, held } = initial.simple
    ? { assign: undefined, held: initial }
    : writer.hold(initial, identifierOf(expr.accuVar));
  const scope = new Map(writer.scope).set(expr.accuVar, held);
  const result = writer.within(writer.body, scope).emit(expr.result);
  if (assign === undefined || !result.code.text.includes(held.code.text)) return result;
  const made = operand(code`(${assign}, ${result.code})`, result.form, result.fails);
  return { ...made, plan: { kind: "binding", name: held.code, value: initial, result } };
}

function emitLoop(
  writer: ExpressionWriter,
  expr: Comprehension,
  fold: Fold,
  over: Operand,
): Operand {
  const captured = capturedBy(writer.scope, expr);
  const body = new FunctionCode(["over", ...captured.map(({ parameter }) => parameter)], true);
  const scope = new Map<string, Operand>();
  for (const { name, parameter, variable } of captured) {
    scope.set(name, simple(variableName(parameter), variable.form, variable.fails));
  }
  const name = writer.file.name(`${writer.name}${suffixes[fold.kind]}`);
  const inner = writer.within(body, scope);
  const loop = loopOf(inner, expr, simple(variableName("over"), over.form));
  const { statements, form, fails } = foldBody(inner, fold, loop, expr);
  const text = body.body(statements);
  const used = text.variables;
  const passed = captured.filter(({ parameter }) => used.has(parameter));
  const parameters = passed.map(({ parameter, variable }) => ({
    name: parameter,
    type: writer.file.type(variable.form, variable.fails),
  }));
  const signature = [{ name: "over", type: writer.file.type(over.form, false) }, ...parameters];
  const called = writer.file.declare(name, signature, writer.file.type(form, fails), text);
  const args = [over.code, ...passed.map(({ variable }) => variable.code)];
  return operand(code`${called}(${join(args, ", ")})`, form, fails);
}

const suffixes: Readonly<Record<Fold["kind"], string>> = {
  all: "All",
  exists: "Exists",
  existsOne: "ExistsOne",
  map: "Map",
  transform: "Transform",
};

interface Captured {
  readonly name: string;
  /** What it is called inside. */
  readonly parameter: string;
  readonly variable: Operand;
}

/**
 * The variables of outer scopes that a comprehension names, in the order in which they came into
 * scope.
 */
function capturedBy(scope: Scope, expr: Comprehension): readonly Captured[] {
  const named = identifiersIn([expr.loopStep, expr.result]);
  const own = new Set([expr.iterVar, expr.iterVar2, expr.accuVar]);
  return [...scope].flatMap(([name, variable]) => {
    const isOuter = named.has(name) && !own.has(name);
    return isOuter ? [{ name, parameter: identifierOf(name), variable }] : [];
  });
}
