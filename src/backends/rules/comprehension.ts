import type { Comprehension } from "../../cel/ast.js";
import { code, join, word } from "../../emit/code.js";
import type { Scope } from "./writer.js";
import type { ExpressionWriter } from "./writer.js";
import type { Fold } from "./fold.js";
import { foldOf, isBinding } from "./fold.js";
import { FunctionCode } from "./function-code.js";
import type { Operand } from "./operand.js";
import { operand, simple } from "./operand.js";
import { identifierOf, namesIn } from "./loop-names.js";
import { loopOf } from "./loop.js";
import { foldBody } from "./fold-body.js";

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
  if (assign === undefined) return result;
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
  const parameters = captured.map(([name, variable]) => ({
    name: identifierOf(name),
    type: writer.file.type(variable.form, variable.fails),
  }));
  const body = new FunctionCode(["over", ...parameters.map(({ name }) => name)], true);
  const scope = new Map<string, Operand>();
  for (const [index, [name, variable]] of captured.entries()) {
    const parameter = parameters[index]?.name ?? "";
    scope.set(name, simple(word(parameter), variable.form, variable.fails));
  }
  const name = writer.file.name(`${writer.name}${suffixes[fold.kind]}`);
  const inner = writer.within(body, scope);
  const loop = loopOf(inner, expr, simple(word("over"), over.form));
  const { statements, form, fails } = foldBody(inner, fold, loop, expr);
  const signature = [{ name: "over", type: writer.file.type(over.form, false) }, ...parameters];
  const returns = writer.file.type(form, fails);
  const called = writer.file.declare(name, signature, returns, body.body(statements));
  const args = [over.code, ...captured.map(([, variable]) => variable.code)];
  return operand(code`${called}(${join(args, ", ")})`, form, fails);
}

const suffixes: Readonly<Record<Fold["kind"], string>> = {
  all: "All",
  exists: "Exists",
  existsOne: "ExistsOne",
  map: "Map",
  transform: "Transform",
};

/** The variables of outer scopes that a comprehension's body reads, in the order in which they came into scope. */
function capturedBy(scope: Scope, expr: Comprehension): readonly (readonly [string, Operand])[] {
  const used = namesIn([expr.loopStep, expr.result]);
  const own = new Set([expr.iterVar, expr.iterVar2, expr.accuVar]);
  return [...scope].filter(([name]) => used.has(name) && !own.has(name));
}
