import type { PlannedStep } from "../../../../cel/plan/planned-step.js";
import type { Schema } from "../../../../crd/ir/schema.js";
import type { Expr, Local, Stmt } from "../../../emit/code.js";
import { namesIn, stmt, tsType, word } from "../../../emit/code.js";
import type { Parameter } from "../../../emit/declaration.js";
import { commentLines } from "../../../emit/jsdoc.js";
import { visit } from "../../../emit/nodes/visit.js";
import { readsAsData } from "../readers.js";
import type { RuleFile } from "../rule-file.js";
import { UnsupportedExpression } from "../unsupported.js";
import { beginBody } from "./function-body.js";
import { as } from "./known.js";
import type { Operand } from "./operand.js";
import { bool, dataOf, operand } from "./operand.js";
import { QuickCode } from "./quick-code.js";
import { LocalNames } from "./writer.js";

/** An expression of a node of a schema. */
export interface NodeExpression {
  /** Its source. */
  readonly text: string;
  readonly plan: PlannedStep;
  readonly schema: Schema;
  /** The root of a resource, or an embedded one. */
  readonly isResource: boolean;
  /** How the old value is there; undefined: not at all. */
  readonly old: "required" | "optional" | undefined;
}

/**
 * Declares the quick function of a rule, with its source above it; gives its name.
 *
 * @throws UnsupportedExpression for what only the plan evaluates
 */
export function declareQuickRule(file: RuleFile, expression: NodeExpression, base: string): Expr {
  const { text, plan, schema, isResource } = expression;
  const locals = new LocalNames();
  const self: Operand = { ...dataOf(word("self"), schema, isResource), isThere: true };
  const scope = new Map([["self", self]]);
  if (expression.old !== undefined) scope.set("oldSelf", oldOperand(file, expression));
  const { writer, opening } = beginBody(new QuickCode(file, new Map(), locals), scope, [plan]);
  const { code } = as(writer, writer.emit(plan), bool);
  const body = stmt`${opening(code)}\nreturn ${code};`;
  nameLocals(body, ["self", "oldSelf"]);
  const used = namesIn(body);
  const parameters: Parameter[] = [
    { name: used.has("self") ? "self" : "_self", type: file.dataType },
  ];
  if (used.has("oldSelf")) {
    parameters.push({ name: "oldSelf", type: file.dataType, optional: true });
  }
  const source = commentLines(text.trim());
  return file.declare(file.name(base), parameters, tsType`boolean`, body, source);
}

function oldOperand(file: RuleFile, { schema, isResource, old }: NodeExpression): Operand {
  const code = word("oldSelf");
  return old === "optional"
    ? optionalData(file, code, schema, isResource)
    : dataOf(code, schema, isResource);
}

/** Data that is an optional value, as an optional `oldSelf` is. */
export function optionalData(
  file: RuleFile,
  code: Expr,
  schema: Schema,
  isResource: boolean,
): Operand {
  // Older servers take it for data without a schema.
  if (readsAsData(file, schema)) throw new UnsupportedExpression("data without a schema");
  return operand(code, { kind: "maybe", schema, isResource });
}

/**
 * Gives the variables of a function their names, in the order of its text. What is declared and not
 * read begins with an underscore.
 */
export function nameLocals(body: Stmt, taken: readonly string[]): void {
  const names = new Set(taken);
  const counts = new Map<Local, number>();
  visit(body, (node) => {
    if (node.kind === "name") names.add(node.text);
    else if (node.kind === "imported") names.add(node.use.local);
    else if (node.kind === "reference") names.add(node.name);
    else if (node.kind === "local") counts.set(node.local, (counts.get(node.local) ?? 0) + 1);
  });
  for (const [local, uses] of counts) {
    const base = uses === 1 ? `_${local.base}` : local.base;
    let name = base;
    for (let count = 2; names.has(name); count++) name = `${base}${count}`;
    names.add(name);
    local.settleName(name);
  }
}
