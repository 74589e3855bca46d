import type { PlannedStep } from "../../../../cel/plan/planned-step.js";
import type { LibraryValue, RuntimeValue } from "../../../../runtime/contract.js";
import type { Expr } from "../../../emit/code.js";
import { Local, localName } from "../../../emit/code.js";
import type { RuleFile } from "../rule-file.js";
import type { Operand } from "./operand.js";

/** The variables of an expression, by the names that CEL has for them. */
export type Scope = ReadonlyMap<string, Operand>;

/** What the parts that write an expression know of it. */
export interface QuickWriter {
  readonly file: RuleFile;
  readonly scope: Scope;
  /** A value of the runtime. */
  runtime(name: RuntimeValue | LibraryValue): Expr;
  /** The code of a step. @throws UnsupportedExpression for what only a plan evaluates */
  emit(step: PlannedStep): Operand;
  /** A variable of its own, which is named once the function is complete. */
  local(base: string): Expr;
  /** The same expression with more variables. */
  within(variables: Scope): QuickWriter;
  /** The same expression where a condition was evaluated, with this outcome. */
  after(condition: PlannedStep, outcome: boolean): QuickWriter;
}

/** Makes the variables of one function. */
export class LocalNames {
  #count = 0;

  /** A variable, to be called so unless something else of the function is. */
  take(base: string): Expr {
    return localName(new Local(base, ++this.#count));
  }
}
