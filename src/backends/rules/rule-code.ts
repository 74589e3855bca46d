import type { CheckedExpression } from "../../cel/check/checked.js";
import type { Expr as CelExpr } from "../../cel/syntax/ast.js";
import { nodesOf } from "../../cel/syntax/walk.js";
import type { Expr, TypeNode } from "../../emit/code.js";
import { expr, namesIn, spareConstant, stmt, word } from "../../emit/code.js";
import type { Parameter } from "../../emit/declaration.js";
import { commentLines } from "../../emit/jsdoc.js";
import type { Schema } from "../../ir/schema.js";
import type { KubernetesMinor } from "../../versions/kubernetes-version.js";
import type { Access } from "./expressions/data-access.js";
import { presentAccess } from "./expressions/data-access.js";
import { Expressions } from "./expressions/expression.js";
import { decisionsIn } from "./facts/decisions.js";
import { meetsNulls } from "./facts/held-nulls.js";
import { typesAreKnown } from "./facts/known-types.js";
import { mentions, needs } from "./facts/needed-variables.js";
import { mayPanic } from "./facts/panics.js";
import { unsoundTests } from "./facts/presence-tests.js";
import { presentReaderCode, readsAsData } from "./facts/readers.js";
import { UnsupportedExpression } from "./unsupported.js";
import { FunctionCode } from "./writing/function-code.js";
import type { Form, Operand } from "./writing/operand.js";
import { bool, instance, simple, value } from "./writing/operand.js";
import type { RuleFile } from "./writing/rule-file.js";
import { Statements } from "./writing/statements.js";
import { returned } from "./writing/target.js";
import { tracksLate } from "./writing/tracked-operands.js";
import type { ExpressionWriter, Scope } from "./writing/writer.js";

/** An expression of a node of a schema. */
export interface NodeExpression {
  readonly checked: CheckedExpression;
  readonly schema: Schema;
  /** The root of a resource, or an embedded one. */
  readonly isResource: boolean;
  /** How the old value is there; undefined: not at all. */
  readonly old: "required" | "optional" | undefined;
}

/** Declares a function for a rule, with its source above it; gives its name. */
export function declareRule(file: RuleFile, expression: NodeExpression, base: string): Expr {
  return declare(
    file,
    expression,
    base,
    (writer) => writer.condition(expression.checked.ast),
    bool,
  );
}

/** The same for the expression of a message. */
export function declareMessage(file: RuleFile, expression: NodeExpression, base: string): Expr {
  return declare(
    file,
    expression,
    base,
    (writer) => writer.box(writer.emit(expression.checked.ast)),
    value,
  );
}

function declare(
  file: RuleFile,
  expression: NodeExpression,
  base: string,
  emit: (writer: ExpressionWriter) => Operand,
  form: Form,
): Expr {
  const { checked } = expression;
  checkForms(checked, [expression.schema], file.kubernetes);
  const { comparisons, hasOneOutcome } = decisionsIn(checked.ast);
  if (hasOneOutcome) throw new UnsupportedExpression("a condition with one outcome");
  const name = file.name(base);
  const body = new FunctionCode(["self", "oldSelf"]);
  const { scope, selfType } = openBody(file, expression, body);
  const findings = { decided: comparisons, unsound: unsoundTests(checked.ast) };
  const result = emit(new Expressions(checked, file, body, scope, name, findings));
  const text = body.body(new Statements(file, body).print(result, returned));
  const used = namesIn(text);
  const parameters: Parameter[] = [{ name: used.has("self") ? "self" : "_self", type: selfType }];
  if (used.has("oldSelf")) {
    parameters.push({ name: "oldSelf", type: file.jsonType, optional: true });
  }
  const source = commentLines(checked.text.trim());
  return file.declare(name, parameters, file.type(form, true), text, source);
}

/**
 * The variables of a rule, with the statements that read them, and the type of the parameter
 * `self`.
 */
function openBody(
  file: RuleFile,
  expression: NodeExpression,
  body: FunctionCode,
): { readonly scope: Scope; readonly selfType: TypeNode } {
  const { checked, schema, isResource, old } = expression;
  const scope = new Map<string, Operand>();
  const access = selfAccess(file, schema, isResource);
  const readsSelf = mentions(checked.ast, "self") && (access.isLate || !needs(checked.ast, "self"));
  const self = readsSelf ? lateVariable(access, "self", body) : simple(word("self"), access.form);
  scope.set("self", self);
  if (old !== undefined && mentions(checked.ast, "oldSelf")) {
    scope.set("oldSelf", oldVariable(file, expression, old, body));
  }
  const isData = access.isLate || readsSelf;
  return { scope, selfType: isData ? file.jsonType : file.type(access.form, false) };
}

/**
 * @throws UnsupportedExpression for what is too large, and for what only a plan evaluates as the
 *   server does
 */
export function checkForms(
  checked: CheckedExpression,
  schemas: readonly Schema[],
  kubernetes: KubernetesMinor,
): void {
  if (!isReadable(checked.ast)) throw new UnsupportedExpression("too large");
  if (!typesAreKnown(checked)) throw new UnsupportedExpression("types that only values tell");
  if (schemas.some((schema) => meetsNulls(checked.ast, schema)))
    throw new UnsupportedExpression("nulls where the checker knows of none");
  if (mayPanic(checked, schemas, kubernetes))
    throw new UnsupportedExpression("something that makes the server panic");
  if (tracksLate(checked))
    throw new UnsupportedExpression("an operand that the cost tracker asks for");
}

/**
 * Nodes of the largest expression that becomes statements: how each ends depends on those before
 * it, so that code and time grow faster than the expression. Rules of people have a few hundred at
 * most; larger ones are run by their plan.
 */
const maximumNodes = 1000;

function isReadable(ast: CelExpr): boolean {
  return [...nodesOf(ast)].length <= maximumNodes;
}

/**
 * Data of the node for a rule that may do without: what cannot be read is an error like any other.
 */
function lateVariable({ reader, form }: Access, parameter: string, body: FunctionCode): Operand {
  const name = localFor(parameter, body);
  body.open(spareConstant(name, expr`${reader}(${word(parameter)})`));
  return simple(name, form, true);
}

function localFor(parameter: string, body: FunctionCode): Expr {
  return body.local(parameter === "self" ? "value" : "oldValue");
}

/**
 * How data of a node becomes what its rules look at: `isLate`, as far as a rule itself has to read
 * it.
 */
export function selfAccess(
  file: RuleFile,
  schema: Schema,
  isResource: boolean,
): Access & { readonly isLate: boolean } {
  const access = presentAccess(file, schema, isResource);
  return { ...access, isLate: access.form.kind === "class" || access.form.kind === "value" };
}

/**
 * Data of the node as a variable. What is not even of the right JSON type ends the rule: such an
 * object has other errors that keep rules from running. A format or a number may be wrong later.
 */
export function dataVariable(
  file: RuleFile,
  schema: Schema,
  isResource: boolean,
  parameter: string,
  body: FunctionCode,
): Operand {
  const it = word(parameter);
  const { reader, form, isLate } = selfAccess(file, schema, isResource);
  if (form.kind === "object") {
    body.open(
      stmt`if (!${file.runtime("isRecord")}(${it})) return ${file.runtime("notAnObject")}(${it});`,
    );
    return simple(it, form);
  }
  if (form.kind === "array") {
    body.open(stmt`if (!Array.isArray(${it})) return ${file.runtime("notAnArray")}(${it});`);
    return simple(it, form);
  }
  if (isLate) return lateVariable({ reader, form }, parameter, body);
  const name = localFor(parameter, body);
  body.open(spareConstant(name, expr`${reader}(${it})`));
  body.open(stmt`if (${name} instanceof ${file.runtime("CelError")}) return ${name};`);
  return simple(name, form);
}

function oldVariable(
  file: RuleFile,
  { checked, schema, isResource }: NodeExpression,
  old: "required" | "optional",
  body: FunctionCode,
): Operand {
  const parameter = word("oldSelf");
  if (old === "required") {
    const missing = expr`new ${file.runtime("CelError")}("no such attribute(s): oldSelf")`;
    if (needs(checked.ast, "oldSelf")) {
      body.open(stmt`if (${parameter} === undefined) return ${missing};`);
      return dataVariable(file, schema, isResource, "oldSelf", body);
    }
    const { reader, form } = selfAccess(file, schema, isResource);
    const name = localFor("oldSelf", body);
    const read = expr`${parameter} === undefined ? ${missing} : ${reader}(${parameter})`;
    body.open(spareConstant(name, read));
    return simple(name, form, true);
  }
  const reader = readsAsData(file, schema)
    ? file.runtime("readAsData")
    : presentReaderCode(file, schema, isResource);
  const name = body.local("old");
  const read = expr`${file.runtime("optionalOfData")}(${parameter}, ${reader})`;
  body.open(spareConstant(name, read));
  return simple(name, instance("Optional"), true);
}
