import type { CheckedExpression } from "../cel/check/checked.js";
import { calledFunction } from "../cel/check/checked.js";
import { isTypeValue } from "../cel/check/well-known-types.js";
import type { AnyCountedTable } from "../cel/libraries/counted-tables.js";
import { allCountedTables } from "../cel/libraries/counted-tables.js";
import { functionFacts } from "../cel/libraries/libraries.js";
import { valueOfConstant } from "../cel/program/constant-value.js";
import type { Call, Comprehension, Expr, MapLiteral, Select } from "../cel/syntax/ast.js";
import { operators } from "../cel/syntax/ast.js";
import { keyFault } from "../runtime/v1/cel-cost/attribute.js";
import type { Step } from "../runtime/v1/cel-cost/cost-tracker.js";
import type { FunctionTable } from "../runtime/v1/cel-cost/function-table.js";
import { conversionFunctions } from "../runtime/v1/cel-cost/functions/conversion-functions.js";
import { formatFunctions } from "../runtime/v1/cel-cost/functions/format-functions.js";
import { ipFunctions } from "../runtime/v1/cel-cost/functions/ip-functions.js";
import { listExtensionFunctions } from "../runtime/v1/cel-cost/functions/list-extension-functions.js";
import { listFunctions } from "../runtime/v1/cel-cost/functions/list-functions.js";
import { mapFunctions } from "../runtime/v1/cel-cost/functions/map-functions.js";
import { matchFunctions } from "../runtime/v1/cel-cost/functions/match-functions.js";
import {
  formatFunctionsBefore35,
  formatFunctionsBefore36,
} from "../runtime/v1/cel-cost/functions/older-format-functions.js";
import { ipFunctionsBefore32 } from "../runtime/v1/cel-cost/functions/older-ip-functions.js";
import { listExtensionFunctionsBefore37 } from "../runtime/v1/cel-cost/functions/older-list-functions.js";
import {
  stringFunctionsBefore32,
  stringFunctionsBefore33,
  stringFunctionsBefore34,
  stringFunctionsBefore37,
} from "../runtime/v1/cel-cost/functions/older-string-functions.js";
import { urlFunctionsBefore36 } from "../runtime/v1/cel-cost/functions/older-url-functions.js";
import { operatorFunctions } from "../runtime/v1/cel-cost/functions/operator-functions.js";
import { optionalFunctions } from "../runtime/v1/cel-cost/functions/optional-functions.js";
import { quantityFunctions } from "../runtime/v1/cel-cost/functions/quantity-functions.js";
import { regexFunctions } from "../runtime/v1/cel-cost/functions/regex-functions.js";
import { semverFunctions } from "../runtime/v1/cel-cost/functions/semver-functions.js";
import { setFunctions } from "../runtime/v1/cel-cost/functions/set-functions.js";
import { stringFunctions } from "../runtime/v1/cel-cost/functions/string-functions.js";
import { textFunctions } from "../runtime/v1/cel-cost/functions/text-functions.js";
import { timeFunctions } from "../runtime/v1/cel-cost/functions/time-functions.js";
import { urlFunctions } from "../runtime/v1/cel-cost/functions/url-functions.js";
import type { ListStep, MapStep } from "../runtime/v1/cel-cost/literal-steps.js";
import * as plans from "../runtime/v1/cel-cost/plan.js";
import { ConstantStep } from "../runtime/v1/cel-cost/step.js";
import { structLiteral } from "../runtime/v1/cel-cost/well-known-structs.js";
import { matchesPattern } from "../runtime/v1/cel/libraries/regex.js";
import { Double } from "../runtime/v1/cel/values/double.js";
import { CelError } from "../runtime/v1/cel/values/error.js";
import { TypeValue } from "../runtime/v1/cel/values/type-value.js";
import { Uint } from "../runtime/v1/cel/values/uint.js";
import type { Value } from "../runtime/v1/cel/values/value.js";
import { isInt, isList, listElements } from "../runtime/v1/cel/values/value.js";
import type { KubernetesMinor } from "../versions/kubernetes-version.js";

/** Thrown where an expression checks but cannot be planned: a constant conversion that fails, a bad pattern. */
export class PlanFailure extends Error {}

/**
 * Steps for a checked expression, with what cel-go does once per program: constants are folded, constant patterns are
 * compiled, membership in a constant list becomes a look-up (`interpreter/planner.go`, `decorators.go`).
 */
export function plan(checked: CheckedExpression, kubernetes: KubernetesMinor): Step {
  return new Planner(checked, kubernetes).plan(checked.ast);
}

/** The tables that the rows of the libraries name. */
const tables: Readonly<Record<AnyCountedTable, FunctionTable>> = {
  operatorFunctions,
  ipFunctions,
  conversionFunctions,
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

function librariesOf(kubernetes: KubernetesMinor): readonly FunctionTable[] {
  return allCountedTables(kubernetes).map((name) => tables[name]);
}

class Planner {
  readonly #checked: CheckedExpression;
  readonly #libraries: readonly FunctionTable[];

  constructor(checked: CheckedExpression, kubernetes: KubernetesMinor) {
    this.#checked = checked;
    this.#libraries = librariesOf(kubernetes);
  }

  plan(expr: Expr): Step {
    switch (expr.kind) {
      case "literal":
        return plans.constant(valueOfConstant(expr.value));
      case "ident":
        return this.#planName(expr.id, expr.name);
      case "select":
        return this.#planSelect(expr);
      case "call":
        return this.#planCall(expr);
      case "list": {
        const elements = expr.elements.map((element) => this.plan(element));
        return foldConstants(plans.listLiteral(elements, expr.optionalIndices), elements);
      }
      case "map":
        return this.#planMap(expr);
      case "struct":
        return structLiteral(
          expr.name,
          expr.fields.map(({ name, value, optional }) => ({
            name,
            value: this.plan(value),
            optional,
          })),
        );
      case "comprehension":
        return this.#planComprehension(expr);
    }
  }

  #planMap(expr: MapLiteral): Step {
    const entries = expr.entries.map((entry) => ({
      key: this.plan(entry.key),
      value: this.plan(entry.value),
      optional: entry.optional,
    }));
    return foldConstants(
      plans.mapLiteral(entries),
      entries.flatMap(({ key, value }) => [key, value]),
    );
  }

  #planName(id: number, name: string): Step {
    const constant = this.#checked.constants.get(id);
    if (constant !== undefined) return plans.constant(valueOfConstant(constant));
    const reference = this.#checked.references.get(id);
    const resolved = reference?.name ?? name;
    if (this.#checked.types.get(id)?.kind === "type") {
      const typeName = resolved.replace(/^\./, "");
      if (!isTypeValue(typeName)) {
        throw new PlanFailure(`reference to undefined type: ${typeName}`);
      }
      return plans.constant(new TypeValue(typeName));
    }
    return plans.variable(resolved);
  }

  #planSelect(expr: Select): Step {
    if (this.#checked.references.has(expr.id)) return this.#planName(expr.id, expr.field);
    const operand = this.plan(expr.operand);
    return expr.testOnly ? plans.present(operand, expr.field) : plans.select(operand, expr.field);
  }

  #planCall(expr: Call): Step {
    const { name, overload, operands } = calledFunction(this.#checked, expr);
    const args = operands.map((operand) => this.plan(operand));
    return this.#planOperator(name, args) ?? this.#planFunction(name, overload, args);
  }

  #planOperator(name: string, args: readonly Step[]): Step | undefined {
    const [first, second, third] = args;
    if (first === undefined || second === undefined) return undefined;
    switch (name) {
      case operators.logicalAnd:
        return plans.and(first, second);
      case operators.logicalOr:
        return plans.or(first, second);
      case operators.equals:
        return plans.equal(first, second);
      case operators.notEquals:
        return plans.unequal(first, second);
      case operators.index:
        checkKey(second);
        return plans.index(first, second);
      case operators.optionalSelect:
      case operators.optionalIndex:
        checkKey(second);
        return plans.optionalIndex(first, second);
      case operators.conditional:
        return third && plans.choose(first, second, third);
      case "or":
        return plans.optionalOr(first, second);
      case "orValue":
        return plans.optionalOrValue(first, second);
    }
    return undefined;
  }

  #planFunction(name: string, overload: string, args: readonly Step[]): Step {
    const [first, second] = args;
    if (overload === "in_list" && first !== undefined && second instanceof ConstantStep) {
      const membership = planMembership(first, second);
      if (membership !== undefined) return membership;
    }
    if (functionFacts(name).pattern === true && second instanceof ConstantStep) {
      checkPattern(second.value);
      if (typeof second.value === "string")
        return plans.patternCall(this.#libraries, name, overload, args);
    }
    const call = plans.call(this.#libraries, name, overload, args);
    if (functionFacts(name).folds !== true || args.length !== 1 || !(first instanceof ConstantStep))
      return call;
    const value = plans.folded(call);
    if (value.value instanceof CelError) throw new PlanFailure(value.value.message);
    return value;
  }

  #planComprehension(expr: Comprehension): Step {
    return plans.fold({
      initial: this.plan(expr.accuInit),
      range: this.plan(expr.iterRange),
      condition: this.plan(expr.loopCondition),
      step: this.plan(expr.loopStep),
      result: this.plan(expr.result),
      variable: expr.iterVar,
      secondVariable: expr.iterVar2,
      accumulator: expr.accuVar,
    });
  }
}

/** A literal whose members are all constants is one itself. */
function foldConstants(step: ListStep | MapStep, members: readonly Step[]): Step {
  if (!members.every((member) => member instanceof ConstantStep)) return step;
  return plans.folded(step);
}

function checkKey(key: Step): void {
  if (!(key instanceof ConstantStep)) return;
  const fault = key.value instanceof CelError ? key.value : keyFault(key.value);
  if (fault !== undefined) throw new PlanFailure(fault.message);
}

function planMembership(element: Step, list: ConstantStep): Step | undefined {
  if (list.value instanceof CelError || !isList(list.value)) return undefined;
  const items = listElements(list.value);
  if (!items.every((item) => !(item instanceof CelError) && isLookupKey(item))) return undefined;
  return items.length === 0 ? plans.constant(false) : plans.among(element, list);
}

function isLookupKey(value: Value): boolean {
  return (
    isInt(value) ||
    typeof value === "string" ||
    typeof value === "boolean" ||
    value instanceof Uint ||
    value instanceof Double
  );
}

function checkPattern(pattern: Value | CelError): void {
  if (typeof pattern !== "string") return;
  const result = matchesPattern("", pattern);
  if (result instanceof CelError) throw new PlanFailure(result.message);
}
