import type { OperatorStep, PlannedStep } from "../../../../cel/plan/planned-step.js";
import type { LibraryValue, RuntimeValue } from "../../../../runtime/contract.js";
import type { Expr } from "../../../emit/code.js";
import { expr } from "../../../emit/code.js";
import { binary } from "../../../emit/nodes/fold.js";
import * as make from "../../../emit/nodes/make.js";
import type { RuleFile } from "../rule-file.js";
import { UnsupportedExpression } from "../unsupported.js";
import { emitCall, emitOr, listOperand } from "./calls.js";
import { constantOperand } from "./constants.js";
import { hasField, isOptional, selectField, selectIndex, selectOptional } from "./data.js";
import { as } from "./known.js";
import { learn } from "./learn.js";
import { emitMacro } from "./macros.js";
import type { Operand } from "./operand.js";
import { bool, operand } from "./operand.js";
import { amongConstants, choice, equality } from "./operators.js";
import { variableName } from "./variable-name.js";
import type { LocalNames, QuickWriter, Scope } from "./writer.js";

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
