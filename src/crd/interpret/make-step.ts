import type { CheckedExpression } from "../../cel/check/checked.js";
import type { AnyCountedTable } from "../../cel/libraries/counted-tables.js";
import { planExpression } from "../../cel/plan/plan-expression.js";
import type {
  CallStep,
  ConstantStep,
  MacroStep,
  PlannedStep,
} from "../../cel/plan/planned-step.js";
import { findProgramFault, valueOfConstant } from "../../cel/program/program-fault.js";
import * as callCosts from "../../runtime/v1/cel/cost/call-cost.js";
import type { Activation, Step } from "../../runtime/v1/cel/cost/cost-tracker.js";
import type { Evaluation } from "../../runtime/v1/cel/cost/counted.js";
import { runCounted } from "../../runtime/v1/cel/cost/counted.js";
import type { FunctionTable } from "../../runtime/v1/cel/cost/function-table.js";
import {
  ipFunctions,
  urlFunctions,
} from "../../runtime/v1/cel/cost/functions/address-functions.js";
import { authorizerFunctions } from "../../runtime/v1/cel/cost/functions/authorizer-functions.js";
import {
  boolConversion,
  bytesConversion,
  doubleConversion,
  durationConversion,
  intConversion,
  stringConversion,
  timeFunctions,
  timestampConversion,
  uintConversion,
} from "../../runtime/v1/cel/cost/functions/conversion-functions.js";
import {
  formatFunctions,
  quantityFunctions,
  semverFunctions,
} from "../../runtime/v1/cel/cost/functions/kubernetes-functions.js";
import {
  listExtensionFunctions,
  listFunctions,
  mapFunctions,
  setFunctions,
} from "../../runtime/v1/cel/cost/functions/list-functions.js";
import {
  formatFunctionsBefore35,
  formatFunctionsBefore36,
  ipFunctionsBefore32,
  listExtensionFunctionsBefore37,
  stringFunctionsBefore32,
  stringFunctionsBefore33,
  stringFunctionsBefore34,
  stringFunctionsBefore37,
  urlFunctionsBefore36,
} from "../../runtime/v1/cel/cost/functions/older-functions.js";
import {
  comparisonFunctions,
  intFunctions,
  membershipFunctions,
  notFunctions,
  operatorFunctions,
  optionalFunctions,
  sizeFunctions,
} from "../../runtime/v1/cel/cost/functions/operator-functions.js";
import {
  matchFunctions,
  regexFunctions,
  stringFunctions,
  textFunctions,
} from "../../runtime/v1/cel/cost/functions/string-functions.js";
import { structLiteral } from "../../runtime/v1/cel/cost/literal-steps.js";
import type { LoopVariable } from "../../runtime/v1/cel/cost/macros.js";
import * as macros from "../../runtime/v1/cel/cost/macros.js";
import { transformed } from "../../runtime/v1/cel/cost/map-macros.js";
import * as plans from "../../runtime/v1/cel/cost/plan.js";
import { callCostLimit } from "../../runtime/v1/cel/rules/rule-node.js";
import { CelError } from "../../runtime/v1/cel/values/error.js";
import { TypeValue } from "../../runtime/v1/cel/values/type-value.js";
import type { Value } from "../../runtime/v1/cel/values/value.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import { newestMinor } from "../../runtime/v1/values/kubernetes-version.js";

/** The runtime's step of a planned one. */
function makeStep(planned: PlannedStep): Step {
  switch (planned.kind) {
    case "constant":
      return plans.constant(constantValue(planned));
    case "folded":
      return plans.folded(makeStep(planned.step));
    case "path":
      return plans.path(planned.variable, ...planned.fields);
    case "select":
      return plans.select(makeStep(planned.operand), planned.field);
    case "presence": {
      const present = planned.costs ? plans.presentAtCost : plans.present;
      return present(makeStep(planned.operand), planned.field);
    }
    case "operator": {
      const [left, right, other = right] = planned.operands.map(makeStep) as [Step, Step, Step?]; // as it was planned
      return plans[planned.maker](left, right, other);
    }
    case "call":
      return makeCall(planned);
    case "list":
      return plans.listLiteral(planned.elements.map(makeStep), planned.optional);
    case "map":
      return plans.mapLiteral(
        planned.entries.map(({ key, value, optional }) => ({
          key: makeStep(key),
          value: makeStep(value),
          optional,
        })),
      );
    case "struct":
      return structLiteral(
        planned.name,
        planned.fields.map((field) => ({ ...field, value: makeStep(field.value) })),
      );
    case "bound":
      return macros.bound(planned.name, makeStep(planned.value), makeStep(planned.body));
    case "macro":
      return makeMacro(planned);
  }
}

function constantValue({ value }: ConstantStep): Value {
  return value.type === "type" ? new TypeValue(value.name) : valueOfConstant(value);
}

function makeCall({ name, overload, operands, cost, pattern, ...planned }: CallStep): Step {
  const call = pattern === undefined ? plans.call : plans.patternCall;
  return call(
    planned.tables.map((table) => tables[table]),
    name,
    overload,
    operands.map(makeStep),
    cost && callCosts[cost],
  );
}

function makeMacro({ range, variables, macro }: MacroStep): Step {
  const over = makeStep(range);
  const [first, second] = variables;
  const names: LoopVariable = second === undefined ? first : [first, second];
  switch (macro.kind) {
    case "mapped":
      return macros.mapped(over, names, makeStep(macro.element), optionalStep(macro.predicate));
    case "transformed":
      return transformed(over, names, macro.entry.map(makeStep), optionalStep(macro.predicate));
    default:
      return macros[macro.kind](over, names, makeStep(macro.predicate));
  }
}

function optionalStep(planned: PlannedStep | undefined): Step | undefined {
  return planned && makeStep(planned);
}

/** The tables that the rows of the libraries name. */
const tables: Readonly<Record<AnyCountedTable, FunctionTable>> = {
  notFunctions,
  membershipFunctions,
  comparisonFunctions,
  intFunctions,
  operatorFunctions,
  sizeFunctions,
  ipFunctions,
  boolConversion,
  bytesConversion,
  doubleConversion,
  durationConversion,
  intConversion,
  stringConversion,
  timestampConversion,
  uintConversion,
  textFunctions,
  matchFunctions,
  timeFunctions,
  optionalFunctions,
  stringFunctions,
  listFunctions,
  listExtensionFunctions,
  setFunctions,
  mapFunctions,
  regexFunctions,
  urlFunctions,
  authorizerFunctions,
  quantityFunctions,
  semverFunctions,
  formatFunctions,
  stringFunctionsBefore32,
  ipFunctionsBefore32,
  stringFunctionsBefore33,
  stringFunctionsBefore34,
  formatFunctionsBefore35,
  formatFunctionsBefore36,
  urlFunctionsBefore36,
  stringFunctionsBefore37,
  listExtensionFunctionsBefore37,
};

/** A program that can be evaluated any number of times. */
export interface Program {
  evaluate(activation: Activation, costLimit?: number): Evaluation;
}

/**
 * Evaluates checked expressions by walking them, in the plainest way: the oracle that emitted
 * closures are compared with. Gives a CelError where the server cannot make a program of an
 * expression that checks (`program instantiation failed`).
 */
export function createProgram(
  checked: CheckedExpression,
  kubernetes: KubernetesMinor = newestMinor,
): Program | CelError {
  const fault = findProgramFault(checked);
  if (fault !== undefined) return new CelError(fault);
  const step = makeStep(planExpression(checked, kubernetes));
  return {
    evaluate: (activation, costLimit = callCostLimit) => runCounted(step, activation, costLimit),
  };
}
