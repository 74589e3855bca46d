import type { Comprehension, Expr as CelExpr } from "../../../cel/syntax/ast.js";
import type { Stmt } from "../../../emit/code.js";
import { expr, stmt } from "../../../emit/code.js";
import { ifCode, next } from "../writing/branch.js";
import type { Form, Operand } from "../writing/operand.js";
import { instance, list, operand, oppositeOf, value } from "../writing/operand.js";
import { Statements } from "../writing/statements.js";
import type { Target } from "../writing/target.js";
import type { ExpressionWriter } from "../writing/writer.js";
import type { FoldBody, Loop } from "./loop.js";
import { failedDeclaration, failing, reading } from "./loop.js";

/** The end of a round by an error: the first one counts, or the last one. */
function skipped(assign: "=" | "??="): Target {
  return {
    result: () => [next],
    fault: (error) => [failing(assign, error), next],
    ends: true,
    splits: true,
  };
}

/** `map` and `filter`: what the elements become, as a list. */
export function gatherBody(
  writer: ExpressionWriter,
  loop: Loop,
  predicate: CelExpr | undefined,
  element: CelExpr,
  node: Comprehension,
): FoldBody {
  const kept = keptData(writer, node, element);
  const mapped = kept ?? writer.box(writer.emit(element));
  const form: Form = kept === undefined ? list : keptForm(node, writer);
  const statementsOf = new Statements(writer.file, writer.body);
  const settled = statementsOf.settle(mapped, "mapped", skipped("??="));
  const push = [...settled.statements, stmt`result.push(${settled.it.code});`];
  const holds = predicate === undefined ? undefined : writer.condition(predicate);
  const steps = gatherSteps(writer, loop, holds, push);
  const fails = mapped.fails || holds?.fails === true || loop.unreadable.length > 0;
  const elementType = kept === undefined ? writer.file.type(value, false) : writer.file.jsonType;
  const statements = [
    ...loop.guard,
    stmt`const result: ${elementType}[] = [];`,
    ...(fails ? [failedDeclaration(writer)] : []),
    loop.around(steps),
    fails ? stmt`return failed ?? result;` : stmt`return result;`,
  ];
  return { statements, form, fails: fails || loop.guard.length > 0 };
}

/** Data that a filter keeps stays data. */
function keptData(
  writer: ExpressionWriter,
  node: Comprehension,
  element: CelExpr,
): Operand | undefined {
  if (element.kind !== "ident" || element.name !== node.iterVar) return undefined;
  const variable = writer.scope.get(element.name);
  return variable?.form.kind === "object" || variable?.form.kind === "array" ? variable : undefined;
}

function keptForm(node: Comprehension, writer: ExpressionWriter): Form {
  const variable = writer.scope.get(node.iterVar);
  const { form } = variable ?? { form: list };
  if (form.kind !== "object" && form.kind !== "array") return list;
  return { kind: "array", schema: undefined, items: form.schema };
}

function gatherSteps(
  writer: ExpressionWriter,
  loop: Loop,
  holds: Operand | undefined,
  push: readonly Stmt[],
): readonly Stmt[] {
  const begin = reading(writer, loop, holds === undefined ? "??=" : "=");
  if (holds === undefined) return [...begin, ...push];
  const statementsOf = new Statements(writer.file, writer.body);
  const { statements, it } = statementsOf.settle(holds, "holds", skipped("="));
  return [...begin, ...statements, ifCode(oppositeOf(it), [next]), ...push];
}

/** `transformMap` and the like: entries of a map. */
export function transformBody(
  writer: ExpressionWriter,
  loop: Loop,
  predicate: CelExpr | undefined,
  entry: readonly CelExpr[],
): FoldBody {
  const parts = entry.map((part) => writer.box(writer.emit(part)));
  const inserted = writer.strict(parts, (values) =>
    operand(
      expr`${writer.runtime(values.length === 1 ? "insertEntries" : "insertEntry")}(result, ${values.map(({ code }) => code)})`,
      instance("PlainMap"),
      true,
    ),
  );
  const statementsOf = new Statements(writer.file, writer.body);
  const settled = statementsOf.settle(inserted, "inserted", skipped("??="));
  const push = [...settled.statements, stmt`result = ${settled.it.code};`];
  const holds = predicate === undefined ? undefined : writer.condition(predicate);
  const statements = [
    ...loop.guard,
    stmt`let result: ${writer.file.type(instance("PlainMap"), false)} = ${writer.runtime("mapOf")}([]);`,
    failedDeclaration(writer),
    loop.around(gatherSteps(writer, loop, holds, push)),
    stmt`return failed ?? result;`,
  ];
  return { statements, form: instance("MapValue"), fails: true };
}
