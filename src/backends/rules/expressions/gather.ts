import type { Comprehension, Expr } from "../../../cel/syntax/ast.js";
import type { Code } from "../../../emit/code.js";
import { code, join, raw } from "../../../emit/code.js";
import { block, ifCode, next } from "../writing/branch.js";
import type { Form, Operand } from "../writing/operand.js";
import { instance, list, operand, value } from "../writing/operand.js";
import { parenthesized } from "../writing/parentheses.js";
import { Statements } from "../writing/statements.js";
import type { Target } from "../writing/target.js";
import type { ExpressionWriter } from "../writing/writer.js";
import type { FoldBody, Loop } from "./loop.js";
import { failedDeclaration, reading } from "./loop.js";

/** The end of a round by an error: the first one counts, or the last one. */
function skipped(assign: "=" | "??="): Target {
  return {
    result: () => [next],
    fault: (error) => [code`failed ${raw(assign)} ${error};`, next],
    ends: true,
    splits: true,
  };
}

/** `map` and `filter`: what the elements become, as a list. */
export function gatherBody(
  writer: ExpressionWriter,
  loop: Loop,
  predicate: Expr | undefined,
  element: Expr,
  expr: Comprehension,
): FoldBody {
  const kept = keptData(writer, expr, element);
  const mapped = kept ?? writer.box(writer.emit(element));
  const form: Form = kept === undefined ? list : keptForm(expr, writer);
  const statementsOf = new Statements(writer.file, writer.body);
  const settled = statementsOf.settle(mapped, "mapped", skipped("??="));
  const push = [...settled.statements, code`result.push(${settled.it.code});`];
  const holds = predicate === undefined ? undefined : writer.condition(predicate);
  const steps = gatherSteps(writer, loop, holds, push);
  const fails = mapped.fails || holds?.fails === true || loop.unreadable.length > 0;
  const elementType = kept === undefined ? writer.file.type(value, false) : writer.file.jsonType;
  const statements = [
    ...loop.guard,
    code`const result${code`: ${elementType}[]`} = [];`,
    ...(fails ? [failedDeclaration(writer)] : []),
    block(loop.head, steps),
    fails ? code`return failed ?? result;` : code`return result;`,
  ];
  return { statements, form, fails: fails || loop.guard.length > 0 };
}

/** Data that a filter keeps stays data. */
function keptData(
  writer: ExpressionWriter,
  expr: Comprehension,
  element: Expr,
): Operand | undefined {
  if (element.kind !== "ident" || element.name !== expr.iterVar) return undefined;
  const variable = writer.scope.get(element.name);
  return variable?.form.kind === "object" || variable?.form.kind === "array" ? variable : undefined;
}

function keptForm(expr: Comprehension, writer: ExpressionWriter): Form {
  const variable = writer.scope.get(expr.iterVar);
  const { form } = variable ?? { form: list };
  if (form.kind !== "object" && form.kind !== "array") return list;
  return { kind: "array", schema: undefined, items: form.schema };
}

function gatherSteps(
  writer: ExpressionWriter,
  loop: Loop,
  holds: Operand | undefined,
  push: readonly Code[],
): readonly Code[] {
  const begin = reading(writer, loop, holds === undefined ? "??=" : "=");
  if (holds === undefined) return [...begin, ...push];
  const statementsOf = new Statements(writer.file, writer.body);
  const { statements, it } = statementsOf.settle(holds, "holds", skipped("="));
  const test = it.negated ?? code`!${parenthesized(it)}`;
  return [...begin, ...statements, ifCode(test, [next]), ...push];
}

/** `transformMap` and the like: entries of a map. */
export function transformBody(
  writer: ExpressionWriter,
  loop: Loop,
  predicate: Expr | undefined,
  entry: readonly Expr[],
): FoldBody {
  const parts = entry.map((part) => writer.box(writer.emit(part)));
  const inserted = writer.strict(parts, (values) =>
    operand(
      code`${writer.runtime(values.length === 1 ? "insertEntries" : "insertEntry")}(${join(
        [code`result`, ...values.map((item) => item.code)],
        ", ",
      )})`,
      instance("PlainMap"),
      true,
    ),
  );
  const statementsOf = new Statements(writer.file, writer.body);
  const settled = statementsOf.settle(inserted, "inserted", skipped("??="));
  const push = [...settled.statements, code`result = ${settled.it.code};`];
  const holds = predicate === undefined ? undefined : writer.condition(predicate);
  const statements = [
    ...loop.guard,
    code`let result${code`: ${writer.file.type(instance("PlainMap"), false)}`} = ${writer.runtime("mapOf")}([]);`,
    failedDeclaration(writer),
    block(loop.head, gatherSteps(writer, loop, holds, push)),
    code`return failed ?? result;`,
  ];
  return { statements, form: instance("MapValue"), fails: true };
}
