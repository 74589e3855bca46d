import type { CheckedExpression } from "../../../cel/check/checked.js";
import { planExpression } from "../../../cel/plan/plan-expression.js";
import type { CelType } from "../../../cel/type.js";
import type { Schema } from "../../../crd/ir/schema.js";
import type { Expr, Stmt } from "../../emit/code.js";
import { expr, stmt, word } from "../../emit/code.js";
import * as make from "../../emit/nodes/make.js";
import { beginBody } from "./quick/function-body.js";
import { asserted, box, known } from "./quick/known.js";
import type { Operand } from "./quick/operand.js";
import { dataOf, formOf, LocalNames, variableName } from "./quick/operand.js";
import { nameLocals, optionalData, QuickCode } from "./quick/quick-code.js";
import type { RuleFile } from "./rule-file.js";
import { UnsupportedExpression } from "./rule-file.js";

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
 * The code of a function that makes one of an expression: of the readers of the variables that are
 * no data, by their places, of what makes the result of a value, and of what answers where the
 * expression cannot.
 *
 * @throws UnsupportedExpression for what only a plan evaluates
 */
export function expressionCode(
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
    const binding = make.indexOf(word("bindings"), expr`${name}`, true);
    if (data !== undefined) {
      const { schema, isResource, isOptional } = data;
      const local = locals.take(variableName(name));
      opening.push(stmt`const ${local} = ${binding};`);
      const held = isOptional
        ? optionalData(file, local, schema, isResource)
        : dataOf(local, schema, isResource);
      scope.set(name, held);
    } else {
      const read = asserted(writer, expr`readers[${index}](${binding})`, formOf(type));
      const local = locals.take("given");
      opening.push(stmt`const ${local} = ${read.code};`);
      scope.set(name, { ...read, code: local });
    }
  }
  const plan = planExpression(checked, file.kubernetes);
  const body = beginBody(writer, scope, [plan]);
  const result = known(body.writer, body.writer.emit(plan));
  const value = plainForms.has(result.form.kind)
    ? result.code
    : expr`finish(${box(body.writer, result).code})`;
  opening.push(...body.opening(value));
  const whole = stmt`try { ${opening} return ${value}; } catch (thrown) { return otherwise(thrown, bindings); }`;
  nameLocals(whole, ["bindings", "readers", "finish", "otherwise", "thrown"]);
  const evaluate = make.arrow([make.parameter(word("bindings"))], make.block([whole]));
  const given = ["readers", "finish", "otherwise"].map((name) => make.parameter(word(name)));
  return make.arrow(given, evaluate);
}

/** Forms of values that are results as they stand. */
const plainForms: ReadonlySet<string> = new Set(["bool", "int", "string"]);
