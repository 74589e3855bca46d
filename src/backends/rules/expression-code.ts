import type { CheckedExpression } from "../../cel/check/checked.js";
import type { CelType } from "../../cel/type.js";
import type { Expr } from "../../emit/code.js";
import { expr, stmt, word } from "../../emit/code.js";
import type { Parameter } from "../../emit/declaration.js";
import { commentLines } from "../../emit/jsdoc.js";
import type { Schema } from "../../ir/schema.js";
import { Expressions } from "./expressions/expression.js";
import { readerCode } from "./facts/readers.js";
import { checkForms, dataVariable } from "./rule-code.js";
import { FunctionCode } from "./writing/function-code.js";
import type { Operand } from "./writing/operand.js";
import { formOf, instance, simple, value } from "./writing/operand.js";
import type { RuleFile } from "./writing/rule-file.js";
import { Statements } from "./writing/statements.js";
import { returned } from "./writing/target.js";

/** A variable of an expression, which becomes a parameter of its function. */
export interface ExpressionVariable {
  readonly name: string;
  readonly type: CelType;
  /**
   * JSON data of a schema; else a value of the type in the form that code holds it in, or an error.
   */
  readonly data:
    | { readonly schema: Schema; readonly isResource: boolean; readonly isOptional: boolean }
    | undefined;
}

/**
 * Declares a function of the variables, in their order, for an expression of its own; gives its
 * name.
 */
export function declareExpression(
  file: RuleFile,
  checked: CheckedExpression,
  variables: readonly ExpressionVariable[],
): Expr {
  const schemas = variables.flatMap(({ data }) => (data === undefined ? [] : [data.schema]));
  checkForms(checked, schemas, file.kubernetes);
  const name = file.name("expression");
  const parameters = variables.map((_, index) => `variable${index + 1}`);
  const body = new FunctionCode(parameters);
  const operands = variables.map((variable, index) =>
    variableOperand(file, variable, parameters[index] ?? "", body),
  );
  const scope = new Map(variables.map((variable, index) => [variable.name, operands[index]]));
  const writer = new Expressions(checked, file, body, scope as Map<string, Operand>, name); // one for each variable
  const result = writer.box(writer.emit(checked.ast));
  return file.declare(
    name,
    variables.map((variable, index) => parameterOf(file, variable, parameters[index] ?? "")),
    file.type(value, true),
    body.body(new Statements(file, body).print(result, returned)),
    commentLines(checked.text.trim()),
  );
}

function parameterOf(file: RuleFile, { type, data }: ExpressionVariable, name: string): Parameter {
  if (data === undefined) return { name, type: file.type(formOf(type), true) };
  return { name, type: file.jsonType, optional: data.isOptional };
}

function variableOperand(
  file: RuleFile,
  { type, data }: ExpressionVariable,
  parameter: string,
  body: FunctionCode,
): Operand {
  if (data === undefined) return simple(word(parameter), formOf(type), true);
  const { schema, isResource, isOptional } = data;
  if (!isOptional) return dataVariable(file, schema, isResource, parameter, body);
  const name = word(body.name("optional"));
  const reader = readerCode(file, schema, isResource);
  const read = expr`${file.runtime("optionalOfData")}(${word(parameter)}, ${reader})`;
  body.open(stmt`const ${name} = ${read};`);
  return simple(name, instance("Optional"), true);
}
