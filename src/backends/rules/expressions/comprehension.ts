import type { Comprehension } from "../../../cel/syntax/ast.js";
import type { Fold } from "../../../cel/syntax/fold.js";
import { foldOf, isBinding } from "../../../cel/syntax/fold.js";
import type { Expr, Local } from "../../../emit/code.js";
import { expr, findLocal, localOf, namesIn, word } from "../../../emit/code.js";
import * as make from "../../../emit/nodes/make.js";
import { visit } from "../../../emit/nodes/visit.js";
import { identifierOf, identifiersIn } from "../facts/variable-names.js";
import { FunctionCode } from "../writing/function-code.js";
import type { Operand } from "../writing/operand.js";
import { operand, simple } from "../writing/operand.js";
import type { ExpressionWriter, Scope } from "../writing/writer.js";
import { foldBody } from "./fold-body.js";
import { loopOf } from "./loop.js";

/** A comprehension as a function of its own with a loop; a binding as a variable. */
export function emitComprehension(writer: ExpressionWriter, node: Comprehension): Operand {
  if (isBinding(node)) return emitBinding(writer, node);
  const fold = foldOf(node);
  const range = writer.emit(node.iterRange);
  return writer.strict([range], ([over = range]) => emitLoop(writer, node, fold, over));
}

function emitBinding(writer: ExpressionWriter, node: Comprehension): Operand {
  const initial = writer.emit(node.accuInit);
  const { assign, held } = initial.simple
    ? { assign: undefined, held: initial }
    : writer.hold(initial, identifierOf(node.accuVar));
  const scope = new Map(writer.scope).set(node.accuVar, held);
  const result = writer.within(writer.body, scope).emit(node.result);
  if (assign === undefined || !names(result.code, localOf(held.code))) return result;
  const made = operand(make.sequence([assign, result.code]), result.form, result.fails);
  return { ...made, plan: { kind: "binding", name: held.code, value: initial, result } };
}

/** Whether code names a variable. */
function names(code: Expr, local: Local): boolean {
  let found = false;
  visit(code, (node) => {
    found ||= findLocal(node)?.settled === local.settled;
  });
  return found;
}

function emitLoop(
  writer: ExpressionWriter,
  node: Comprehension,
  fold: Fold,
  over: Operand,
): Operand {
  const captured = capturedBy(writer.scope, node);
  const body = new FunctionCode(["over", ...captured.map(({ parameter }) => parameter)], true);
  const scope = new Map<string, Operand>();
  for (const { name, parameter, variable } of captured) {
    scope.set(name, simple(word(parameter), variable.form, variable.fails));
  }
  const name = writer.file.name(`${writer.name}${suffixes[fold.kind]}`);
  const inner = writer.within(body, scope);
  const loop = loopOf(inner, node, simple(word("over"), over.form));
  const { statements, form, fails } = foldBody(inner, fold, loop, node);
  const text = body.body(statements);
  const used = namesIn(text);
  const passed = captured.filter(({ parameter }) => used.has(parameter));
  const parameters = passed.map(({ parameter, variable }) => ({
    name: parameter,
    type: writer.file.type(variable.form, variable.fails),
  }));
  const signature = [{ name: "over", type: writer.file.type(over.form, false) }, ...parameters];
  const called = writer.file.declare(name, signature, writer.file.type(form, fails), text);
  const args = [over.code, ...passed.map(({ variable }) => variable.code)];
  return operand(expr`${called}(${args})`, form, fails);
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
function capturedBy(scope: Scope, node: Comprehension): readonly Captured[] {
  const named = identifiersIn([node.loopStep, node.result]);
  const own = new Set([node.iterVar, node.iterVar2, node.accuVar]);
  return [...scope].flatMap(([name, variable]) => {
    const isOuter = named.has(name) && !own.has(name);
    return isOuter ? [{ name, parameter: identifierOf(name), variable }] : [];
  });
}
