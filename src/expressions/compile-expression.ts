import { checkExpression } from "../cel/check-expression.js";
import type { CheckedExpression } from "../cel/check/checked.js";
import { isCelIssues } from "../cel/check/checked.js";
import type { CelType } from "../cel/check/type.js";
import { dynType } from "../cel/check/type.js";
import type { CostModel } from "../cel/cost/cost-model.js";
import { costModel } from "../cel/cost/cost-model.js";
import { estimateCost } from "../cel/cost/cost.js";
import type { CelIssue } from "../cel/issue.js";
import { renderIssues } from "../cel/issue.js";
import { findProgramFault } from "../cel/program/program-fault.js";
import type { CelError } from "../runtime/v1/cel/values/error.js";
import type { BindingsOf } from "./binding-types.js";
import type { Declarations, Scope, VariableDeclarations } from "./declarations.js";
import { checkText, readDeclarations } from "./declarations.js";
import { Evaluation } from "./evaluation.js";
import type { CelValue } from "./results.js";

/** What compiling an expression gives: a program, or what is wrong with the expression. */
export type Compilation<V extends VariableDeclarations = VariableDeclarations> =
  CelProgram<V> | CelRejection;

/** An expression that can be evaluated any number of times. */
export interface CelProgram<V extends VariableDeclarations = VariableDeclarations> {
  readonly ok: true;
  /** The type of the result. */
  readonly type: CelType;
  /**
   * The cost of one evaluation as the API server estimates it, at best and at worst. It refuses rules of more than 10
   * million.
   */
  readonly cost: { readonly min: bigint; readonly max: bigint };
  /**
   * The value, or the error that the server would report. A variable that is not bound, or bound to something that is not
   * of its type, is an error where the expression reads it. Nothing is thrown.
   */
  readonly evaluate: (bindings: BindingsOf<V>) => CelValue | CelError;
  /**
   * The same, with the cost that the server would count. An evaluation that costs more than `limit` ends in an error
   * (default: 1,000,000, the server's limit of one rule). Slower: it is interpreted step by step.
   */
  readonly measure: (bindings: BindingsOf<V>, limit?: number) => Measurement;
}

/** An evaluation with what it cost, in the units of `cost`. */
export interface Measurement {
  readonly value: CelValue | CelError;
  readonly cost: number;
}

/** An expression that the server would refuse. */
export interface CelRejection {
  readonly ok: false;
  /** The server's text: `compilation failed: ERROR: <input>:1:5: …`, or `program instantiation failed: …`. */
  readonly message: string;
  /** What is wrong, by position; empty when the expression checks and still cannot run, as with a faulty pattern. */
  readonly issues: readonly CelIssue[];
}

/**
 * Compiles an expression of CEL as Kubernetes knows it: parsed, checked and estimated as the API server does, run as a
 * JavaScript function. Where the host forbids making functions from text (a content security policy), and for the few
 * expressions that the emitter does not write, it is interpreted, with the same results.
 *
 * @throws DeclarationError for declarations that do not exist or mean nothing, and for an expression that is no text; faults
 * of its text are a `CelRejection`
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
    evaluate: (bindings) => evaluation.evaluate(bindings),
    measure: (bindings, limit) => evaluation.measure(bindings, limit),
  };
}

/** The server takes every variable of a rule for data of the rule's schema; here each has sizes of its own. */
function modelOf({ minor, variables }: Scope): CostModel {
  const self = variables.find(({ name }) => name === "self")?.data?.declared;
  const sizes = variables
    .filter(({ name }) => name !== "self" && name !== "oldSelf")
    .map(({ name, data }) => [name, data?.declared] as const);
  return { ...costModel(minor, self), variables: new Map(sizes) };
}
