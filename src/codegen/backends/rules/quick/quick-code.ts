import type { OperatorStep, PlannedStep } from "../../../../cel/plan/planned-step.js";
import type { Schema } from "../../../../crd/ir/schema.js";
import type { LibraryValue, RuntimeValue } from "../../../../runtime/contract.js";
import type { Expr, Local, Stmt } from "../../../emit/code.js";
import { expr, namesIn, stmt, tsType, word } from "../../../emit/code.js";
import type { Parameter } from "../../../emit/declaration.js";
import { commentLines } from "../../../emit/jsdoc.js";
import { binary } from "../../../emit/nodes/fold.js";
import { visit } from "../../../emit/nodes/kinds.js";
import * as make from "../../../emit/nodes/make.js";
import { readsAsData } from "../readers.js";
import type { RuleFile } from "../rule-file.js";
import { UnsupportedExpression } from "../rule-file.js";
import { emitCall, emitOr, listOperand } from "./calls.js";
import { constantOperand } from "./constants.js";
import { hasField, isOptional, selectField, selectIndex, selectOptional } from "./data.js";
import { beginBody } from "./function-body.js";
import { as } from "./known.js";
import { learn } from "./learn.js";
import { emitMacro } from "./macros.js";
import type { Operand, QuickWriter, Scope } from "./operand.js";
import { bool, dataOf, LocalNames, operand, variableName } from "./operand.js";
import { amongConstants, choice, equality } from "./operators.js";

/** Writes the steps of a plan as one expression of JavaScript, with the forms of values at hand. */
export class QuickCode implements QuickWriter {
  readonly file: RuleFile;
  readonly scope: Scope;
  readonly #locals: LocalNames;

  constructor(file: RuleFile, scope: Scope, locals: LocalNames) {
    this.file = file;
    this.scope = scope;
    this.#locals = locals;
  }

  emit(step: PlannedStep): Operand {
    switch (step.kind) {
      case "constant":
        return constantOperand(this.file, step.value);
      case "folded":
        return this.emit(step.step);
      case "path":
        return step.fields.reduce(
          (from, field) => selectField(this, from, field),
          this.#variable(step.variable),
        );
      case "select":
        return selectField(this, this.emit(step.operand), step.field);
      case "presence":
        return hasField(this, this.emit(step.operand), step.field);
      case "operator":
        return this.#operator(step);
      case "call":
        return emitCall(this, step);
      case "list":
        if (step.optional.length > 0) throw new UnsupportedExpression("[?element]");
        return listOperand(this, step.elements);
      case "bound":
        return this.#binding(step.name, this.emit(step.value), step.body);
      case "macro":
        return emitMacro(this, step);
      case "map":
      case "struct":
        throw new UnsupportedExpression(step.kind);
    }
  }

  runtime(name: RuntimeValue | LibraryValue): Expr {
    return this.file.runtime(name);
  }

  local(base: string): Expr {
    return this.#locals.take(base);
  }

  within(variables: Scope): QuickCode {
    return new QuickCode(this.file, new Map([...this.scope, ...variables]), this.#locals);
  }

  after(condition: PlannedStep, outcome: boolean): QuickCode {
    const learnt = learn(this, condition, outcome);
    return learnt.size === 0 ? this : this.within(learnt);
  }

  #variable(name: string): Operand {
    const variable = this.scope.get(name);
    if (variable === undefined) throw new UnsupportedExpression(name);
    return variable;
  }

  #operator({ maker, operands: [first, second, third] }: OperatorStep): Operand {
    switch (maker) {
      case "and":
      case "or": {
        const left = this.#condition(first);
        const right = this.after(first, maker === "and").#condition(second);
        return operand(binary(maker === "and" ? "&&" : "||", left, right), bool);
      }
      case "equal":
      case "unequal":
        return equality(this, first, second, maker === "equal");
      case "choose":
        if (third === undefined) break;
        return choice(
          this,
          this.emit(first),
          this.after(first, true).#found(second),
          this.after(first, false).#found(third),
        );
      case "index":
        return selectIndex(this, this.emit(first), this.#found(second));
      case "optionalIndex":
        return selectOptional(this, this.emit(first), this.#found(second));
      case "optionalOr":
      case "optionalOrValue":
        return emitOr(this, this.emit(first), this.emit(second), maker === "optionalOrValue");
      case "folded":
        break;
      case "among":
        return amongConstants(this, this.emit(first), this.#constants(second));
    }
    throw new UnsupportedExpression(maker);
  }

  #condition(step: PlannedStep): Expr {
    return as(this, this.emit(step), bool).code;
  }

  /**
   * An operand for which cel-go takes what `has` of a field of an optional finds, which is an
   * optional too (cel-go `interpreter/attributes.go`).
   */
  #found(step: PlannedStep): Operand {
    if (step.kind !== "presence") return this.emit(step);
    const from = this.emit(step.operand);
    if (isOptional(from.form)) throw new UnsupportedExpression("has() of an optional");
    return hasField(this, from, step.field);
  }

  /** The elements of a list of constants. */
  #constants(step: PlannedStep): readonly Operand[] {
    const list = step.kind === "folded" ? step.step : step;
    if (list.kind !== "list") throw new UnsupportedExpression("among");
    return list.elements.map((element) => this.emit(element));
  }

  /** A value under a name: the parameter of a function that is called at once. */
  #binding(name: string, bound: Operand, body: PlannedStep): Operand {
    const parameter = this.local(variableName(name));
    const held: Operand = { ...bound, code: parameter };
    const result = this.within(new Map([[name, held]])).emit(body);
    const called = make.arrow([make.parameter(parameter)], result.code);
    return { ...result, code: expr`${called}(${bound.code})` };
  }
}

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
