import type { Expr as CelExpr } from "../../../cel/syntax/ast.js";
import { flatWidth } from "../../../emit/nodes/compare.js";
import { conditional } from "../../../emit/nodes/fold.js";
import type { Operand } from "../writing/operand.js";
import { bounded, operand, formOf, isConstant, isSameForm, openWay } from "../writing/operand.js";
import type { ExpressionWriter } from "../writing/writer.js";
import { isBoolLiteral } from "./logical.js";
import { emitNegation } from "./negation.js";

/** `condition ? yes : no`. */
export function emitConditional(
  writer: ExpressionWriter,
  node: CelExpr,
  conditionExpr: CelExpr,
  yesExpr: CelExpr,
  noExpr: CelExpr,
): Operand {
  if (isBoolLiteral(yesExpr, false) && isBoolLiteral(noExpr, true))
    return emitNegation(writer, conditionExpr);
  const condition = writer.condition(conditionExpr);
  if (isConstant(condition, true)) return writer.emit(yesExpr);
  if (isConstant(condition, false)) return writer.emit(noExpr);
  const arms = [writer.emit(yesExpr), writer.emit(noExpr)] as const;
  const [yes, no] = alike(
    writer,
    node,
    isEmptyList(yesExpr) ? emptyLike(arms[1], arms[0]) : arms[0],
    isEmptyList(noExpr) ? emptyLike(arms[0], arms[1]) : arms[1],
  );
  return writer.strict([condition], ([it = condition]) => {
    const type = writer.file.type(yes.form, true);
    const [one, other] = [openWay(yes, type), openWay(no, type)];
    const choice = conditional(it.code, one.code, other.code);
    const made = bounded(operand(choice, yes.form, yes.fails || no.fails), maxBound(yes, no));
    if (yes.plan === undefined && no.plan === undefined && flatWidth(choice) <= maxWidth)
      return made;
    return { ...made, plan: { kind: "choice", condition: it, yes: one, no: other } };
  });
}

/** A longer choice is better told by statements. */
const maxWidth = 76;

/** Both ways of an expression in one form. */
function alike(
  writer: ExpressionWriter,
  node: CelExpr,
  yes: Operand,
  no: Operand,
): readonly [Operand, Operand] {
  if (yes.form.kind === "double" && no.form.kind === "double") {
    return [yes.form.ordered === true ? { ...yes, form: no.form } : yes, no];
  }
  if (isSameForm(yes.form, no.form)) return [yes, no];
  const form = formOf(writer.typeOf(node));
  return [writer.coerce(yes, form), writer.coerce(no, form)];
}

function isEmptyList(node: CelExpr): boolean {
  return node.kind === "list" && node.elements.length === 0;
}

/** An empty list beside data of an atomic list may be data as well: nothing tells them apart. */
function emptyLike(data: Operand, empty: Operand): Operand {
  const { form } = data;
  if (form.kind !== "array") return empty;
  const isAtomic = form.schema === undefined || form.schema.listType === "atomic";
  return isAtomic ? { ...empty, form } : empty;
}

function maxBound(yes: Operand, no: Operand): number | undefined {
  return yes.bound === undefined || no.bound === undefined
    ? undefined
    : Math.max(yes.bound, no.bound);
}
