import { checkExpression } from "../../cel/check-expression.js";
import type { CheckedExpression } from "../../cel/check/checked.js";
import { isCelIssues } from "../../cel/check/checked.js";
import type { CostModel } from "../../cel/cost-model.js";
import { costModel } from "../../cel/cost-model.js";
import { estimateCost } from "../../cel/cost.js";
import type { CelIssue } from "../../cel/issue.js";
import { renderIssues } from "../../cel/issue.js";
import { findProgramFault } from "../../cel/program/program-fault.js";
import type { CelType } from "../../cel/type.js";
import { dynType } from "../../cel/type.js";
import type { CelError } from "../../runtime/v1/cel/values/error.js";
import type { BindingsOf } from "./binding-types.js";
import type { Declarations, Scope, VariableDeclarations } from "./declarations.js";
import { checkText, readDeclarations } from "./declarations.js";
import { Evaluation } from "./evaluation.js";
import type { CelValue } from "./results.js";

/** The result of `compile`: a program, or what is wrong with the expression. */
export type Compilation<V extends VariableDeclarations = VariableDeclarations> =
  CelProgram<V> | CelRejection;

/** An expression that can be evaluated any number of times. */
export interface CelProgram<V extends VariableDeclarations = VariableDeclarations> {
  readonly ok: true;
  /** The type of the result. */
  readonly type: CelType;
  /**
   * The lowest and the highest cost of one evaluation, as the API server estimates it. The server
   * refuses rules that can cost more than 10 million.
   */
  readonly cost: { readonly min: bigint; readonly max: bigint };
  /**
   * Returns the value, or the error that the server would report. It never throws. If a variable
   * has no value, or a value of the wrong type, the result is an error when the expression reads
   * the variable.
   */
  readonly evaluate: (bindings: BindingsOf<V>) => CelValue | CelError;
  /**
   * Does the same, and also returns the cost that the server would count. If the evaluation costs
   * more than `limit`, the result is an error (default: 1,000,000, the server's limit for one
   * rule). It is slower, because it interprets the expression step by step.
   */
  readonly measure: (bindings: BindingsOf<V>, limit?: number) => Measurement;
}

/** The result of an evaluation and its cost, in the units of `cost`. */
export interface Measurement {
  readonly value: CelValue | CelError;
  readonly cost: number;
}

/** An expression that the server would refuse. */
export interface CelRejection {
  readonly ok: false;
  /**
   * The server's text: `compilation failed: ERROR: <input>:1:5: …`, or
   * `program instantiation failed: …`.
   */
  readonly message: string;
  /**
   * The faults of the expression, sorted by position. Empty if the expression is valid but cannot
   * run, for example with an invalid pattern.
   */
  readonly issues: readonly CelIssue[];
}

/**
 * Compiles a CEL expression to a JavaScript function. It parses the expression, checks its types
 * and estimates its cost as the API server does. In two cases it interprets the expression instead,
 * with the same results: if the host does not allow functions made from strings (a content security
 * policy), and for the few expressions that crdgen cannot write as code.
 *
 * @throws DeclarationError for unknown or invalid declarations, and for an expression that is not a
 * string. An invalid expression gives a `CelRejection`
 */
export function compile<const V extends VariableDeclarations = VariableDeclarations>(
  expression: string,
  declarations: Declarations<V> = {},
): Compilation<V> {
  checkText(expression);
  const scope = readDeclarations(declarations);
  const checked = checkExpression(scope.environment, expression);
  if (isCelIssues(checked)) {
    const text = renderIssues(expression, checked.issues, checked.omitted);
    return { ok: false, message: `compilation failed: ${text}`, issues: checked.issues };
  }
  const fault = findProgramFault(checked);
  if (fault !== undefined) {
    return { ok: false, message: `program instantiation failed: ${fault}`, issues: [] };
  }
  return makeProgram(checked, scope);
}

function makeProgram<V extends VariableDeclarations>(
  checked: CheckedExpression,
  scope: Scope,
): CelProgram<V> {
  const evaluation = new Evaluation(checked, scope);
  const { min, max } = estimateCost(checked, modelOf(scope));
  return {
    ok: true,
    type: checked.types.get(checked.ast.id) ?? dynType,
    cost: { min: BigInt(min), max: BigInt(max) },
    // Who asks for it gets the function of the expression itself, made then.
    get evaluate() {
      return evaluation.evaluate as CelProgram<V>["evaluate"]; // it takes any bindings
    },
    measure: (bindings, limit) => evaluation.measure(bindings, limit),
  };
}

/**
 * The server takes every variable of a rule for data of the rule's schema; here each has sizes of
 * its own.
 */
function modelOf({ minor, variables }: Scope): CostModel {
  const self = variables.find(({ name }) => name === "self")?.data?.declared;
  const sizes = variables
    .filter(({ name }) => name !== "self" && name !== "oldSelf")
    .map(({ name, data }) => [name, data?.declared] as const);
  return { ...costModel(minor, self), variables: new Map(sizes) };
}
