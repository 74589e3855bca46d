import type { CheckedExpression } from "../../cel/check/checked.js";
import { planExpression } from "../../cel/plan/plan-expression.js";
import type { CelType } from "../../cel/type.js";
import type { Expr, Stmt } from "../../emit/code.js";
import { expr, stmt, tsType, word } from "../../emit/code.js";
import * as make from "../../emit/nodes/make.js";
import type { Schema } from "../../ir/schema.js";
import { asserted, box } from "./quick/known.js";
import type { Operand } from "./quick/operand.js";
import { dataOf, formOf } from "./quick/operand.js";
import { QuickCode } from "./quick/quick-code.js";
import { nameLocals } from "./quick/quick-function.js";
import { LocalNames } from "./quick/writer.js";
import { readsAsData } from "./readers.js";
import type { RuleFile } from "./rule-file.js";
import { UnsupportedExpression } from "./unsupported.js";

/** A variable of an expression. */
export interface ExpressionVariable {
  readonly name: string;
  readonly type: CelType;
  /** JSON data of a schema; else a value of JavaScript, of which a reader makes one of the type. */
  readonly data:
    | { readonly schema: Schema; readonly isResource: boolean; readonly isOptional: boolean }
    | undefined;
}

/**
 * Declares a function of the bindings of the variables, and of readers for those that are no data,
 * by their places; gives its name. The function gives a value; where the value is not certain, it
 * throws as quick rules do.
 *
 * @throws UnsupportedExpression for what only a plan evaluates
 */
export function declareExpression(
  file: RuleFile,
  checked: CheckedExpression,
  variables: readonly ExpressionVariable[],
): Expr {
  const locals = new LocalNames();
  const opening: Stmt[] = [];
  const scope = new Map<string, Operand>();
  const writer = new QuickCode(file, scope, locals);
  for (const [index, variable] of variables.entries()) {
    const { name, type, data } = variable;
    if (name in Object.prototype) throw new UnsupportedExpression(name);
    const binding = make.indexOf(word("bindings"), expr`${name}`);
    if (data !== undefined) {
      scope.set(name, dataVariable(file, binding, data));
    } else {
      const read = asserted(writer, expr`readers[${index}](${binding})`, formOf(type));
      const local = locals.take("given");
      opening.push(stmt`const ${local} = ${read.code};`);
      scope.set(name, { ...read, code: local });
    }
  }
  const result = box(writer, writer.emit(planExpression(checked, file.kubernetes)));
  const body = stmt`${opening}\nreturn ${result.code};`;
  const parameters = ["bindings", "readers"].map((name) => ({ name, type: tsType`any` }));
  nameLocals(body, ["bindings", "readers"]);
  return file.declare(file.name("expression"), parameters, tsType`unknown`, body);
}

function dataVariable(
  file: RuleFile,
  binding: Expr,
  { schema, isResource, isOptional }: NonNullable<ExpressionVariable["data"]>,
): Operand {
  const data = dataOf(binding, schema, isResource);
  if (!isOptional || data.form.kind !== "data") return data;
  if (readsAsData(file, schema)) throw new UnsupportedExpression("data without a schema");
  return { ...data, form: { ...data.form, kind: "maybe" } };
}
