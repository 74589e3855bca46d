import type { CheckedExpression } from "../../../cel/check/checked.js";
import type { Expr as CelExpr } from "../../../cel/syntax/ast.js";
import type { CelType } from "../../../cel/type.js";
import type { Expr } from "../../../emit/code.js";
import type { LibraryValue, RuntimeValue } from "../../../runtime/contract.js";
import type { FunctionCode } from "./function-code.js";
import type { Form, Guard, Operand } from "./operand.js";
import type { RuleFile } from "./rule-file.js";

/** The variables of an expression. */
export type Scope = ReadonlyMap<string, Operand>;

/** What was found out about an expression as a whole, before it is written. */
export interface Findings {
  /** Comparisons in which a literal must not show its value. */
  readonly decided: ReadonlySet<CelExpr>;
  /** Fields of `self`, as written, whose `has` must look at the data. */
  readonly unsound: ReadonlySet<string>;
}

/** Of an expression that is not written as a rule. */
export const noFindings: Findings = { decided: new Set(), unsound: new Set() };

/** Writes one checked expression as code; what the parts that write calls and loops know of it. */
export interface ExpressionWriter {
  readonly checked: CheckedExpression;
  readonly file: RuleFile;
  readonly body: FunctionCode;
  readonly scope: Scope;
  /** Beginning of the names of functions that parts of the expression become. */
  readonly name: string;
  readonly findings: Findings;
  /** The same expression in another function, or with more variables. */
  within(body: FunctionCode, scope: Scope): ExpressionWriter;
  /**
   * The code of a part of the expression, and in which form its value is; throws
   * `UnsupportedExpression`.
   */
  emit(node: CelExpr): Operand;
  /** As a condition. */
  condition(node: CelExpr): Operand;
  /**
   * The type that the checker found; `undefined` for what has no value, as the namespace of a
   * function.
   */
  typeOf(node: CelExpr): CelType | undefined;
  /** A value of the runtime. */
  runtime(name: RuntimeValue | LibraryValue): Expr;
  /** A variable that holds an operand's value from here on. */
  hold(from: Operand, base?: string): { readonly assign: Expr; readonly held: Operand };
  /** What is made of operands that are no errors; the first that is one is the result. */
  strict(operands: readonly Operand[], use: (operands: readonly Operand[]) => Operand): Operand;
  /**
   * As `strict`, but what only has to be looked at, or has a short form, may still be an error
   * where it is used.
   */
  lenient(operands: readonly Operand[], use: (operands: readonly Operand[]) => Operand): Operand;
  /** The first guard that meets an error, else the result. */
  guarded(guards: readonly Guard[], result: Operand): Operand;
  /** The same operand in another form. */
  coerce(from: Operand, to: Form): Operand;
  /** As a `Value`. */
  box(from: Operand): Operand;
}
